/** Digests of statements, with everything of the package that they unfold to. */
import { createHash } from "node:crypto";
import type { Facts } from "../audit/facts.ts";
import { type Meaning, partsOf, spine, Tag, type Term } from "./terms.ts";

/** 160 bits: nobody finds two definitions of one digest. */
const HEX_DIGITS = 40;

/** Computes the digest of a claim, and what it unfolds to. */
export interface Digester {
  /** Equal for two statements exactly when they and all that they unfold to are; names of variables do not count. */
  digest(claim: Meaning): string;
  /** Names of the package's constants that the statement unfolds to, sorted. */
  dependencies(claim: Meaning): string[];
}

/** Works on the facts of one look at the package. */
export function createDigester({ terms, own }: Facts): Digester {
  const bodies = new Map<string, Body>();
  const bodyOf = (meaning: Meaning): Body => {
    let body = bodies.get(meaning.name);
    if (body === undefined) {
      body = canonicalBody(meaning);
      bodies.set(meaning.name, body);
    }
    return body;
  };

  /** Its text without names of variables, and the package's constants in it; proofs are left out. */
  function canonicalBody({ name, levels, isClaim, type, value }: Meaning): Body {
    const uses = new Set<string>();
    const known = new Map<string, number>();
    const byNode = new Map<number, number>();
    const roots = [type, ...value === undefined ? [] : [value]];
    const constant = own.get(name);
    if (constant !== undefined && /^(?:inductive|constructor)$/.test(constant.kind)) {
      constant.body.forEach((part) => uses.add(part));
    }
    if (constant?.kind === "recursor") constant.type.forEach((part) => uses.add(part));
    const text = JSON.stringify([
      isClaim ? "claim" : constant?.kind,
      levels,
      roots.map((root) => canonical(root, { known, byNode, uses })),
      [...known.keys()],
    ]);
    return { hash: sha256(text), uses: [...uses].filter((used) => terms.meanings.has(used)) };
  }

  /** A number for the term: equal terms have equal ones. Walks by a stack, for terms may be deep. */
  function canonical(root: number, state: Canonical): number {
    const stack = [root];
    while (stack.length > 0) {
      const id = stack.at(-1)!;
      if (state.byNode.has(id)) {
        stack.pop();
        continue;
      }
      const term = terms.nodes[id]!;
      const proof = isProof(id);
      const missing = proof ? [] : partsOf(term).filter((part) => !state.byNode.has(part));
      if (missing.length > 0) {
        stack.push(...missing);
        continue;
      }
      stack.pop();
      const key = proof ? "proof" : keyOf(term, state.byNode);
      if (!proof && term.tag === Tag.constant) state.uses.add(term.name);
      if (!proof && term.tag === Tag.projection) state.uses.add(term.name);
      const number = state.known.get(key) ?? state.known.size;
      state.known.set(key, number);
      state.byNode.set(id, number);
    }
    return state.byNode.get(root)!;
  }

  /** All proofs of one proposition are the same to the kernel. */
  function isProof(id: number): boolean {
    const head = terms.nodes[spine(terms.nodes, id).head]!;
    return head.tag === Tag.constant && terms.meanings.get(head.name)?.isClaim === true;
  }

  function reached(claim: Meaning): string[] {
    const found = new Set(bodyOf(claim).uses);
    // A set is walked to its end, whatever is added on the way.
    for (const name of found) bodyOf(terms.meanings.get(name)!).uses.forEach((it) => found.add(it));
    return [...found].sort();
  }

  return {
    digest: (claim) => {
      const parts = reached(claim).map((name) => [name, bodyOf(terms.meanings.get(name)!).hash]);
      return sha256(JSON.stringify([bodyOf(claim).hash, parts])).slice(0, HEX_DIGITS);
    },
    dependencies: reached,
  };
}

interface Body {
  readonly hash: string;
  readonly uses: readonly string[];
}

interface Canonical {
  readonly known: Map<string, number>;
  readonly byNode: Map<number, number>;
  readonly uses: Set<string>;
}

function keyOf(term: Term, byNode: ReadonlyMap<number, number>): string {
  const part = (id: number) => byNode.get(id)!;
  switch (term.tag) {
    case Tag.bound:
      return `b${term.index}`;
    case Tag.sort:
      return `s${term.level}`;
    case Tag.constant:
      return `c${JSON.stringify([term.name, term.levels])}`;
    case Tag.application:
      return `a${part(term.fn)},${part(term.argument)}`;
    case Tag.function:
      return `f${part(term.type)},${part(term.body)}`;
    case Tag.forall:
      return `p${part(term.type)},${part(term.body)}`;
    case Tag.let:
      return `l${part(term.type)},${part(term.value)},${part(term.body)}`;
    case Tag.natural:
      return `n${term.text}`;
    case Tag.string:
      return `t${term.text}`;
    case Tag.projection:
      return `j${part(term.of)},${term.index},${term.name}`;
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
