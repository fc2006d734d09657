/** The part of a declaration before its body: binders and statement. */
import type { Command } from "../../syntax/commands.ts";
import { identParts } from "../../syntax/names.ts";
import { isSymbol, isWord, Kind, kindOf, next, textOf, type Tokens } from "../../syntax/tokens.ts";

/** One bracketed binder, `(h : False)` or `[Fact False]`. */
export interface Binder {
  readonly open: number;
  readonly close: number;
  /** Token of the colon at the binder's own level, or -1. */
  readonly colon: number;
}

/** The binders before the colon, and the statement after it. */
export interface Signature {
  readonly binders: readonly Binder[];
  /** First token of the statement, or -1 when there is none. */
  readonly statement: number;
  /** The token after the signature: `:=`, `|`, `where`, `by` or the end. */
  readonly end: number;
}

/** Reads the signature of `command` up to token `limit`. Linear in its length. */
export function readSignature(tokens: Tokens, command: Command, limit: number): Signature {
  const binders: Binder[] = [];
  let statement = -1;
  let depth = 0;
  let open = -1;
  let colon = -1;
  let i = next(tokens, command.nameAt >= 0 ? command.nameAt : command.at);
  for (; i < limit; i = next(tokens, i)) {
    if (kindOf(tokens, i) !== Kind.Symbol) {
      if (depth === 0 && (isWord(tokens, i, "where") || isWord(tokens, i, "by"))) break;
      continue;
    }
    const symbol = textOf(tokens, i);
    if (OPENING.has(symbol)) {
      if (depth++ === 0) {
        open = i;
        colon = -1;
      }
    } else if (CLOSING.has(symbol)) {
      if (--depth === 0 && statement < 0) binders.push({ open, close: i, colon });
      if (depth < 0) break;
    } else if (symbol === ":") {
      if (depth === 0 && statement < 0) statement = next(tokens, i);
      else if (depth === 1 && colon < 0) colon = i;
    } else if (depth === 0 && (symbol === ":=" || symbol === "|")) break;
  }
  return { binders, statement, end: Math.min(i, limit) };
}

/** The binder of `signature` that holds token `at`, if any. */
export function binderAt(signature: Signature, at: number): Binder | undefined {
  const { binders } = signature;
  let low = 0;
  let high = binders.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (binders[middle]!.close < at) low = middle + 1;
    else high = middle;
  }
  const binder = binders[low];
  return binder !== undefined && binder.open < at ? binder : undefined;
}

/** Whether tokens `from` to `to` (inclusive) are `False`, inside any number of parentheses. */
export function spellsFalse(tokens: Tokens, from: number, to: number): boolean {
  let first = from;
  let last = to;
  while (isSymbol(tokens, first, "(") && isSymbol(tokens, last, ")")) {
    first = next(tokens, first);
    last = before(tokens, last);
  }
  return first === last && identParts(tokens, first).join(".") === "False";
}

function before(tokens: Tokens, i: number): number {
  let k = i - 1;
  while (k >= 0 && tokens.kinds[k]! <= Kind.ModuleDoc) k--;
  return k;
}

const OPENING: ReadonlySet<string> = new Set(["(", "[", "{", "⟨", "⦃"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}", "⟩", "⦄"]);
