/** The tokens that `notation`, `macro` and `syntax` commands declare. */
import type { Command } from "../../syntax/commands.ts";
import { MIXFIX } from "../../syntax/keywords.ts";
import { lex } from "../../syntax/lexer.ts";
import {
  isSymbol,
  Kind,
  kindOf,
  LAST_TRIVIA,
  next,
  previous,
  textOf,
  type Tokens,
} from "../../syntax/tokens.ts";

/** A token as declared. */
export interface Atom {
  /** The string literal that spells it. */
  readonly at: number;
  /** Its text, unescaped and without the spaces that only format output. */
  readonly value: string;
}

/** What one syntax command declares. */
export interface DeclaredSyntax {
  readonly atoms: readonly Atom[];
  /** Whether it is a term: a notation is one. */
  readonly isTerm: boolean;
  /** Whether something else stands before the first token, and after it: `a = b` has it on both sides. */
  readonly leads: boolean;
  readonly trails: boolean;
}

/** What may follow `infix` and its like; the words are common in prose, too. */
export const OPERATOR_STARTS = '"(:';

/** Symbols of precedences, options and repetitions in the pattern of a notation. */
const PATTERN_SYMBOL = /^[:=()+\-*,%$?]+$/;

/** Reads the pattern of `command`, whose last token is before `limit`. */
export function readSyntax(tokens: Tokens, command: Command, limit: number): DeclaredSyntax {
  const { at, keyword } = command;
  const atoms: Atom[] = [];
  let leads = /^(infix[lr]?|postfix)$/.test(keyword);
  let trails = /^(infix[lr]?|prefix)$/.test(keyword);
  const first = next(tokens, at);
  const isMixfix = MIXFIX.has(keyword);
  // A notation's colons give precedences only.
  const isCategorised = /^(syntax|macro|elab)$/.test(keyword);
  const isNamed = kindOf(tokens, first) === Kind.Ident &&
    isSymbol(tokens, next(tokens, first), ":=");
  let isTerm = !isCategorised;
  if (isMixfix && !OPERATOR_STARTS.includes(textOf(tokens, first).charAt(0) || " ")) {
    return { atoms, isTerm, leads, trails };
  }
  let depth = 0;
  for (let i = first; i < limit; i = next(tokens, i)) {
    const kind = kindOf(tokens, i);
    // What follows a colon is the category or the precedence of what stands before it.
    const isBehindColon = isSymbol(tokens, previous(tokens, i), ":");
    if (kind === Kind.Str) atoms.push({ at: i, value: unescape(textOf(tokens, i)).trim() });
    else if (kind === Kind.Ident && depth === 0) {
      if (isBehindColon && isCategorised && !isNamed) isTerm = textOf(tokens, i) === "term";
      else if (!isBehindColon && atoms.length === 0) leads = true;
      else if (!isBehindColon) trails = true;
    } else if (kind === Kind.Symbol) {
      const symbol = textOf(tokens, i);
      // Symbols that no notation's pattern has begin something else, in which its keyword is a word.
      if (symbol === "=>" || (!isCategorised && !PATTERN_SYMBOL.test(symbol))) break;
      if (symbol === "(" || symbol === "[") depth++;
      else if (symbol === ")" || symbol === "]") depth--;
    }
  }
  return { atoms, isTerm, leads, trails };
}

/** Words that are findings wherever they stand as code. */
const ESCAPES = /\b(sorry|axiom|unsafe|partial|opaque)\b/;

/** Whether Lean reads `token` as one, where its own tokens alone are a comment, a string or an escape. */
export function hidesText(token: string): boolean {
  if (!/["'`«/-]/.test(token) && !ESCAPES.test(token)) return false;
  const tokens = lex(token);
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kinds[i]!;
    if (kind === Kind.Ident && tokens.count > 1 && ESCAPES.test(textOf(tokens, i))) return true;
    // What a comment or a string begins with is one, whatever is declared.
    if (i > 0 && kind !== Kind.Whitespace && (kind <= LAST_TRIVIA || isText(kind))) return true;
  }
  return false;
}

function isText(kind: number): boolean {
  return kind >= Kind.Char && kind <= Kind.InterpStart;
}

/** The text a string literal stands for, as far as tokens need it. */
function unescape(literal: string): string {
  const body = literal.slice(1, literal.endsWith('"') ? -1 : undefined);
  return body.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])/g, (_, escape: string) => {
    if (escape.length > 1) return String.fromCharCode(parseInt(escape.slice(1), 16));
    return escape === "n" ? "\n" : escape === "t" ? "\t" : escape === "r" ? "\r" : escape;
  });
}
