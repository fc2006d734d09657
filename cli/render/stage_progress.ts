/**
 * Progress of stages that run side by side.
 *
 * A live list on a terminal, elsewhere plain lines.
 */
import type { StageReport } from "../../src/gate/report/report.ts";
import { type Context, terminalSize } from "../context.ts";
import {
  FRAME_MS,
  onOneLine,
  PLAIN_MS,
  type ProgressOptions,
  SPINNER,
  VERBOSE_MS,
} from "./progress.ts";
import { clipped, duration, styleOf } from "./style.ts";
import { NAME_WIDTH, stageLines } from "./text.ts";

/** Shows what runs. Disposing it clears the terminal. */
export interface StageProgress extends Disposable {
  start(step: string): void;
  note(step: string, text: string): void;
  /** The stage has ended; it stays in the list until it is {@linkcode printed}. */
  end(report: StageReport): void;
  /** Calls `write` while the list is cleared, and drops the step from it. */
  printed(step: string, write: () => void): void;
}

/**
 * The progress for the reader's stderr.
 *
 * `steps` are all that may start, in the order of the report.
 */
export function stageProgress(
  context: Context,
  { steps = [], verbose = false }: ProgressOptions,
): StageProgress {
  if (verbose) return plainLines(context, VERBOSE_MS);
  return context.err.isTerminal && context.host.env("TERM") !== "dumb"
    ? liveList(context, steps)
    : plainLines(context, PLAIN_MS);
}

/** A stage that runs or waits to be printed. */
interface Row {
  readonly since: number;
  text: string;
  ended?: string;
}

function liveList(context: Context, steps: readonly string[]): StageProgress {
  const { err, host } = context;
  const style = styleOf(context, err);
  const rows = new Map<string, Row>();
  const printed = new Set<string>();
  let frame = 0;
  let height = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const line = (step: string, columns: number): string => {
    const row = rows.get(step);
    if (row === undefined) return style.dim(`· ${step}`);
    if (row.ended !== undefined) return clipped(row.ended, columns - 1);
    const elapsed = duration(Math.floor((host.now() - row.since) / 1000) * 1000);
    const head = `${SPINNER[frame % SPINNER.length]} ${step.padEnd(NAME_WIDTH)} ${row.text}`;
    return `${clipped(head, columns - elapsed.length - 3)}  ${style.dim(elapsed)}`;
  };
  const clear = () => {
    if (height > 0) err.write("\r\x1b[J");
    height = 0;
  };
  const draw = () => {
    const size = terminalSize();
    frame++;
    // Pending stages go first when the terminal is too low: a list that scrolls cannot be redrawn.
    const open = steps.filter((step) => !printed.has(step));
    const busy = open.filter((step) => rows.has(step));
    const room = Math.max(0, size.rows - 1 - busy.length);
    const pending = open.filter((step) => !rows.has(step)).slice(0, room);
    const shown = open.filter((step) => busy.includes(step) || pending.includes(step))
      .slice(0, size.rows - 1);
    const lines = shown.map((step) => `\x1b[2K${line(step, size.columns)}`);
    const above = height - lines.length;
    const back = lines.length > 1 ? `\x1b[${lines.length - 1}A` : "";
    err.write(`\r${above > 0 ? "\x1b[J" : ""}${lines.join("\n")}${back}\r`);
    height = lines.length;
  };
  const halt = () => {
    clearInterval(timer);
    timer = undefined;
    clear();
  };
  return {
    start(step) {
      rows.set(step, { since: host.now(), text: "" });
      timer ??= setInterval(draw, FRAME_MS);
      draw();
    },
    note(step, text) {
      const row = rows.get(step);
      if (row !== undefined) row.text = onOneLine(text);
    },
    end(report) {
      const [head] = stageLines({ ...report, findings: [] }, style).split("\n");
      rows.set(report.name, { since: host.now(), text: "", ended: head! });
    },
    printed(step, write) {
      clear();
      write();
      printed.add(step);
      rows.delete(step);
      if (rows.size === 0) halt();
      else draw();
    },
    [Symbol.dispose]: halt,
  };
}

function plainLines({ err, host }: Context, everyMs: number): StageProgress {
  const last = new Map<string, number>();
  return {
    start: (step) => void last.set(step, everyMs === VERBOSE_MS ? -Infinity : host.now()),
    note(step, text) {
      if (host.now() - (last.get(step) ?? -Infinity) < everyMs) return;
      last.set(step, host.now());
      err.write(`${step}: ${onOneLine(text)}\n`);
    },
    end: () => {},
    printed: (_step, write) => write(),
    [Symbol.dispose]: () => {},
  };
}
