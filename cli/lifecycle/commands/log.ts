/** `lifecycle log`: what was recorded. */
import { buildCommand } from "@stricli/core";
import { GateError } from "../../../src/platform/diagnostic.ts";
import type { WireEvent } from "../../../src/lifecycle/wire.ts";
import { followJournal } from "../../../src/service/follow.ts";
import { type Ledger, taskNamed } from "../../../src/service/ledger.ts";
import type { Entry } from "../../../src/service/record.ts";
import { readWhole } from "../../../src/service/segments.ts";
import { findStore } from "../../../src/service/store.ts";
import { tracesOf } from "../../../src/service/trace.ts";
import { wantsColor } from "../../context.ts";
import { withFailures } from "../../failure.ts";
import { styleFor } from "../../render/style.ts";
import type { LifecycleContext } from "../context.ts";
import { storeFlag } from "../flags.ts";
import { entryLine } from "../render.ts";
import { whileChanging } from "../watch.ts";

interface Flags {
  readonly store?: string;
  readonly task?: string;
  readonly format: "text" | "json" | "trace";
  readonly follow: boolean;
}

/** The command. */
export const logCommand = buildCommand<Flags, [], LifecycleContext>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: {
    flags: {
      task: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Only what concerns this task",
        placeholder: "task",
      },
      format: {
        kind: "enum",
        values: ["text", "json", "trace"],
        default: "text",
        brief: "A line a record, the records as JSON, or one trace",
      },
      follow: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Show what is added, until Ctrl-C",
      },
      store: storeFlag,
    },
  },
  docs: {
    brief: "Show what was recorded: each event, the decision on it, and what it asked for",
    fullDescription: [
      "Takes no lock and writes nothing. A line has the record's number and time, the event, the",
      "decision with what it requests, and the task with generation and attempt. Segments that were",
      "compacted are read too, and each checkpoint is held against the records before it.",
      "",
      "Examples:",
      "  lifecycle log --task build",
      "  lifecycle log --format trace > build.ndjson    then: lean-gate replay build.ndjson",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  { store: named, task, format, follow }: Flags,
): Promise<void> {
  if (follow && format === "trace") {
    throw new GateError("usage", {
      code: "trace_followed",
      message: '"--follow" cannot be used with "--format trace": a trace has an end',
      hint: "Follow as text or as JSON.",
    });
  }
  const { host, out } = context;
  const store = await findStore(host, named);
  const whole = await readWhole(host, store, context.reduce);
  const { ledger, entries } = whole;
  const id = task === undefined ? undefined : taskNamed(ledger, task).id;
  if (format === "trace") {
    for (const trace of tracesOf(whole)) out.write(JSON.stringify(trace) + "\n");
  } else {
    const style = styleFor(wantsColor(context, out));
    const show = (entry: Entry, ledger: Ledger) => {
      if (id !== undefined && taskOf(entry.event) !== id) return;
      out.write(
        (format === "json" ? JSON.stringify(entry) : entryLine(entry, ledger, style)) + "\n",
      );
    };
    for (const entry of entries) show(entry, ledger);
    const follower = followJournal(host, store, context.reduce, ledger.seq);
    if (follow) await whileChanging(host, () => follower.next(show));
  }
  context.process.exitCode = 0;
}

function taskOf(event: WireEvent): number {
  return "key" in event ? event.key[1] : event.task;
}
