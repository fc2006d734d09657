/** `lifecycle init`: creates a store. */
import { buildCommand } from "@stricli/core";
import { init } from "../../../src/service/init.ts";
import { STORE } from "../../../src/service/store.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { natural } from "../flags.ts";

interface Flags {
  readonly store: string;
  readonly repository?: string;
  readonly branch: string;
  readonly outbox?: string;
  readonly graph: number;
}

/** The command. */
export const initCommand = buildCommand<Flags, [], LifecycleContext>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: {
    flags: {
      store: {
        kind: "parsed",
        parse: String,
        default: STORE,
        brief: "Folder of the store, which is created",
        placeholder: "dir",
      },
      repository: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Git repository to land commits in (default: none, commits cannot be landed)",
        placeholder: "dir",
      },
      branch: {
        kind: "parsed",
        parse: String,
        default: "integration",
        brief: "Branch to land on, begun at HEAD if there is none",
        placeholder: "name",
      },
      outbox: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Folder for delivered files (default: outbox, in the store)",
        placeholder: "dir",
      },
      graph: {
        kind: "parsed",
        parse: natural,
        default: "1",
        brief: "Number of the graph, which every key names",
        placeholder: "number",
      },
    },
  },
  docs: {
    brief: "Create a store: the journal, and what it works on",
    fullDescription: [
      "Creates the journal and its folder. Everything else is derived from the",
      "journal.",
      "",
      "Examples:",
      "  lifecycle init                                   files and texts as results",
      "  lifecycle init --repository . --branch release   commits too",
    ].join("\n"),
  },
});

async function run(context: LifecycleContext, flags: Flags): Promise<void> {
  const store = await init(context.host, flags);
  context.out.write(`Created a store in "${store.root}"\n`);
  context.process.exitCode = 0;
}
