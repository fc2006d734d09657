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
  LAST_TRIVIA,
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
  const finder = createCommandFinder(tokens);
  const { count, kinds, ends } = tokens;
  for (let i = 0, start = 0; i < count; start = ends[i]!, i++) {
    const kind = kinds[i]!;
    if (kind > LAST_TRIVIA && mayBound(tokens, kind, start, ends[i]!)) {
      finder.take(kind, i, start, ends[i]!);
    }
  }
  return finder.commands();
}

/** A command as it is found, before the tokens behind it are there. */
export interface Begun extends Pick<Command, "start" | "at" | "keyword"> {
  /** Whether an `in` joins it to the command before, which ends with it. */
  readonly joined: boolean;
}

/** A cheap look at a token that carries code: whether it may bound a command or a bracket. */
export function mayBound({ text }: Tokens, kind: number, start: number, end: number): boolean {
  const unit = text.charCodeAt(start);
  if (kind === Kind.Symbol) return unit === 0x40 || nestingOf(text, start, end) !== 0;
  return (kind === Kind.Ident || kind === Kind.Hash) &&
    COMMAND_WORDS.mayHold(unit, text.charCodeAt(end - 1), end - start);
}

/** Finds commands while a text is being split. */
export interface CommandFinder {
  /** Takes the token `i`, one that {@linkcode mayBound}; `false` when whoever was told of a beginning wants it again. */
  take(kind: number, i: number, start: number, end: number): boolean;
  /** The command that was begun last. */
  last(): Begun | undefined;
  /** How many brackets are open in it. */
  depth(): number;
  /** All of them, once every token is there. */
  commands(): readonly Command[];
}

/**
 * Told that a command or what stands before one begins at token `i`, which is not taken yet: what came
 * before has ended, unless it is `joined` to the command, as `open … in` is. Returns whether to take it now.
 */
export type Begins = (i: number, joined: boolean) => boolean;

/** Finds the commands of `tokens`, which may still grow. */
export function createCommandFinder(tokens: Tokens, begins: Begins = () => true): CommandFinder {
  const { text } = tokens;
  const found: (Begun & { readonly declares: boolean })[] = [];
  let depth = 0;
  let prefix = -1; // first token of the modifiers seen so far
  let awaitsIn = false; // whether they are a command, which only an `in` joins to the next
  let attribute = -1; // the bracket that closes the last `@[`
  return {
    take(kind, i, start, end) {
      if (kind === Kind.Symbol) return symbol(i, start, end);
      const keyword = keywordOf(text.slice(start, end));
      return keyword === undefined || word(keyword, i);
    },
    last: () => found.at(-1),
    depth: () => depth,
    commands() {
      const scopes: string[] = [];
      return found.map(({ start, at, keyword, declares }) => {
        const nameAt = declares ? nameToken(tokens, at) : -1;
        const command = { start, at, keyword, nameAt, namespace: scopes.at(-1) ?? "" };
        follow(scopeChange(tokens, at, keyword), scopes);
        return command;
      });
    },
  };

  function symbol(i: number, start: number, end: number): boolean {
    if (text.charCodeAt(start) !== 0x40) {
      depth += nestingOf(text, start, end);
      if (attribute === OPEN && depth === 0) attribute = i;
    } else if (depth === 0 && text.charCodeAt(start + 1) === 0x5b) {
      if (!modifier(i)) return false;
      attribute = OPEN;
    }
    return true;
  }

  function word({ word, role, prefixes, declares }: Keyword, i: number): boolean {
    const column1 = isColumn1(tokens, i);
    if (column1) depth = 0;
    if (depth > 0) return true;
    const before = previous(tokens, i);
    // `open scoped A` has no modifier in it.
    if (role === undefined) return isWord(tokens, before, "open") || modifier(i);
    const last = found.at(-1);
    if (last !== undefined && INDUCTIVES.has(last.keyword) && isAfterBar(tokens, i)) return true;
    if (starts(tokens, i, isPrefixed(before), role, column1)) {
      const continues = prefix >= 0 &&
        (awaitsIn ? isWord(tokens, before, "in") : before < prefix || isPrefixed(before));
      const joined = continues && last?.start === prefix;
      if (!begins(i, joined)) return false;
      depth = 0;
      found.push({ start: continues ? prefix : i, at: i, keyword: word, declares, joined });
      prefix = prefixes ? (continues ? prefix : i) : -1;
      awaitsIn = prefixes;
    }
    return true;
  }

  /** Takes a modifier or an attribute's `@`. */
  function modifier(i: number): boolean {
    const joins = prefix >= 0 && (!awaitsIn || isWord(tokens, previous(tokens, i), "in"));
    if (!joins) {
      if (!begins(i, false)) return false;
      prefix = i;
    }
    awaitsIn = false;
    return true;
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

/** What a symbol adds to the depth of brackets; a declared token may be a whole pair. */
export function nestingOf(text: string, start: number, end: number): number {
  const first = nesting(text.charCodeAt(start));
  return end - start === 1 ? first : first + nesting(text.charCodeAt(end - 1));
}

function nesting(unit: number): number {
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

/** The scopes that a command opens, by the parts of its name as they are spelled, or how many it ends. */
export type ScopeChange =
  | { readonly type: "enter"; readonly parts: readonly string[]; readonly isNamespace: boolean }
  | { readonly type: "leave"; readonly count: number };

/** What `keyword` at token `at` does to the scopes; undefined for most commands. */
export function scopeChange(tokens: Tokens, at: number, keyword: string): ScopeChange | undefined {
  const parts = () => scopeParts(tokens, next(tokens, at));
  switch (keyword) {
    case "namespace":
      return { type: "enter", parts: parts(), isNamespace: true };
    case "section":
      return { type: "enter", parts: parts(), isNamespace: false };
    case "mutual":
      return { type: "enter", parts: [], isNamespace: false };
    case "end":
      return { type: "leave", count: Math.max(1, parts().length) };
    default:
      return undefined;
  }
}

/** Follows a change; `scopes` holds the full namespace of each open one. */
function follow(change: ScopeChange | undefined, scopes: string[]): void {
  if (change === undefined) return;
  if (change.type === "leave") {
    scopes.length = Math.max(0, scopes.length - change.count);
    return;
  }
  const { parts, isNamespace } = change;
  for (const part of isNamespace || parts.length > 0 ? parts : [""]) {
    const outer = scopes.at(-1) ?? "";
    scopes.push(!isNamespace ? outer : outer === "" ? part : `${outer}.${part}`);
  }
}

/** Parts of the name at token `at` as they are spelled; none when the next command starts there. */
function scopeParts(tokens: Tokens, at: number): string[] {
  if (kindOf(tokens, at) !== Kind.Ident) return [];
  const spelled = textOf(tokens, at);
  if (keywordOf(spelled) !== undefined) return [];
  return spelled.match(/«[^»]*»?|[^.«]+/g) ?? [];
}
