/** What a run of `verify` shows while it goes on. */
import { asGateError, GateError } from "../src/platform/diagnostic.ts";
import type { Watcher } from "../src/gate/pipeline.ts";
import type { Report } from "../src/gate/report/report.ts";
import { type Context, wantsColor } from "./context.ts";
import { showFailure } from "./failure.ts";
import { type ProgressLine, progressLine, type ProgressOptions } from "./render/progress.ts";
import { styleFor } from "./render/style.ts";
import { stageLines, titleLine, verdictLine } from "./render/text.ts";

/** What comes after the last stage, when there are files to write. */
export const REPORT_STEP = "report";

/** Told of the run, from its start to its end. */
export interface Printer extends Disposable {
  readonly watcher: Watcher;
  /** The run came to a report. */
  done(report: Report): void;
  /** The run could not be started. */
  failed(cause: unknown): void;
  /** Files are being written, which may take a while. */
  reporting(): void;
}

/** How much is shown. */
export interface PrinterOptions extends ProgressOptions {
  /** Only what is wrong. */
  readonly quiet?: boolean;
  /** Nothing of stages that were not asked for. */
  readonly ranOnly?: boolean;
}

/** Progress on stderr only: stdout is one document. Who watches a terminal sees there what has ended. */
export function silentPrinter(context: Context, options: PrinterOptions): Printer {
  const progress = progressFor(context, options);
  const style = styleFor(wantsColor(context, context.err));
  return {
    watcher: {
      start: (stage) => progress.start(stage),
      note: (_stage, note) => progress.note(note),
      end(stage) {
        progress.stop();
        const isSeen = context.err.isTerminal && options.quiet !== true;
        if (isSeen && stage.status !== "skipped") {
          context.err.write(stageLines({ ...stage, findings: [] }, style) + "\n");
        }
      },
    },
    done: () => {},
    reporting: () => progress.start(REPORT_STEP),
    failed(cause) {
      // What was foreseen stands in the document; nobody foresaw the rest.
      if (!(cause instanceof GateError)) showFailure(context, asGateError(cause));
    },
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  };
}

/** Each stage as it ends, on stdout. Quiet: those with findings, and the verdict unless all agree. */
export function textPrinter(context: Context, options: PrinterOptions): Printer {
  const { quiet = false, ranOnly = false } = options;
  const style = styleFor(wantsColor(context, context.out));
  const progress = progressFor(context, options);
  let titled = quiet;
  return {
    watcher: {
      start: (stage) => progress.start(stage),
      note: (_stage, note) => progress.note(note),
      end(stage, lean) {
        progress.stop();
        if (quiet && stage.findings.length === 0) return;
        if (ranOnly && (stage.status === "skipped" || context.host.signal.aborted)) return;
        if (!titled) context.out.write(titleLine(lean, style) + "\n");
        titled = true;
        context.out.write(stageLines(stage, style) + "\n");
      },
    },
    done(report) {
      // Whoever watches has changed something meanwhile, and sees the next run.
      if (ranOnly && context.host.signal.aborted) return;
      if (!quiet || !report.ok) context.out.write(verdictLine(report, style) + "\n");
    },
    failed: (cause) => showFailure(context, asGateError(cause)),
    reporting: () => progress.start(REPORT_STEP),
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  };
}

function progressFor(context: Context, options: PrinterOptions): ProgressLine {
  return options.quiet === true ? NO_PROGRESS : progressLine(context, options);
}

const NO_PROGRESS: ProgressLine = {
  start: () => {},
  note: () => {},
  stop: () => {},
  [Symbol.dispose]: () => {},
};
