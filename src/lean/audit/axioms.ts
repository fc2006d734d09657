/** Which axioms the package's declarations rest on. */
import type { Constant, Facts } from "./facts.ts";

/** Axioms of Lean itself that every proof may rest on. */
export const STANDARD_AXIOMS: ReadonlySet<string> = new Set([
  ".propext",
  ".Classical.choice",
  ".Quot.sound",
]);

/**
 * Axioms of Lean's own library that prove anything, or trust more than the kernel. Where the bodies of the
 * library's theorems are not at hand, and each looks like an axiom, these are the ones that are.
 */
export const LIBRARY_AXIOMS: ReadonlySet<string> = new Set([
  ...STANDARD_AXIOMS,
  ".sorryAx",
  ".Lean.trustCompiler",
  ".Lean.ofReduceBool",
  ".Lean.ofReduceNat",
  // No axioms, but without their bodies no one sees that they rest on one.
  ".Lean.reduceBool",
  ".Lean.reduceNat",
]);

/** How a declaration of the package comes to rest on an axiom. */
export interface AxiomUse {
  readonly declaration: string;
  readonly axiom: string;
  /** What of its type or body leads to the axiom: the axiom itself, or another declaration. */
  readonly through: string;
}

/**
 * Answers whether a declaration, or an axiom itself, may be what rests on the axiom. Whatever rests on it
 * in turn is then free of the axiom.
 */
export type Permission = (declaration: string, axiom: string) => boolean;

/** What the axioms of the package's world are. */
export interface AxiomQuestion {
  readonly facts: Facts;
  readonly permits: Permission;
}

/** Every axiom that something of the package rests on. */
export function axiomsInUse({ constants, own, libraryIsStubs }: Facts): string[] {
  const isAxiom = ({ name, kind }: Constant) =>
    kind === "axiom" && (own.has(name) || !libraryIsStubs || LIBRARY_AXIOMS.has(name));
  return [...constants.values()].filter(isAxiom).map(({ name }) => name).sort();
}

/** Every axiom that one declaration of the package rests on, but for the standard ones, sorted. */
export function unusualAxioms(facts: Facts, declaration: string): string[] {
  const unusual = axiomsInUse(facts).filter((axiom) => !STANDARD_AXIOMS.has(axiom));
  if (unusual.length === 0) return [];
  const reached = new Set([declaration]);
  // A set is walked to its end, whatever is added on the way.
  for (const name of reached) {
    const constant = facts.constants.get(name);
    constant?.type.forEach((used) => reached.add(used));
    constant?.body.forEach((used) => reached.add(used));
  }
  return unusual.filter((axiom) => reached.has(axiom));
}

/** Every use of an axiom that is none of the standard ones, nearest uses first. */
export function axiomUses(question: AxiomQuestion): AxiomUse[] {
  const refused = axiomsInUse(question.facts)
    .filter((axiom) => !STANDARD_AXIOMS.has(axiom) && !question.permits(axiom, axiom));
  if (refused.length === 0) return [];
  const users = usersOf(question.facts);
  return refused.flatMap((axiom) => usesOf(axiom, users, question));
}

function usesOf(
  axiom: string,
  users: ReadonlyMap<string, readonly string[]>,
  { facts, permits }: AxiomQuestion,
): AxiomUse[] {
  const uses: AxiomUse[] = [];
  const seen = new Set([axiom]);
  let front = [axiom];
  while (front.length > 0) {
    const reached: string[] = [];
    for (const through of front) {
      for (const declaration of users.get(through) ?? []) {
        if (seen.has(declaration)) continue;
        seen.add(declaration);
        const isOwn = facts.own.has(declaration);
        if (isOwn && permits(declaration, axiom)) continue;
        if (isOwn) uses.push({ declaration, axiom, through });
        reached.push(declaration);
      }
    }
    front = reached;
  }
  return uses;
}

/** By constant: those whose type or body names it. */
function usersOf({ constants }: Facts): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { name, type, body } of constants.values()) {
    for (const used of new Set([...type, ...body])) {
      const known = users.get(used);
      if (known === undefined) users.set(used, [name]);
      else known.push(name);
    }
  }
  return users;
}
