/**
 * Where commands start, and which declaration each belongs to. Lean's command keywords are reserved
 * words, so outside brackets they cannot be anything else.
 */
import { COMMAND_WORDS, type CommandRole, type Keyword, keywordOf } from "./keywords.ts";
import {
  isOnNewLine,
  isSymbol,
  isWord,
  Kind,
  kindOf,
  next,
  previous,
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
  const { text, count, kinds, ends } = tokens;
  const found: Command[] = [];
  const scopes: string[] = [];
  let depth = 0;
  let prefix = -1; // first token of the modifiers seen so far
  let awaitsIn = false; // whether they are a command, which only an `in` joins to the next
  let attribute = -1; // the bracket that closes the last `@[`
  for (let i = 0, start = 0; i < count; start = ends[i]!, i++) {
    const kind = kinds[i]!;
    if (kind === Kind.Symbol) symbol(i, start, ends[i]!);
    else if ((kind === Kind.Ident || kind === Kind.Hash) && mayBeKeyword(start, ends[i]!)) {
      const keyword = keywordOf(text.slice(start, ends[i]!));
      if (keyword !== undefined) word(keyword, i);
    }
  }
  return found;

  function mayBeKeyword(start: number, end: number): boolean {
    return COMMAND_WORDS.mayHold(text.charCodeAt(start), text.charCodeAt(end - 1), end - start);
  }

  function symbol(i: number, start: number, end: number): void {
    if (text.charCodeAt(start) !== 0x40) {
      depth += nestingOf(text.charCodeAt(start));
      if (attribute === OPEN && depth === 0) attribute = i;
    } else if (depth === 0 && text.charCodeAt(end) === 0x5b) {
      modifier(i);
      attribute = OPEN;
    }
  }

  function word({ word, role, prefixes, declares }: Keyword, i: number): void {
    const column1 = isColumn1(tokens, i);
    if (column1) depth = 0;
    if (depth > 0) return;
    const before = previous(tokens, i);
    if (role === undefined) {
      // `open scoped A` has no modifier in it.
      if (!isWord(tokens, before, "open")) modifier(i);
      return;
    }
    const last = found.at(-1);
    if (last !== undefined && INDUCTIVES.has(last.keyword) && isAfterBar(tokens, i)) return;
    if (!starts(tokens, i, isPrefixed(before), role, column1)) return;
    const continues = prefix >= 0 &&
      (awaitsIn ? isWord(tokens, before, "in") : before < prefix || isPrefixed(before));
    const nameAt = declares ? nameToken(tokens, i) : -1;
    const namespace = scopes.at(-1) ?? "";
    found.push({ start: continues ? prefix : i, at: i, keyword: word, nameAt, namespace });
    changeScopes(tokens, i, word, scopes);
    prefix = prefixes ? (continues ? prefix : i) : -1;
    awaitsIn = prefixes;
  }

  /** Takes a modifier or an attribute's `@`. */
  function modifier(i: number): void {
    const joins = prefix >= 0 && (!awaitsIn || isWord(tokens, previous(tokens, i), "in"));
    if (!joins) prefix = i;
    awaitsIn = false;
  }

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
  return lastUpTo(commands, at, "start");
}

/** Index into `commands` of the last one whose keyword is token `at` or stands before it, or -1. */
export function keywordIndex(commands: readonly Command[], at: number): number {
  return lastUpTo(commands, at, "at");
}

function lastUpTo(commands: readonly Command[], at: number, place: "start" | "at"): number {
  let low = 0;
  let high = commands.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (commands[middle]![place] <= at) low = middle + 1;
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

/** What a symbol that begins with this code unit adds to the depth of brackets. */
export function nestingOf(unit: number): number {
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

/** Commands with constructors, whose names may be keywords: `| axiom (n : Nat)`. */
export const INDUCTIVES: ReadonlySet<string> = new Set(["inductive", "coinductive", "class"]);

/** Whether a bar, and at most modifiers, stand before token `i` on its line, as before a constructor. */
export function isAfterBar(tokens: Tokens, i: number): boolean {
  for (let first = i;;) {
    if (isOnNewLine(tokens, first)) return false;
    const before = previous(tokens, first);
    if (kindOf(tokens, before) !== Kind.Ident) return isSymbol(tokens, before, "|");
    const keyword = keywordOf(textOf(tokens, before));
    if (keyword === undefined || keyword.role !== undefined) return false;
    first = before;
  }
}

function isAfterDot(tokens: Tokens, i: number): boolean {
  return isSymbol(tokens, i - 1, ".");
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

/** Follows what `keyword` at token `at` does to `scopes`, the full namespace of each open one. */
function changeScopes(tokens: Tokens, at: number, keyword: string, scopes: string[]): void {
  const isNamespace = keyword === "namespace";
  if (keyword === "end") {
    scopes.length = Math.max(0, scopes.length - Math.max(1, scopeParts(tokens, at).length));
  } else if (keyword === "mutual") scopes.push(scopes.at(-1) ?? "");
  else if (isNamespace || keyword === "section") {
    const parts = scopeParts(tokens, at);
    for (const part of isNamespace || parts.length > 0 ? parts : [""]) {
      const outer = scopes.at(-1) ?? "";
      scopes.push(!isNamespace ? outer : outer === "" ? part : `${outer}.${part}`);
    }
  }
}

/** Parts of the name behind the keyword at token `keyword` as they are spelled; none when a command starts there. */
function scopeParts(tokens: Tokens, keyword: number): string[] {
  const at = next(tokens, keyword);
  if (kindOf(tokens, at) !== Kind.Ident) return [];
  const spelled = textOf(tokens, at);
  if (keywordOf(spelled) !== undefined) return [];
  return spelled.match(/«[^»]*»?|[^.«]+/g) ?? [];
}
