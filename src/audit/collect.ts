/** Has Lean write the facts about the compiled modules, from outside of them. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { GateError } from "../diagnostic.ts";
import type { Host } from "../host/host.ts";
import { keptFolder } from "../host/kept.ts";
import { outputTail } from "../host/output.ts";
import type { Lakefile } from "../toolchain/lakefile.ts";
import type { SourceFile } from "../toolchain/modules.ts";
import type { Toolchain } from "../toolchain/toolchain.ts";
import { type Facts, readFacts } from "./facts.ts";
import program from "./facts.lean" with { type: "text" };

/** A package as written. */
export interface PackageText {
  readonly sources: readonly SourceFile[];
  /** What Lake is told; `undefined` when only Lake can read it. */
  readonly lakefile: Lakefile | undefined;
}

const FACTS_FILE = "facts.ndjson";

/**
 * The facts about `modules`. Embedded Lean verifies, by digest, that what it compiled is still there: for the
 * same sources its facts are kept. What a native Lean finds is asked for every time.
 *
 * @throws GateError (verdict) `audit_failed`: the modules could not be read, or the walk broke off.
 */
export async function collectFacts(
  host: Host,
  formalRoot: string,
  toolchain: Toolchain,
  modules: readonly string[],
  { sources, lakefile }: PackageText,
): Promise<Facts> {
  if (toolchain.info.backend === "native") return readFacts(await ask(toolchain, modules));
  // Of each group of modules the last facts are kept.
  const group = createHash("sha256").update(JSON.stringify(modules)).digest("hex").slice(0, 16);
  const base = join(formalRoot, ".lake", "lean-gate", "audited", group);
  const key = keyOf(toolchain, modules, { sources, lakefile });
  const folder = await keptFolder(host, base, key, async (fresh) => {
    const answer = await ask(toolchain, modules);
    readFacts(answer);
    await host.files.writeAtomic(join(fresh, FACTS_FILE), answer);
  });
  return readFacts(await host.files.readText(join(folder, FACTS_FILE)) ?? "");
}

async function ask(toolchain: Toolchain, modules: readonly string[]): Promise<string> {
  const answer = await toolchain.ask(program, modules.join("\n") + "\n");
  if (answer.code === 0 && answer.text !== undefined) return answer.text;
  throw new GateError("verdict", {
    code: "audit_failed",
    message: `The audit of the compiled modules ended with exit code ${answer.code}`,
    hint: "See what Lean says below; a module that cannot be read cannot be audited.",
    detail: outputTail(answer),
  });
}

/** Equal exactly when the facts must be: program, modules, sources, what Lake is told, and Lean. */
function keyOf(
  { info }: Toolchain,
  modules: readonly string[],
  { sources, lakefile }: PackageText,
): string {
  const inputs = [info, program, modules, lakefile, sources.map(({ path, text }) => [path, text])];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("hex");
}
