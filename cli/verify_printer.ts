/** What a run of `verify` shows while it goes on. */
import { asGateError, GateError } from "../src/diagnostic.ts";
import type { Watcher } from "../src/pipeline.ts";
import type { Report } from "../src/report/report.ts";
import { type Context, wantsColor } from "./context.ts";
import { showFailure } from "./failure.ts";
import { progressLine } from "./render/progress.ts";
import { styleFor } from "./render/style.ts";
import { stageLines, titleLine, verdictLine } from "./render/text.ts";

/** Told of the run, from its start to its end. */
export interface Printer extends Disposable {
  readonly watcher: Watcher;
  /** The run came to a report. */
  done(report: Report): void;
  /** The run could not be started. */
  failed(cause: unknown): void;
}

/** Progress on stderr only: stdout is one document. */
export function silentPrinter(context: Context): Printer {
  const progress = progressLine(context);
  return {
    watcher: {
      start: (stage) => progress.start(stage),
      note: (_stage, note) => progress.note(note),
      end: () => progress.stop(),
    },
    done: () => {},
    failed(cause) {
      // What was foreseen stands in the document; nobody foresaw the rest.
      if (!(cause instanceof GateError)) showFailure(context, asGateError(cause));
    },
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  };
}

/** Each stage as it ends, on stdout. */
export function textPrinter(context: Context): Printer {
  const style = styleFor(wantsColor(context, context.out));
  const progress = progressLine(context);
  let titled = false;
  return {
    watcher: {
      start: (stage) => progress.start(stage),
      note: (_stage, note) => progress.note(note),
      end(stage, lean) {
        progress.stop();
        if (!titled) context.out.write(titleLine(lean, style) + "\n");
        titled = true;
        context.out.write(stageLines(stage, style) + "\n");
      },
    },
    done: (report) => context.out.write(verdictLine(report, style) + "\n"),
    failed: (cause) => showFailure(context, asGateError(cause)),
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  };
}
