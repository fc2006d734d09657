/** One source text and what the rules ask of it; the costly answers are worked out once, on demand. */
import { findAttributes } from "./attributes.ts";
import {
  type Command,
  commandIndex,
  findCommands,
  INDUCTIVES,
  isAfterBar,
  keywordIndex,
} from "../../syntax/commands.ts";
import { type DeclaredSyntax, readSyntax } from "./atoms.ts";
import { findHeaderEnd } from "../../syntax/header.ts";
import { SYNTAX_COMMANDS } from "../../syntax/keywords.ts";
import type { Roots } from "../roots.ts";
import { identParts } from "../../syntax/names.ts";
import { skeleton } from "../../syntax/look_alikes.ts";
import { findQuotations, type Quotation, quotationAt } from "./quotations.ts";
import { findTacticPositions } from "./tactic_positions.ts";
import {
  isOnNewLine,
  isSymbol,
  isWord,
  Kind,
  kindOf,
  next,
  textOf,
  type Tokens,
} from "../../syntax/tokens.ts";

/** Settings of a scan. */
export interface ScanOptions {
  /** First name parts of the modules that belong to the package or that it declares to require. */
  readonly roots?: Roots;
}

/** A source under scan. */
export interface Source {
  /** The file's name as the caller gave it. */
  readonly file: string;
  /** The text as tokens. */
  readonly tokens: Tokens;
  /** The settings of the scan. */
  readonly options: ScanOptions;
  /** The commands in order. */
  commands(): readonly Command[];
  /** The command that token `at` belongs to. */
  commandAt(at: number): Command | undefined;
  /** The command whose keyword is the last one up to token `at`: in `variable … in theorem …` either. */
  headAt(at: number): Command | undefined;
  /** The command that declares `name`, spelled so; the last of several. */
  declaring(name: string): Command | undefined;
  /** The token after the last one of `command`. */
  endOf(command: Command): number;
  /** The token after the binders of `command`: its colon, or what ends it without a statement. */
  bindersEnd(command: Command): number;
  /** What `command`, a syntax command, declares. */
  syntaxOf(command: Command): DeclaredSyntax;
  /** Whether token `at` names an attribute that is being set. */
  isAttribute(at: number): boolean;
  /** The token after the file's header. */
  headerEnd(): number;
  /** The outermost syntax quotation that holds token `at`. */
  quotationAt(at: number): Quotation | undefined;
  /** Whether token `at` starts a tactic. */
  isTactic(at: number): boolean;
  /** Whether the file opens a namespace below `root`, or is in one: its names need no prefix then. */
  opens(root: string): boolean;
  /** Whether a syntax command of the file declares `token`. */
  declares(token: string): boolean;
  /** The parts of names in the file by what they look like. */
  looks(): ReadonlyMap<string, readonly string[]>;
}

