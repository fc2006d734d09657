/** Where a term stands in a pattern: there it is compared with, and produces nothing. */
import {
  isOnNewLine,
  isSymbol,
  isWord,
  Kind,
  kindOf,
  next,
  previous,
  textOf,
  type Tokens,
} from "../../syntax/tokens.ts";
import { ARROWED } from "./tactic_words.ts";

/** How many tokens on either side are looked at. */
const REACH = 40;

/** Symbols that patterns are made of, besides names and literals. */
const PARTS: ReadonlySet<string> = new Set([..."()[]⟨⟩,.#@`$"]);

/** Words before a pattern, words that a term follows, and tactics with an arrow of their own. */
const ENDS: ReadonlySet<string> = new Set([
  ...ARROWED,
  "let",
  "fun",
  "matches",
  "exact",
  "apply",
  "refine",
  "simp",
  "return",
  "throw",
  "pure",
  "by",
]);

/** Whether tokens `from` to `to` are in a pattern: of an arm, a `fun` or a `let`, or behind `matches`. */
export function isInPattern(tokens: Tokens, from: number, to: number): boolean {
  let opener = previous(tokens, from);
  for (let steps = 0, after = from; steps < REACH && isPart(tokens, opener); steps++) {
    // Only a symbol goes on with a pattern on the next line.
    if (isOnNewLine(tokens, after) && kindOf(tokens, opener) !== Kind.Symbol) return false;
    after = opener;
    opener = previous(tokens, opener);
  }
  if (isWord(tokens, opener, "matches")) return true;
  const binds = isWord(tokens, opener, "let");
  if (!binds && !isWord(tokens, opener, "fun") && !isSymbol(tokens, opener, "|")) return false;
  let end = next(tokens, to);
  for (let steps = 0; steps < REACH; steps++) {
    const alternative = !binds && isSymbol(tokens, end, "|");
    if (!alternative && !isPart(tokens, end)) break;
    // What follows on a later line is no part of the pattern, unless it is the next pattern.
    if (!alternative && isOnNewLine(tokens, end)) return false;
    end = next(tokens, end);
  }
  const arrows = binds ? [":=", "←", "<-"] : ["=>", "↦"];
  return arrows.some((arrow) => isSymbol(tokens, end, arrow));
}

function isPart(tokens: Tokens, i: number): boolean {
  const kind = kindOf(tokens, i);
  if (kind === Kind.Symbol) return PARTS.has(textOf(tokens, i));
  if (kind === Kind.Ident) return !ENDS.has(textOf(tokens, i));
  return kind === Kind.NameLit || kind === Kind.Number || kind === Kind.Str || kind === Kind.Char;
}
