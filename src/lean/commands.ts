/**
 * Where commands start, and which declaration each belongs to. Lean's command keywords are reserved
 * words, so outside brackets they cannot be anything else.
 */
import { COMMAND_WORDS, type CommandRole, type Keyword, keywordOf } from "./keywords.ts";
import {
  isSymbol,
  isWord,
  Kind,
  kindOf,
  LAST_TRIVIA,
  next,
  startOf,
  textOf,
  type Tokens,
} from "./tokens.ts";

/** One command of a source. */
export interface Command {
  /** Token of the first attribute, modifier or `… in` prefix. */
  readonly start: number;
  /** Token of the keyword. */
  readonly at: number;
  /** The keyword, such as `theorem` or `notation`. */
  readonly keyword: string;
  /** Token of the declared name, or -1. */
  readonly nameAt: number;
  /** The enclosing namespace, empty at top level. */
  readonly namespace: string;
}

/** The commands of `tokens` in order. Linear; unbalanced brackets lose at most one command. */
export function findCommands(tokens: Tokens): readonly Command[] {
  const commands: Command[] = [];
  const scopes: string[] = [];
  const { text, count, kinds, ends } = tokens;
  let depth = 0;
  let prefix = -1; // first token of the modifiers seen so far
  let before = -1; // previous token that carries code
  let attribute = -1; // the bracket that closes the last `@[`
  for (let i = 0, start = 0; i < count; start = ends[i]!, i++) {
    const kind = kinds[i]!;
    if (kind <= LAST_TRIVIA) continue;
    if (kind === Kind.Symbol) {
      const unit = text.charCodeAt(start);
      if (unit === 0x40) {
        if (depth === 0 && isAttribute(tokens, i)) {
          attribute = OPEN;
          if (prefix < 0) prefix = i;
        }
      } else {
        depth += nesting(unit);
        if (attribute === OPEN && depth === 0) attribute = i;
      }
    } else if (
      (kind === Kind.Ident || kind === Kind.Hash) &&
      COMMAND_WORDS.mayHold(text.charCodeAt(start), text.charCodeAt(ends[i]! - 1), ends[i]! - start)
    ) {
      const keyword = keywordOf(text.slice(start, ends[i]!));
      if (keyword !== undefined) {
        const column1 = isColumn1(tokens, i);
        if (column1) depth = 0;
        if (keyword.role === undefined) {
          if (depth <= 0 && prefix < 0) prefix = i;
        } else if (depth <= 0 && starts(tokens, i, isPrefixed(before), keyword.role, column1)) {
          depth = 0;
          const continues = prefix >= 0 && (before < prefix || isPrefixed(before));
          commands.push(describe(tokens, i, keyword, continues ? prefix : i, scopes));
          openScope(tokens, i, keyword.word, scopes);
          prefix = keyword.prefixes ? (continues ? prefix : i) : -1;
        }
      }
    }
    before = i;
  }
  return commands;

  /** Whether the token before a command may end its prefix: a modifier, `in`, or an attribute's bracket. */
  function isPrefixed(at: number): boolean {
    if (at < 0 || at === attribute || kindOf(tokens, at) === Kind.Hash) return true;
    if (kindOf(tokens, at) !== Kind.Ident) return false;
    const keyword = keywordOf(textOf(tokens, at));
    return isWord(tokens, at, "in") || (keyword !== undefined && keyword.role === undefined);
  }
}

/** Stands for the closing bracket of a list of attributes that is still open. */
const OPEN = -2;

