/**
 * Progress of long work on stderr: on a terminal a line that is rewritten, above what is still to come;
 * elsewhere plain lines, seldom enough to be read.
 */
import { type Context, wantsColor } from "../context.ts";
import { clipped, duration, printable, styleFor } from "./style.ts";
import { NAME_WIDTH } from "./text.ts";

/** How often the terminal's line is rewritten, in milliseconds. */
const FRAME_MS = 100;
/** Least time between two plain lines, in milliseconds. */
const PLAIN_MS = 5_000;
/** The same when everything is to be told: enough for each module that is built, not for each trace. */
const VERBOSE_MS = 100;
const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** A line of progress; `stop` clears it. */
export interface ProgressLine extends Disposable {
  start(label: string): void;
  note(text: string): void;
  stop(): void;
}

/** What is known of the work. */
export interface ProgressOptions {
  /** Labels of all that will be started, in order: those to come are shown below the line. */
  readonly steps?: readonly string[];
  /** Every note on a line of its own, also on a terminal. */
  readonly verbose?: boolean;
}

/** The progress line for the reader's stderr. */
export function progressLine(context: Context, options: ProgressOptions = {}): ProgressLine {
  const { steps = [], verbose = false } = options;
  if (verbose) return plainLines(context, VERBOSE_MS);
  return context.err.isTerminal && context.host.env("TERM") !== "dumb"
    ? liveLines(context, steps)
    : plainLines(context, PLAIN_MS);
}

function liveLines(context: Context, steps: readonly string[]): ProgressLine {
  const { err, host } = context;
  const style = styleFor(wantsColor(context, err));
  // In one column with what has ended.
  const width = steps.length === 0 ? 0 : NAME_WIDTH;
  let label = "";
  let text = "";
  let since = 0;
  let frame = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const draw = () => {
    const size = terminalSize();
    const elapsed = duration(Math.floor((host.now() - since) / 1000) * 1000);
    const head = `${SPINNER[frame++ % SPINNER.length]} ${label.padEnd(width)} ${text}`;
    const line = `${clipped(head, size.columns - elapsed.length - 3)}  ${style.dim(elapsed)}`;
    // A list that is higher than the terminal could not be taken back.
    const pending = steps.slice(steps.indexOf(label) + 1, steps.indexOf(label) + size.rows - 1);
    const below = pending.map((step) => `\n\x1b[2K${style.dim(`· ${step}`)}`);
    const back = below.length === 0 ? "" : `\x1b[${below.length}A`;
    err.write(`\r\x1b[2K${line}${below.join("")}${back}`);
  };
  const stop = () => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    err.write(steps.length === 0 ? "\r\x1b[2K" : "\r\x1b[J");
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

function plainLines({ err, host }: Context, everyMs: number): ProgressLine {
  let label = "";
  let last = -Infinity;
  const stop = () => {};
  return {
    start(name) {
      label = name;
      last = everyMs === VERBOSE_MS ? -Infinity : host.now();
    },
    note(text) {
      if (host.now() - last < everyMs) return;
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

function terminalSize(): { columns: number; rows: number } {
  try {
    return Deno.consoleSize();
  } catch {
    return { columns: 80, rows: 24 };
  }
}
