/**
 * Which binders of a statement its own text does not have: those of `variable` and `include`, and names that Lean
 * binds by itself. Where the text is not understood, more is taken for such, never less.
 */
import { declarationText } from "../audit/declaration_text.ts";
import type { Facts } from "../audit/facts.ts";
import { nameParts } from "../audit/names.ts";
import type { Sources } from "../audit/places.ts";
import { lex } from "../syntax/lexer.ts";
import { Kind, kindOf, next, startOf, textOf, type Tokens } from "../syntax/tokens.ts";
import { type Meaning, Tag, type Terms } from "./terms.ts";

/** How many of the first binders of the claim's type are not in its own text. */
export function unwrittenBinders(facts: Facts, sources: Sources, claim: Meaning): number {
  const bound = leadingBinders(facts.terms, claim);
  const text = declarationText(facts, sources, claim.name);
  if (text === undefined) return bound.length;
  const tokens = lex(text.text);
  const written = signatureOf(tokens, tokenFrom(tokens, text.nameOffset));
  const all = [...written.binders, ...written.quantified];
  const count = bound.length - all.length;
  const isMatch = (from: number, names: readonly string[]) =>
    names.every((name, index) => name === "" || name === bound[from + index]);
  if (count >= 0 && isMatch(count, all)) return count;
  // The statement's own text is not understood: its binders may still be.
  for (let from = bound.length - written.binders.length; from >= 0; from--) {
    if (isMatch(from, written.binders)) return from;
  }
  return bound.length;
}

/**
 * Names of the first binders, up to the first arrow: that is a part of the statement itself, and so is what follows.
 * A name that Lean has made is empty.
 */
function leadingBinders({ nodes }: Terms, { type }: Meaning): string[] {
  const names: string[] = [];
  for (
    let term = nodes[type]!;
    term.tag === Tag.forall && !isArrowName(term.name);
    term = nodes[term.body]!
  ) {
    const parts = nameParts(term.name);
    names.push(parts.includes("_@") ? "" : parts.join("."));
  }
  return names;
}

/** The name that Lean gives to what stands before `→`; the scope tells it from variables of macros. */
function isArrowName(name: string): boolean {
  return name.startsWith(".a._@._internal.");
}

interface Signature {
  /** Names in front of the colon, an empty one for a binder without. */
  readonly binders: readonly string[];
  /** Names that the statement begins by binding with `∀`. */
  readonly quantified: readonly string[];
}

const OPENING: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["{", "}"],
  ["[", "]"],
  ["⦃", "⦄"],
  ["{{", "}}"],
  ["⟨", "⟩"],
]);

/** Reads what follows the name at token `at`. */
function signatureOf(tokens: Tokens, at: number): Signature {
  let i = next(tokens, at);
  // Universe names: `t.{u, v}`.
  if (textOf(tokens, i) === ".") i = next(tokens, closing(tokens, next(tokens, i), "}"));
  const { names: binders, end } = readBinders(tokens, i);
  const quantified: string[] = [];
  i = end;
  if (textOf(tokens, i) !== ":") return { binders, quantified };
  i = next(tokens, i);
  while (textOf(tokens, i) === "∀") {
    const { names, end } = readBinders(tokens, next(tokens, i));
    quantified.push(...names);
    i = end;
    if (textOf(tokens, i) === ":") {
      // `∀ x y : T, …`
      while (i < tokens.count && textOf(tokens, i) !== ",") i = skip(tokens, i);
    }
    if (textOf(tokens, i) !== ",") break;
    i = next(tokens, i);
  }
  return { binders, quantified };
}

/** Names, alone or in brackets; ends at the first token that is neither. */
function readBinders(tokens: Tokens, start: number): { names: string[]; end: number } {
  const names: string[] = [];
  let i = start;
  for (;;) {
    const text = textOf(tokens, i);
    const close = text === "⟨" ? undefined : OPENING.get(text);
    if (kindOf(tokens, i) === Kind.Ident || text === "_") {
      names.push(text === "_" ? "" : plain(text));
      i = next(tokens, i);
    } else if (close !== undefined) {
      const end = closing(tokens, i, close);
      names.push(...namesIn(tokens, next(tokens, i), end, text === "["));
      i = next(tokens, end);
    } else return { names, end: i };
  }
}

/** Names in front of a binder's colon; `[C]` has one without a name. */
function namesIn(tokens: Tokens, from: number, to: number, isInstance: boolean): string[] {
  const names: string[] = [];
  for (let i = from; i < to; i = next(tokens, i)) {
    const text = textOf(tokens, i);
    if (text === ":") return names;
    if (text === "_") names.push("");
    else if (kindOf(tokens, i) === Kind.Ident) names.push(plain(text));
    else return isInstance ? [""] : names;
  }
  return isInstance ? [""] : names;
}

/** Index of the bracket that closes the one at `i`. */
function closing(tokens: Tokens, i: number, close: string): number {
  let k = next(tokens, i);
  while (k < tokens.count && textOf(tokens, k) !== close) k = skip(tokens, k);
  return k;
}

/** Behind the token, or behind the bracket that closes it. */
function skip(tokens: Tokens, i: number): number {
  const close = OPENING.get(textOf(tokens, i));
  return next(tokens, close === undefined ? i : closing(tokens, i, close));
}

function plain(text: string): string {
  return text.replaceAll(/[«»]/g, "");
}

function tokenFrom(tokens: Tokens, offset: number): number {
  let i = next(tokens, -1);
  while (i < tokens.count && startOf(tokens, i) < offset) i = next(tokens, i);
  return i;
}