/** Index into `commands` of the command that token `at` belongs to, or -1 before the first. */
export function commandIndex(commands: readonly Command[], at: number): number {
  let low = 0;
  let high = commands.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (commands[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Index into `commands` of the last one whose keyword is token `at` or stands before it, or -1. */
export function keywordIndex(commands: readonly Command[], at: number): number {
  let low = 0;
  let high = commands.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (commands[middle]!.at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether token `i` is first on its line, at column 1. */
export function isColumn1(tokens: Tokens, i: number): boolean {
  const start = startOf(tokens, i);
  return start === 0 || tokens.text.charCodeAt(start - 1) === 0x0a ||
    kindOf(tokens, i - 1) === Kind.Bom;
}

/** What a symbol that starts with `unit` adds to the depth of brackets. */
export function nesting(unit: number): number {
  switch (unit) {
    case 0x28:
    case 0x5b:
    case 0x7b:
    case 0x27e8:
      return 1;
    case 0x29:
    case 0x5d:
    case 0x7d:
    case 0x27e9:
      return -1;
    default:
      return 0;
  }
}

function starts(
  tokens: Tokens,
  i: number,
  prefixed: boolean,
  role: CommandRole,
  column1: boolean,
): boolean {
  if (isAfterDot(tokens, i)) return false;
  if (role === "reserved" || column1) return true;
  // Also a term or tactic (`open X in …`), or an ordinary name: only where a command can start.
  return prefixed;
}

function isAfterDot(tokens: Tokens, i: number): boolean {
  return isSymbol(tokens, i - 1, ".");
}

function isAttribute(tokens: Tokens, i: number): boolean {
  return isSymbol(tokens, next(tokens, i), "[");
}

function describe(
  tokens: Tokens,
  at: number,
  { word, declares }: Keyword,
  start: number,
  scopes: readonly string[],
): Command {
  const nameAt = declares ? nameToken(tokens, at) : -1;
  return { start, at, keyword: word, nameAt, namespace: scopes.at(-1) ?? "" };
}

/** Full name of what the command declares, with the enclosing namespaces; undefined if it has none. */
export function declaredName(tokens: Tokens, { nameAt, namespace }: Command): string | undefined {
  if (nameAt < 0) return undefined;
  const spelled = textOf(tokens, nameAt);
  if (spelled.startsWith("_root_.")) return spelled.slice("_root_.".length);
  return namespace === "" ? spelled : `${namespace}.${spelled}`;
}

/** Token of the name declared after the keyword at `at`, past the `(priority := …)` of an instance; -1 when anonymous. */
function nameToken(tokens: Tokens, at: number): number {
  let i = next(tokens, at);
  if (
    isWord(tokens, at, "class") && (isWord(tokens, i, "inductive") || isWord(tokens, i, "abbrev"))
  ) {
    i = next(tokens, i);
  }
  if (isWord(tokens, at, "instance") && isSymbol(tokens, i, "(")) {
    while (i < tokens.count && !isSymbol(tokens, i, ")")) i = next(tokens, i);
    i = next(tokens, i);
  }
  return kindOf(tokens, i) === Kind.Ident ? i : -1;
}

/** Opens or closes scopes, one for each part of a name; `scopes` holds the full namespace of each open one. */
function openScope(tokens: Tokens, at: number, word: string, scopes: string[]): void {
  const parts = scopeParts(tokens, next(tokens, at));
  if (word === "namespace") {
    for (const part of parts) {
      const outer = scopes.at(-1) ?? "";
      scopes.push(outer === "" ? part : `${outer}.${part}`);
    }
  } else if (word === "section") {
    for (let left = Math.max(1, parts.length); left > 0; left--) scopes.push(scopes.at(-1) ?? "");
  } else if (word === "mutual") scopes.push(scopes.at(-1) ?? "");
  else if (word === "end") {
    for (let left = Math.max(1, parts.length); left > 0; left--) scopes.pop();
  }
}

/** Parts of the name at token `at` as they are spelled; none when the next command starts there. */
function scopeParts(tokens: Tokens, at: number): string[] {
  if (kindOf(tokens, at) !== Kind.Ident) return [];
  const spelled = textOf(tokens, at);
  if (keywordOf(spelled) !== undefined) return [];
  return spelled.match(/«[^»]*»?|[^.«]+/g) ?? [];
}
