/** Has Lean write the facts about the compiled modules, from outside of them. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { keptFolder } from "../../platform/host/kept.ts";
import { outputTail } from "../../platform/host/output.ts";
import { digestOfData } from "../package/read_data.ts";
import type { Lakefile } from "../package/lakefile.ts";
import type { SourceFile } from "../package/modules.ts";
import { type Answer, leanIdentity, type Toolchain } from "../toolchain/toolchain.ts";
import { type Facts, readFacts, unreadable } from "./facts.ts";
import { nameParts, writtenModule } from "./names.ts";
import { FACTS_PROGRAM } from "./program.ts";
import { ownFolder } from "../package/own_folders.ts";

/** A package as written. */
export interface PackageText {
  readonly sources: readonly SourceFile[];
  /** What Lake is told. */
  readonly lakefile: Lakefile;
  /** Whether the modules are extra ones that the gate has made. */
  readonly isExtra?: boolean;
}

/** How the program ends when the modules cannot be imported together. */
const APART = 3;

/**
 * The facts about the modules of all groups: a bundle at once or, where Lean cannot hold it together, a part of it at
 * a time. Embedded Lean verifies, by digest, that what it compiled is still there: for the same sources its facts
 * are kept. What a native Lean finds is asked for every time.
 *
 * @throws GateError (verdict) `audit_failed`: the modules could not be read, or the walk broke off.
 */
export async function collectFacts(
  host: Host,
  formalRoot: string,
  toolchain: Toolchain,
  bundles: readonly Groups[],
  { sources, lakefile, isExtra = false }: PackageText,
): Promise<Facts[]> {
  const modules = union(bundles.flat());
  const asking: Asking = (request) => toolchain.ask(FACTS_PROGRAM, request, isExtra);
  const read = (answers: readonly string[]) => readAll(answers, modules);
  if (toolchain.info.backend === "native") return read(await askAll(asking, bundles));
  const base = ownFolder(formalRoot, "audited");
  const data = await digestOfData(host, formalRoot, sources);
  const key = keyOf(toolchain, modules, { sources, lakefile }, data);
  const folder = await keptFolder(host, base, key, async (fresh) => {
    const answers = await askAll(asking, bundles);
    read(answers);
    for (const [i, answer] of answers.entries()) {
      await host.files.writeAtomic(join(fresh, factsFile(i)), answer);
    }
  });
  const kept: string[] = [];
  for (let answer; (answer = await host.files.readText(join(folder, factsFile(kept.length))));) {
    kept.push(answer);
  }
  return read(kept);
}

/** Groups of modules that Lean has held together before. */
type Groups = readonly (readonly string[])[];

function union(groups: Groups): string[] {
  return [...new Set(groups.flat())].sort();
}

function readAll(answers: readonly string[], modules: readonly string[]): Facts[] {
  const facts = answers.map(readFacts);
  const missing = modules.find((module) =>
    !facts.some(({ audited }) => audited.has(writtenModule(module)))
  );
  if (missing !== undefined) throw unreadable(`it does not tell of module "${missing}"`);
  return facts;
}

/** Runs the program on modules. */
type Asking = (request: string) => Promise<Answer>;

async function askAll(asking: Asking, bundles: readonly Groups[]): Promise<string[]> {
  const answers: string[] = [];
  for (const groups of bundles) answers.push(...await ask(asking, groups));
  return answers;
}

/** Halves what Lean cannot hold together, until it can. */
async function ask(asking: Asking, groups: Groups): Promise<string[]> {
  const answer = await asking(requestOf(union(groups)));
  // Two modules that state the same theorem can be held together, but only one of them is then looked at.
  const isWhole = answer.code !== APART && readFacts(textOf(answer)).again.length === 0;
  if (isWhole || groups.length < 2) return [textOf(answer)];
  const half = groups.length >> 1;
  return [
    ...await ask(asking, groups.slice(0, half)),
    ...await ask(asking, groups.slice(half)),
  ];
}

function factsFile(number: number): string {
  return `facts-${number}.ndjson`;
}

/** As the program reads it: no component has a `/` or a NUL, for it is part of a path. */
function requestOf(modules: readonly string[]): string {
  return modules.map((module) => `${nameParts(writtenModule(module)).join("/")}\0`).join("");
}

function textOf(answer: Answer): string {
  if (answer.code === 0 && answer.text !== undefined) return answer.text;
  throw new GateError("verdict", {
    code: "audit_failed",
    message: `The audit of the compiled modules ended with exit code ${answer.code}`,
    hint: "See what Lean says below; a module that cannot be read cannot be audited.",
    detail: outputTail(answer),
  });
}

/** Equal exactly when the facts must be: program, modules, sources and what they read, what Lake is told, and Lean. */
function keyOf(
  { info }: Toolchain,
  modules: readonly string[],
  { sources, lakefile }: PackageText,
  data: string,
): string {
  const inputs = [
    leanIdentity(info),
    FACTS_PROGRAM,
    modules,
    lakefile,
    sources.map(({ path, text }) => [path, text]),
    data,
  ];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("hex");
}