/** Wraps `tokens` for the rules; `found` gives the commands, where they are known. */
export function createSource(
  file: string,
  tokens: Tokens,
  options: ScanOptions,
): Source {
  const commands = once(() => findCommands(tokens));
  const attributes = once(() => findAttributes(tokens));
  const headerEnd = once(() => findHeaderEnd(tokens));
  const quotations = once(() => findQuotations(tokens));
  const tactics = once(() => findTacticPositions(tokens));
  const declared = once(() => new Set(declaredTokens()));
  const bindersEnd = onceEach(findBindersEnd);
  const syntaxOf = onceEach((command: Command) => readSyntax(tokens, command, endOf(command)));
  const looks = once(findLooks);
  const opened = once(findOpened);
  const named = once(() => new Map(commands().map((one) => [textOf(tokens, one.nameAt), one])));
  return {
    file,
    tokens,
    options,
    commands,
    commandAt: (at) => commands()[commandIndex(commands(), at)],
    declaring: (name) => named().get(name),
    headAt: (at) => commands()[keywordIndex(commands(), at)],
    bindersEnd,
    syntaxOf,
    endOf,
    isAttribute: (at) => attributes().has(at),
    headerEnd,
    quotationAt: (at) => quotationAt(quotations(), at),
    isTactic: (at) => tactics()[at] === 1,
    opens: (root) => opened().has(root),
    declares: (token) => declared().has(token),
    looks,
  };

  function findLooks(): ReadonlyMap<string, readonly string[]> {
    const parts = new Set<string>();
    for (let i = 0; i < tokens.count; i++) {
      for (const part of identParts(tokens, i)) parts.add(part);
    }
    return Map.groupBy(parts, skeleton);
  }

  function declaredTokens(): string[] {
    return commands().filter(({ keyword }) => SYNTAX_COMMANDS.has(keyword)).flatMap((command) =>
      syntaxOf(command).atoms.map(({ value }) => value)
    );
  }

  /** The first parts of the namespaces that are opened, as a command, in a term or in a tactic, or entered. */
  function findOpened(): ReadonlySet<string> {
    const roots = new Set<string>();
    for (let i = 0; i < tokens.count; i++) {
      if (!isWord(tokens, i, "open") && !isWord(tokens, i, "namespace")) continue;
      for (let name = next(tokens, i); kindOf(tokens, name) === Kind.Ident;) {
        roots.add(identParts(tokens, name)[0]!);
        i = name;
        name = next(tokens, name);
      }
    }
    return roots;
  }

  function findBindersEnd(command: Command): number {
    const { at, nameAt } = command;
    let depth = 0;
    let i = next(tokens, nameAt >= 0 ? nameAt : at);
    for (const end = endOf(command); i < end; i = next(tokens, i)) {
      const symbol = kindOf(tokens, i) === Kind.Symbol ? textOf(tokens, i) : "";
      if (/^[({[⟨⦃]$/.test(symbol)) depth++;
      else if (/^[)}\]⟩⦄]$/.test(symbol)) depth--;
      // `.{u}` goes on with the name.
      else if (depth === 0 && symbol !== ".") break;
    }
    return i;
  }

  function endOf(command: Command): number {
    const after = commands()[keywordIndex(commands(), command.at) + 1];
    if (after === undefined) return tokens.count;
    // A command before `in` is part of the one that follows.
    return after.start > command.at ? after.start : after.at;
  }
}

/**
 * Whether the word at token `at` is a field or a constructor (`h.1.sorry`, `.sorry` in a term) and
 * so a name even if it is a keyword. A dot that starts a tactic is a bullet and hides nothing.
 */
export function isField(source: Source, at: number): boolean {
  const { tokens } = source;
  if (isSymbol(tokens, at - 1, "|>.")) return true;
  if (!isSymbol(tokens, at - 1, ".")) return false;
  return !source.isTactic(at - 1);
}

/** Whether token `at` is the name of a constructor that is declared. */
export function isConstructor(source: Source, at: number): boolean {
  const { tokens } = source;
  if (!INDUCTIVES.has(source.headAt(at)?.keyword ?? "") || !isAfterBar(tokens, at)) return false;
  // `|x| axiom a` is none.
  const after = next(tokens, at);
  return kindOf(tokens, after) !== Kind.Ident || isOnNewLine(tokens, after) ||
    isWord(tokens, after, "deriving");
}

/** How many commands that an `in` joins to one are looked through. */
const PREFIXES = 16;

/** Whether token `at` is in a command that is run under `#guard_msgs`: a test of what Lean says. */
export function isGuarded(source: Source, at: number): boolean {
  const commands = source.commands();
  const last = commandIndex(commands, at);
  // What an `in` joins to a command starts where it does.
  for (let k = last; k > last - PREFIXES && commands[k]?.start === commands[last]?.start; k--) {
    if (commands[k]?.keyword === "#guard_msgs") return true;
    if (k <= 0) return false;
  }
  return false;
}

/** How an escape at token `at` is to be taken: `pattern` produces nothing, `hidden` produces it elsewhere. */
export function placeOf(source: Source, at: number): "plain" | "hidden" | "pattern" {
  const quotation = source.quotationAt(at);
  if (quotation !== undefined) return quotation.pattern ? "pattern" : "hidden";
  const command = source.commandAt(at);
  return command !== undefined && SYNTAX_COMMANDS.has(command.keyword) ? "hidden" : "plain";
}

/** Whether token `at` is the name that its command declares, or that of a constructor. */
export function isDeclaredName(source: Source, at: number): boolean {
  return source.commandAt(at)?.nameAt === at || isConstructor(source, at);
}

/** Whether token `at` is an identifier spelled exactly `word` that stands for itself. */
export function isPlainWord(source: Source, at: number, word: string): boolean {
  return isWord(source.tokens, at, word) && !isField(source, at) && !isConstructor(source, at);
}

function once<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => (value ??= { of: compute() }).of;
}

function onceEach<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}
