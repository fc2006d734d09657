/**
 * Progress of long work on stderr.
 *
 * On a terminal one line that is rewritten, elsewhere a few plain lines.
 */
import { type Context, terminalSize } from "../context.ts";
import { clipped, duration, printable, styleOf } from "./style.ts";

/** How often the terminal's line is rewritten, in milliseconds. */
export const FRAME_MS = 100;
/** Least time between two plain lines, in milliseconds. */
export const PLAIN_MS = 5_000;
/**
 * The same when everything is to be told.
 *
 * Enough for each module that is built, not for each trace.
 */
export const VERBOSE_MS = 100;
/** Frames of the sign that something runs. */
export const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** A line of progress; `stop` clears it. */
export interface ProgressLine extends Disposable {
  start(label: string): void;
  note(text: string): void;
  stop(): void;
}

/** What is known of the work. */
export interface ProgressOptions {
  /** Labels of all that may start, in order. */
  readonly steps?: readonly string[];
  /** Every note on a line of its own, also on a terminal. */
  readonly verbose?: boolean;
}

/** The progress line for the reader's stderr. */
export function progressLine(context: Context, options: ProgressOptions = {}): ProgressLine {
  if (options.verbose) return plainLines(context, VERBOSE_MS);
  return context.err.isTerminal && context.host.env("TERM") !== "dumb"
    ? liveLine(context)
    : plainLines(context, PLAIN_MS);
}

function liveLine(context: Context): ProgressLine {
  const { err, host } = context;
  const style = styleOf(context, err);
  let label = "";
  let text = "";
  let since = 0;
  let frame = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const draw = () => {
    const size = terminalSize();
    const elapsed = duration(Math.floor((host.now() - since) / 1000) * 1000);
    const head = `${SPINNER[frame++ % SPINNER.length]} ${label} ${text}`;
    const line = `${clipped(head, size.columns - elapsed.length - 3)}  ${style.dim(elapsed)}`;
    err.write(`\r\x1b[2K${line}`);
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
export function onOneLine(note: string): string {
  // deno-lint-ignore no-control-regex -- SGR codes of ECMA-48
  return printable(note.replaceAll(/\x1b\[[\d;]*m/g, "")).replaceAll(/\s+/g, " ").trim();
}
