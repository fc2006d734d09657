/** What a run of `verify` shows while it goes on. */
import { asGateError, GateError } from "../src/platform/diagnostic.ts";
import type { Watcher } from "../src/gate/pipeline.ts";
import {
  type LeanReport,
  type Report,
  STAGE_NAMES,
  type StageName,
  type StageReport,
} from "../src/gate/report/report.ts";
import type { Context } from "./context.ts";
import { showFailure } from "./failure.ts";
import type { ProgressOptions } from "./render/progress.ts";
import { type StageProgress, stageProgress } from "./render/stage_progress.ts";
import { styleOf } from "./render/style.ts";
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

/**
 * Progress on stderr only: stdout is one document.
 *
 * A terminal also shows the stages that have ended.
 */
export function silentPrinter(context: Context, options: PrinterOptions): Printer {
  const progress = progressFor(context, options);
  const style = styleOf(context, context.err);
  const isSeen = context.err.isTerminal && options.quiet !== true;
  return {
    watcher: {
      start: (stage) => progress.start(stage),
      note: (stage, note) => progress.note(stage, note),
      end(stage) {
        progress.end(stage);
        progress.printed(stage.name, () => {
          if (!isSeen || stage.status === "skipped") return;
          context.err.write(stageLines({ ...stage, findings: [] }, style) + "\n");
        });
      },
    },
    done: () => {},
    reporting: () => progress.start(REPORT_STEP),
    failed(cause) {
      // The document holds every expected failure; an unexpected one is shown here.
      if (!(cause instanceof GateError)) showFailure(context, asGateError(cause));
    },
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  };
}

/**
 * Each stage on stdout as soon as it and all before it have ended, so that the text is the same in every
 * run. Quiet: stages with findings, and the verdict unless all agree.
 */
export function textPrinter(context: Context, options: PrinterOptions): Printer {
  const { quiet = false, ranOnly = false } = options;
  const style = styleOf(context, context.out);
  const progress = progressFor(context, options);
  const waiting = new Map<StageName, StageReport>();
  let next = 0;
  let titled = quiet;

  function print(stage: StageReport, lean: LeanReport | null): void {
    if (quiet && stage.findings.length === 0) return;
    if (ranOnly && (stage.status === "skipped" || context.host.signal.aborted)) return;
    if (!titled) context.out.write(titleLine(lean, style) + "\n");
    titled = true;
    context.out.write(stageLines(stage, style) + "\n");
  }

  return {
    watcher: {
      start: (stage) => progress.start(stage),
      note: (stage, note) => progress.note(stage, note),
      end(stage, lean) {
        progress.end(stage);
        waiting.set(stage.name, stage);
        for (;; next++) {
          const ready = waiting.get(STAGE_NAMES[next]!);
          if (ready === undefined) return;
          waiting.delete(ready.name);
          progress.printed(ready.name, () => print(ready, lean));
        }
      },
    },
    done(report) {
      // In a watch the next run replaces an interrupted one.
      if (ranOnly && context.host.signal.aborted) return;
      if (!quiet || !report.ok) context.out.write(style.wrap(verdictLine(report, style)) + "\n");
    },
    failed: (cause) => showFailure(context, asGateError(cause)),
    reporting: () => progress.start(REPORT_STEP),
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  };
}

function progressFor(context: Context, options: PrinterOptions): StageProgress {
  return options.quiet === true ? NO_PROGRESS : stageProgress(context, options);
}

const NO_PROGRESS: StageProgress = {
  start: () => {},
  note: () => {},
  end: () => {},
  printed: (_step, write) => write(),
  [Symbol.dispose]: () => {},
};
