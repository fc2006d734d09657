/** `lifecycle fail`: the worker or its provider reports a failure. */
import { buildCommand } from "@stricli/core";
import { type Fault, FAULTS } from "../../../src/lifecycle/value.ts";
import { nameOf } from "../../../src/service/ledger.ts";
import { fail } from "../../../src/service/tasks.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { keyFlag, keyOf, type StoreFlags, storeFlags } from "../flags.ts";
import { expectApplied, withService } from "../session.ts";

interface Flags extends StoreFlags {
  readonly fault?: Fault;
  readonly reason?: string;
  readonly key?: string;
}

/** The command. */
export const failCommand = buildCommand<Flags, [], LifecycleContext>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: {
    flags: {
      fault: {
        kind: "enum",
        values: FAULTS,
        optional: true,
        brief: "It is the provider's fault: timeout or unavailable",
      },
      reason: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Why, for readers of the log",
        placeholder: "text",
      },
      key: keyFlag,
      ...storeFlags,
    },
  },
  docs: {
    brief: "Report that the attempt has failed; after its success this is evidence only",
    fullDescription: [
      "Exit code 0 when the attempt fails by it, 1 when that changes nothing, for example because",
      "it had succeeded.",
      "",
      "Examples:",
      '  lifecycle fail --reason "The tests do not pass"',
      "  lifecycle fail --fault unavailable",
    ].join("\n"),
  },
});

async function run(context: LifecycleContext, flags: Flags): Promise<void> {
  const key = keyOf(context.host, flags.key);
  const { name, decision } = await withService(context, flags, "fail", async (service) => ({
    name: nameOf(service.ledger, key.task),
    decision: await fail(service, key, flags),
  }));
  expectApplied(context, `The attempt at "${name}" does not fail by this`, decision);
}
