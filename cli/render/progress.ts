/**
 * Progress of long work on stderr: on a terminal one line that is rewritten, elsewhere plain lines,
 * seldom enough to be read.
 */
import { type Context, wantsColor } from "../context.ts";
import { duration, printable, styleFor } from "./style.ts";

/** How often the terminal's line is rewritten, in milliseconds. */
const FRAME_MS = 100;
/** Least time between two plain lines, in milliseconds. */
const PLAIN_MS = 5_000;
const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** A line of progress; `stop` clears it. */
export interface ProgressLine extends Disposable {
  start(label: string): void;
  note(text: string): void;
  stop(): void;
}

/** The progress line for the reader's stderr. */
export function progressLine(context: Context): ProgressLine {
  return context.err.isTerminal && context.host.env("TERM") !== "dumb"
    ? liveLine(context)
    : plainLines(context);
}

function liveLine(context: Context): ProgressLine {
  const { err, host } = context;
  const style = styleFor(wantsColor(context, err));
  let label = "";
  let text = "";
  let since = 0;
  let frame = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const draw = () => {
    const elapsed = duration(Math.floor((host.now() - since) / 1000) * 1000);
    const line = `${SPINNER[frame++ % SPINNER.length]} ${label}  ${text}`;
    err.write(`\r\x1b[2K${clipTo(line, columns() - elapsed.length - 3)}  ${style.dim(elapsed)}`);
  };
  const stop = () => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    err.write("\r\x1b[2K");
  };
  return {
    start(name) {
      stop();
      [label, text, since] = [name, "", host.now()];
      timer = setInterval(draw, FRAME_MS);
      draw();
    },
    note(note) {
      text = onOneLine(note);
    },
    stop,
    [Symbol.dispose]: stop,
  };
}

function plainLines({ err, host }: Context): ProgressLine {
  let label = "";
  let last = -Infinity;
  const stop = () => {};
  return {
    start(name) {
      label = name;
      last = host.now();
    },
    note(text) {
      if (host.now() - last < PLAIN_MS) return;
      last = host.now();
      err.write(`${label}: ${onOneLine(text)}\n`);
    },
    stop,
    [Symbol.dispose]: stop,
  };
}

/** A note may be what a child said, with colours and line ends of its own. */
function onOneLine(note: string): string {
  // deno-lint-ignore no-control-regex -- SGR codes of ECMA-48
  return printable(note.replaceAll(/\x1b\[[\d;]*m/g, "")).replaceAll(/\s+/g, " ").trim();
}

function columns(): number {
  try {
    return Deno.consoleSize().columns;
  } catch {
    return 80;
  }
}

function clipTo(line: string, width: number): string {
  const points = [...line];
  return points.length <= width ? line : `${points.slice(0, Math.max(0, width - 1)).join("")}…`;
}
