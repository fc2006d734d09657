/** `lifecycle import`: takes over what older records say. */
import { buildCommand } from "@stricli/core";
import { resolve } from "node:path";
import { readLegacy } from "../../../src/service/legacy.ts";
import { importAll } from "../../../src/service/tasks.ts";
import { withFailures } from "../../failure.ts";
import type { LifecycleContext } from "../context.ts";
import { type StoreFlags, storeFlags } from "../flags.ts";
import { withService } from "../session.ts";

interface Flags extends StoreFlags {
  readonly trusted: boolean;
}

/** The command. */
export const importCommand = buildCommand<Flags, [string], LifecycleContext>({
  func(flags, file) {
    return withFailures(this, () => run(this, flags, file));
  },
  parameters: {
    flags: {
      trusted: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Let dependents rely on what is recorded as done",
      },
      ...storeFlags,
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, brief: "File of records, one a line", placeholder: "file" }],
    },
  },
  docs: {
    brief: "Import legacy records; a Done without a transaction is not taken for a success",
    fullDescription: [
      'Each line is {"name":"build","status":"done"}, with "after":[…] and "retries":N if wanted. What was active',
      "is imported as failed: nobody is known to work on it. Nothing is imported unless every line",
      "is good.",
      "",
      "Examples:",
      "  lifecycle import old.ndjson             dependents of a done task wait",
      "  lifecycle import old.ndjson --trusted   dependents of a done task are ready",
    ].join("\n"),
  },
});

async function run(
  context: LifecycleContext,
  flags: Flags,
  file: string,
): Promise<void> {
  const records = await readLegacy(context.host, resolve(context.host.cwd, file));
  await withService(context, flags, `import ${file}`, async (service) => {
    await importAll(service, records, flags.trusted);
  });
  context.process.exitCode = 0;
}
