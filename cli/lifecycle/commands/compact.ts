/** `lifecycle compact`: begins a new segment of the journal with a checkpoint. */
import { buildCommand } from "@stricli/core";
import { compact } from "../../../src/service/compact.ts";
import { findStore } from "../../../src/service/store.ts";
import { counted } from "../../../src/platform/text/counted.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { type StoreFlags, storeFlags } from "../flags.ts";
import { openingOf, showMended } from "../session.ts";

/** The command. */
export const compactCommand = buildCommand<StoreFlags, [], LifecycleContext>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: { flags: storeFlags },
  docs: {
    brief: "Begin the journal anew with a checkpoint, and keep what it held as a segment",
    fullDescription: [
      "A command that begins reads the journal from its last checkpoint on. The segments before it, in",
      "the folder segments of the store, are needed by log alone: they may be archived elsewhere, and put",
      "back. Safe while workers run; a crash leaves the journal as it was, or compacted.",
      "",
      "Examples:",
      "  lifecycle compact",
      "  lean-gate replay .lifecycle/segments/*.ndjson .lifecycle/journal.ndjson",
    ].join("\n"),
  },
});

async function run(context: LifecycleContext, flags: StoreFlags): Promise<void> {
  const { host, out } = context;
  const store = await findStore(host, flags.store);
  const done = await compact(host, store, openingOf(context, "compact", flags));
  if (done === undefined) {
    out.write("Nothing was recorded since the last checkpoint\n");
  } else {
    showMended(context, done.mended);
    out.write(
      `The checkpoint stands for ${counted(done.records, "record")}: the journal has ${done.now} ` +
        `bytes, and had ${done.before}, which are kept in "${done.file}"\n`,
    );
  }
  context.process.exitCode = 0;
}
