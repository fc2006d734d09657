/** Has Lean write the facts about the compiled modules, from outside of them. */
import { createHash } from "node:crypto";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { keptFolder } from "../../platform/host/kept.ts";
import { outputTail } from "../../platform/host/output.ts";
import { type Answer, type Digests, leanIdentity, type Toolchain } from "../toolchain/toolchain.ts";
import { type Facts, readFacts, unreadable } from "./facts.ts";
import { nameParts, writtenModule } from "./names.ts";
import { FACTS_PROGRAM } from "./program.ts";
import { type OwnFolder, ownFolder } from "../package/own_folders.ts";
import { emptyStore, type FactStore, type Look, openStore, readLooks } from "./store.ts";

/** The modules to ask about, and what is known of them. */
export interface Asked {
  readonly bundles: readonly Groups[];
  /** Without them Lean is asked every time. */
  readonly digests?: Digests | undefined;
  /** Folder of the package that keeps the facts. */
  readonly folder: OwnFolder;
  /** Whether the modules are extra ones that the gate has made. */
  readonly isExtra?: boolean;
}

/** The facts, and what it took to know them. */
export interface Collected {
  readonly facts: readonly Facts[];
  /** Modules of which the kernel was given each constant again in this run; the others' facts were kept. */
  readonly anew: number;
}

/** How the program ends when the modules cannot be imported together. */
const APART = 3;

/**
 * The facts about the modules of all groups: a bundle at once or, where Lean cannot hold it together, a part of it at
 * a time. For equal digests facts are kept, and a module that the kernel has accepted is not given to it again.
 *
 * @throws GateError (verdict) `audit_failed`: the modules could not be read, or the walk broke off.
 */
export async function collectFacts(
  host: Host,
  formalRoot: string,
  toolchain: Toolchain,
  { bundles, digests, folder, isExtra = false }: Asked,
): Promise<Collected> {
  const modules = union(bundles.flat());
  const asking: Asking = (request) => toolchain.ask(FACTS_PROGRAM, request, isExtra);
  if (!digests || !modules.every((module) => digests.has(module))) {
    const looks = await askAll(asking, bundles, emptyStore());
    return { facts: complete(looks, modules), anew: modules.length };
  }
  const keyOf = keyed(digests, toolchain);
  let collected: Collected | undefined;
  const kept = await keptFolder(
    host,
    ownFolder(formalRoot, folder),
    keyOf(modules),
    async (fresh, earlier) => {
      const store = await openStore(host, earlier, keyOf);
      const anew = modules.filter((module) => !store.isAccepted(module)).length;
      const looks = await askAll(asking, bundles, store);
      collected = { facts: complete(looks, modules), anew };
      await store.save(fresh);
    },
  );
  return collected ?? { facts: complete(await readLooks(host, kept), modules), anew: 0 };
}

/** Groups of modules that Lean has held together before. */
type Groups = readonly (readonly string[])[];

function union(groups: Groups): string[] {
  return [...new Set(groups.flat())].sort();
}

/** The facts, which must tell of all modules. */
function complete(looks: readonly Look[], modules: readonly string[]): Facts[] {
  const facts = looks.map((look) => look.facts);
  const missing = modules.find((module) =>
    !facts.some(({ audited }) => audited.has(writtenModule(module)))
  );
  if (missing !== undefined) throw unreadable(`it does not tell of module "${missing}"`);
  return facts;
}

/** Runs the program on modules. */
type Asking = (request: string) => Promise<Answer>;

async function askAll(
  asking: Asking,
  bundles: readonly Groups[],
  store: FactStore,
): Promise<Look[]> {
  const looks: Look[] = [];
  for (const groups of bundles) {
    const modules = union(groups);
    const known = await store.looksAt(modules) ?? await ask(asking, groups, store);
    store.add(modules, known);
    looks.push(...known);
  }
  return looks;
}

/** Halves what Lean cannot hold together, until it can. */
async function ask(asking: Asking, groups: Groups, store: FactStore): Promise<Look[]> {
  const answer = await asking(requestOf(union(groups), store));
  if (answer.code !== APART || groups.length < 2) {
    const text = textOf(answer);
    const look = { text, facts: readFacts(text) };
    // Two modules that state the same theorem can be held together, but only one of them is then looked at.
    if (look.facts.again.length === 0 || groups.length < 2) return [look];
  }
  const half = groups.length >> 1;
  return [
    ...await ask(asking, groups.slice(0, half), store),
    ...await ask(asking, groups.slice(half), store),
  ];
}

/**
 * As the program reads it: no component has a `/` or a NUL, for it is part of a path. A `/` stands in front of
 * what the kernel has accepted.
 */
function requestOf(modules: readonly string[], store: FactStore): string {
  return modules.map((module) => {
    const path = nameParts(writtenModule(module)).join("/");
    return store.isAccepted(module) ? `/${path}\0` : `${path}\0`;
  }).join("");
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

/** Keys of modules: equal exactly when the facts about them must be. */
function keyed(digests: Digests, { info }: Toolchain): (modules: readonly string[]) => string {
  const start = createHash("sha256").update(JSON.stringify([leanIdentity(info), FACTS_PROGRAM]));
  return (modules) => {
    const named = modules.map((module) => [module, digests.get(module)]);
    return start.copy().update(JSON.stringify(named)).digest("hex");
  };
}
