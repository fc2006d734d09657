/** Splits a text while its own commands say how: what one declares holds from the next one on. */
import {
  type Begun,
  type Command,
  createCommandFinder,
  mayBound,
  scopeChange,
} from "../../syntax/commands.ts";
import { SYNTAX_COMMANDS } from "../../syntax/keywords.ts";
import { lex } from "../../syntax/lexer.ts";
import { nameParts } from "../../syntax/names.ts";
import { Kind, type Tokens } from "../../syntax/tokens.ts";
import { createActiveSyntax } from "./active_syntax.ts";
import { changesSplit, type SharedSyntax, syntaxToTeach } from "./declared_syntax.ts";

const OPEN = "open";

/** What stands behind an `open`. */
interface Opening {
  /** The namespaces. */
  readonly names: string[];
  /** Whether names of another kind follow. */
  ended: boolean;
  /** Whether it is a command, and one that is joined to one before, with which its effect ends. */
  readonly isCommand: boolean;
  readonly joined: boolean;
}

/** A text as split. */
export interface Split {
  readonly tokens: Tokens;
  /** Its commands, worked out when they are asked for. */
  readonly commands: () => readonly Command[];
  /** The declared tokens that change the split, wherever they hold. */
  readonly declared: readonly string[];
  /** What files that import this one see of what it declares. */
  readonly shared: readonly SharedSyntax[];
}

/**
 * Splits `text`, which imports what declares `imported`. Linear in its length, and in how much syntax each
 * `open` and `namespace` lets hold that did not hold before.
 */
export function splitText(text: string, imported: readonly SharedSyntax[]): Split {
  const active = createActiveSyntax(imported);
  const changes = memoized(changesSplit);
  const declared = new Set(imported.filter((one) => !one.interpolates).map((one) => one.text));
  const shared = new Map<string, Map<string, SharedSyntax>>(); // by the scope, then by what it is
  let finder: ReturnType<typeof createCommandFinder> | undefined;
  let ended: Begun | undefined; // the last command whose effect is counted
  let opening: Opening | undefined; // what stands behind an `open`
  let within: number | undefined; // brackets around the outermost term with an `open … in` of its own

  const tokens = lex(text, {
    table: active.table,
    watch(tokens, kind, start, end) {
      finder ??= createCommandFinder(tokens, (i, joined) => !begin(tokens, i, joined));
      if (opening !== undefined && opens(opening, text.slice(start, end), kind)) return true;
      if (!mayBound(tokens, kind, start, end)) return false;
      if (!finder.take(kind, tokens.count, start, end)) return true;
      if (within !== undefined && finder.depth() < within) {
        within = undefined;
        active.endOpened("term");
      }
      if (kind === Kind.Ident && end - start === OPEN.length && text.startsWith(OPEN, start)) {
        const last = finder.last();
        const isCommand = last?.at === tokens.count;
        opening = { names: [], ended: false, isCommand, joined: isCommand && last.joined };
      }
      return false;
    },
  });
  begin(tokens, tokens.count, false);
  return {
    tokens,
    commands: () => finder?.commands() ?? [],
    declared: [...declared],
    shared: [...shared.values()].flatMap((ones) => [...ones.values()]),
  };

  /** Takes a token behind an `open`; after `open A B in` the syntax may be another one, and it is true. */
  function opens(into: Opening, word: string, kind: number): boolean {
    if (word === "in") {
      opening = undefined;
      if (into.isCommand) return active.open(into.names, "command");
      const opened = active.open(into.names, "term");
      if (opened) within ??= finder?.depth();
      return opened;
    }
    // Of `A (b)` and `A renaming b → c` only the names are opened, of `A hiding b` the syntax, too.
    if (word === "(" || word === "renaming") into.names.length = 0;
    if (word === "(" || word === "renaming" || word === "hiding") into.ended = true;
    else if (kind === Kind.Ident && !into.ended && word !== "scoped") {
      const parts = nameParts(word);
      into.names.push((parts[0] === "_root_" ? parts.slice(1) : parts).join("."));
    }
    return false;
  }

  /** What came before token `i` has ended. Whether the syntax is another one then. */
  function begin(tokens: Tokens, i: number, joined: boolean): boolean {
    let changed = false;
    if (!joined) {
      within = undefined;
      changed = [active.endOpened("term"), active.endOpened("command")].some(Boolean);
      if (opening?.joined === false) changed = active.open(opening.names, "scope") || changed;
    }
    opening = undefined;
    const last = finder?.last();
    if (last === undefined || last === ended) return changed;
    ended = last;
    return takeEffect(tokens, last, i) || changed;
  }

  function takeEffect(tokens: Tokens, command: Begun, limit: number): boolean {
    const { at, keyword } = command;
    const change = scopeChange(tokens, at, keyword);
    if (change?.type === "leave") return active.leave(change.count);
    if (change?.type === "enter") {
      return active.enter(change.parts.flatMap(nameParts), change.isNamespace);
    }
    if (!SYNTAX_COMMANDS.has(keyword) || keyword.endsWith("_rules")) return false;
    const { syntax, isLocal } = syntaxToTeach(tokens, command, limit, active.namespace(), changes);
    let changed = false;
    for (const one of syntax) {
      changed = active.declare(one, isLocal) || changed;
      if (!one.interpolates) declared.add(one.text);
      if (isLocal) continue;
      const known = shared.get(one.scope) ?? new Map<string, SharedSyntax>();
      shared.set(one.scope, known.set(`${one.interpolates} ${one.text}`, one));
    }
    return changed;
  }
}

function memoized<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = work(text);
    known.set(text, value);
    return value;
  };
}
