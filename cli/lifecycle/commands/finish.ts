/** `lifecycle finish`: the worker completes its own task. */
import { buildCommand } from "@stricli/core";
import { GateError } from "../../../src/platform/diagnostic.ts";
import { finish, type Offer } from "../../../src/service/finish.ts";
import { nameOf } from "../../../src/service/ledger.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { keyFlag, keyOf, type StoreFlags, storeFlags } from "../flags.ts";
import { refused, withService } from "../session.ts";

interface Flags extends StoreFlags {
  readonly commit?: string;
  readonly deliver?: string;
  readonly report?: string;
  readonly worktree?: string;
  readonly key?: string;
}

const text = { kind: "parsed", parse: String, optional: true } as const;

/** The command. */
export const finishCommand = buildCommand<Flags, [], LifecycleContext>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: {
    flags: {
      commit: {
        ...text,
        brief: "Land this commit (default: what the attempt's worktree is at)",
        placeholder: "commit",
      },
      deliver: { ...text, brief: "Deliver this file to the outbox instead", placeholder: "file" },
      report: { ...text, brief: "Report this text instead", placeholder: "text" },
      worktree: {
        ...text,
        brief: "Worktree that it comes from (default: the attempt's own; no other is accepted)",
        placeholder: "dir",
      },
      key: keyFlag,
      ...storeFlags,
    },
  },
  docs: {
    brief: "Finish the attempt: land a commit, deliver a file or report a text",
    fullDescription: [
      "Called by the worker. One durable transaction validates the candidate, promotes it, records",
      "and records its acceptance. The attempt's worktree is removed once the worker has ended. A",
      "worktree that is foreign or holds what exists nowhere else is refused, and the worker may",
      "correct that and finish again. After a crash the same call, or converge, carries on where it",
      "stands.",
      "",
      "Examples:",
      "  lifecycle finish",
      "  lifecycle finish --deliver out/report.pdf",
      '  lifecycle finish --report "Nothing was to be done"',
    ].join("\n"),
  },
});

async function run(context: LifecycleContext, flags: Flags): Promise<void> {
  const key = keyOf(context.host, flags.key);
  const offer = offerOf(flags);
  const { name, result, quiet } = await withService(context, flags, "finish", async (service) => ({
    name: nameOf(service.ledger, key.task),
    result: await finish(service, key, offer, context.reduce),
    quiet: service.recorded.length === 0,
  }));
  if (!result.accepted) {
    throw refused(
      `Failed to finish the attempt at "${name}"`,
      result.reasons.join("; "),
      "Nothing was promoted. Correct it and finish again, unless the attempt is over.",
    );
  }
  if (quiet) context.out.write(`The attempt at "${name}" is finished already\n`);
  context.process.exitCode = 0;
}

function offerOf({ commit, deliver, report, worktree }: Flags): Offer {
  const given = [commit, deliver, report].filter((value) => value !== undefined);
  if (given.length > 1) {
    throw new GateError("usage", {
      code: "candidate_ambiguous",
      message: "An attempt has one result, and several are named",
      hint: "Give one of --commit, --deliver and --report.",
    });
  }
  const from = worktree === undefined ? {} : { worktree };
  if (deliver !== undefined) return { contract: "deliver", file: deliver, ...from };
  if (report !== undefined) return { contract: "report", text: report };
  return { contract: "land", ...(commit === undefined ? {} : { commit }), ...from };
}
