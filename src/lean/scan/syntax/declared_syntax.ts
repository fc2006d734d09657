/**
 * The tokens that a file's own `notation`, `macro` and `syntax` commands add. Most leave the rest of
 * the text as it was; one that holds a comment opener or a quote changes what is code.
 */
import type { Command } from "../../syntax/commands.ts";
import { MIXFIX } from "../../syntax/keywords.ts";
import { lex } from "../../syntax/lexer.ts";
import {
  isSymbol,
  isWord,
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
  /** Whether it may stand in the place of the token before: `"=" <|> "=="`. */
  readonly isAlternative: boolean;
}

/** What one syntax command declares. */
export interface DeclaredSyntax {
  readonly atoms: readonly Atom[];
  /** The syntax category: `term` for a notation, and `NAMED` for one that others use by its name. */
  readonly category: string;
  /** Whether it reads an interpolated string. */
  readonly interpolates: boolean;
  /** Whether something else stands before the first token, and after it. */
  readonly shape: Shape;
}

/** Category of syntax such as `syntax sign := "+" <|> "-"`. */
const NAMED = "named";

/** What stands around a token that is declared: `a = b` has it on both sides. */
export interface Shape {
  readonly leads: boolean;
  readonly trails: boolean;
}

/** What is asked of a command, whether or not the tokens behind it are there. */
type SyntaxCommand = Pick<Command, "at" | "keyword">;

/** Reads the pattern of `command`, whose last token is before `limit`. */
export function readSyntax(tokens: Tokens, command: SyntaxCommand, limit: number): DeclaredSyntax {
  const atoms: Atom[] = [];
  const shape = {
    leads: /^(infix[lr]?|postfix)$/.test(command.keyword),
    trails: /^(infix[lr]?|prefix)$/.test(command.keyword),
  };
  if (MIXFIX.has(command.keyword) && !namesOperator(tokens, next(tokens, command.at))) {
    return { atoms, category: "term", interpolates: false, shape };
  }
  // A notation's colons give precedences only.
  const categorised = /^(syntax|macro|elab)$/.test(command.keyword);
  const name = next(tokens, command.at);
  const isNamed = kindOf(tokens, name) === Kind.Ident && isSymbol(tokens, next(tokens, name), ":=");
  let category = isNamed ? NAMED : categorised ? "" : "term";
  let interpolates = false;
  let depth = 0;
  for (let i = next(tokens, command.at); i < limit; i = next(tokens, i)) {
    const kind = kindOf(tokens, i);
    if (kind === Kind.Str) {
      const isAlternative = isSymbol(tokens, previous(tokens, i), "<|>");
      atoms.push({ at: i, value: unescape(textOf(tokens, i)).trim(), isAlternative });
    } else if (kind === Kind.Ident) {
      interpolates ||= isWord(tokens, i, "interpolatedStr");
      // What follows a colon is the category or the precedence of what stands before it.
      if (depth === 0 && !isSymbol(tokens, previous(tokens, i), ":")) {
        if (atoms.length === 0) shape.leads = true;
        else shape.trails = true;
      }
    } else if (kind === Kind.Symbol) {
      const symbol = textOf(tokens, i);
      if (symbol === "(" || symbol === "[") depth++;
      else if (symbol === ")" || symbol === "]") depth--;
      else if (symbol === "=>") break;
      else if (symbol === ":" && depth === 0 && categorised && !isNamed) {
        const name = next(tokens, i);
        if (kindOf(tokens, name) === Kind.Ident) category = textOf(tokens, name);
      }
    }
  }
  return { atoms, category, interpolates, shape };
}

/** What may follow `infix` and its like; the words are common in prose, too. */
export const OPERATOR_STARTS = '"(:';

function namesOperator(tokens: Tokens, at: number): boolean {
  return OPERATOR_STARTS.includes(textOf(tokens, at).charAt(0) || " ");
}

/** Whether Lean's table would make of `token` something else than text with a comment or a string in it. */
export function hidesText(token: string): boolean {
  if (!/["'`«/-]/.test(token)) return false;
  const tokens = lex(token);
  for (let i = 1; i < tokens.count; i++) {
    const kind = tokens.kinds[i]!;
    if (kind !== Kind.Whitespace && (kind <= LAST_TRIVIA || isText(kind))) return true;
  }
  return false;
}

/** What a syntax command declares that changes how text splits. */
export interface TaughtSyntax {
  readonly syntax: readonly SharedSyntax[];
  /** Whether it holds only in the scope around the command. */
  readonly isLocal: boolean;
}

/** Reads what `command`, which ends before token `limit` of a namespace, declares that the lexer must know. */
export function syntaxToTeach(
  tokens: Tokens,
  command: SyntaxCommand,
  limit: number,
  namespace: string,
  changesSplit: (token: string) => boolean,
): TaughtSyntax {
  // Further before may stand another command: `attribute [local simp] foo in`.
  const modifier = previous(tokens, command.at);
  const isLocal = isWord(tokens, modifier, "local");
  const scope = isWord(tokens, modifier, "scoped") ? namespace : "";
  const { atoms, interpolates } = readSyntax(tokens, command, limit);
  const syntax: SharedSyntax[] = [];
  for (const { value } of atoms) {
    if (interpolates && isName(value)) syntax.push({ text: value, interpolates, scope });
    if (changesSplit(value)) syntax.push({ text: value, interpolates: false, scope });
  }
  return { syntax, isLocal };
}

/** A declared token that changes how the files split that import its own. */
export interface SharedSyntax {
  readonly text: string;
  /** Whether a string after it is interpolated; else it is a token with a comment or a quote in it. */
  readonly interpolates: boolean;
  /** The namespace that must be open; empty for one that always holds. */
  readonly scope: string;
}

/** Whether text that starts with `token` splits differently once the token is declared. */
export function changesSplit(token: string): boolean {
  // Lean reads strings, numbers and comments before it looks at its table.
  if (token === "" || /^["0-9]|^--|^\/-/.test(token) || isName(token)) return false;
  if (hidesText(token) || holdsKeyword(token)) return true;
  return ["-", "-x", "x", "'x'"].some((rest) => !splitsAt(token + rest, token.length));
}

/** Words that are findings wherever they stand as code, and so not inside a token such as `[sorry]`. */
const KEYWORDS = /\b(sorry|axiom|unsafe|partial|opaque)\b/;

function holdsKeyword(token: string): boolean {
  if (!KEYWORDS.test(token)) return false;
  const tokens = lex(token);
  return Array.from({ length: tokens.count }, (_, i) => textOf(tokens, i))
    .some((word) => KEYWORDS.exec(word)?.[0] === word);
}

function splitsAt(text: string, offset: number): boolean {
  const tokens = lex(text);
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.ends[i] === offset) return true;
  }
  return false;
}

function isName(token: string): boolean {
  if (/^[A-Za-z_]\w*$/.test(token)) return true;
  const tokens = lex(token);
  return tokens.count === 1 && tokens.kinds[0] === Kind.Ident;
}

function isText(kind: number): boolean {
  return kind === Kind.Str || kind === Kind.RawStr || kind === Kind.Char ||
    kind === Kind.InterpStart;
}

/** The text a string literal stands for, as far as tokens need it. */
function unescape(literal: string): string {
  const body = literal.slice(1, literal.endsWith('"') ? -1 : undefined);
  return body.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])/g, (_, escape: string) => {
    if (escape.length > 1) return String.fromCharCode(parseInt(escape.slice(1), 16));
    return escape === "n" ? "\n" : escape === "t" ? "\t" : escape === "r" ? "\r" : escape;
  });
}
