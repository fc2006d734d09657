/** Splits a text while its own commands say how: what one declares holds from the next one on. */
import { type Begun, type Command, createCommandFinder, mayBound } from "../lean/commands.ts";
import { SYNTAX_COMMANDS } from "../lean/keywords.ts";
import { lex } from "../lean/lexer.ts";
import { nameParts } from "../lean/names.ts";
import { Kind, kindOf, next, textOf, type Tokens } from "../lean/tokens.ts";
import { createActiveSyntax } from "./active_syntax.ts";
import { changesSplit, type SharedSyntax, syntaxToTeach } from "./declared_syntax.ts";

const OPEN = "open";

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

/** Splits `text`, which imports what declares `imported`. Linear in its length. */
export function splitText(text: string, imported: readonly SharedSyntax[]): Split {
  const active = createActiveSyntax(imported);
  const changes = memoized(changesSplit);
  const declared = new Set(imported.filter((one) => !one.interpolates).map((one) => one.text));
  const shared = new Map<string, SharedSyntax>();
  let finder: ReturnType<typeof createCommandFinder> | undefined;
  let ended: Begun | undefined; // the last command whose effect is counted
  let opening: string[] | undefined; // the names behind an `open`

  const tokens = lex(text, {
    table: active.table,
    watch(tokens, kind, start, end) {
      finder ??= createCommandFinder(tokens, (i, joined) => !begin(tokens, i, joined));
      const isName = kind === Kind.Ident;
      if (isName && opening !== undefined && opens(text.slice(start, end))) return true;
      if (!mayBound(tokens, kind, start, end)) return false;
      if (!finder.take(kind, tokens.count, start, end)) return true;
      if (isName && end - start === OPEN.length && text.startsWith(OPEN, start)) opening = [];
      return false;
    },
  });
  begin(tokens, tokens.count, false);
  return {
    tokens,
    commands: () => finder?.commands() ?? [],
    declared: [...declared],
    shared: [...shared.values()],
  };

  /** Takes an identifier behind an `open`; after `open A B in` the syntax may be another one, and it is true. */
  function opens(word: string): boolean {
    const names = opening ?? [];
    if (word !== "in") {
      names.push(word);
      return false;
    }
    opening = undefined;
    return active.open(names, true);
  }

  /** What came before token `i` has ended. Whether the syntax is another one then. */
  function begin(tokens: Tokens, i: number, joined: boolean): boolean {
    let changed = false;
    if (!joined) {
      changed = active.endNext();
      if (opening !== undefined) changed = active.open(opening, false) || changed;
    }
    opening = undefined;
    const last = finder?.last();
    if (last === undefined || last === ended) return changed;
    ended = last;
    return takeEffect(tokens, last, i) || changed;
  }

  function takeEffect(tokens: Tokens, command: Begun, limit: number): boolean {
    const { at, keyword } = command;
    switch (keyword) {
      case "namespace":
        return active.enter(nameBehind(tokens, at, limit), true);
      case "section":
      case "mutual":
        return active.enter(nameBehind(tokens, at, limit), false);
      case "end":
        return active.leave(Math.max(1, nameBehind(tokens, at, limit).length));
    }
    if (!SYNTAX_COMMANDS.has(keyword) || keyword.endsWith("_rules")) return false;
    const { syntax, isLocal } = syntaxToTeach(tokens, command, limit, active.namespace(), changes);
    let changed = false;
    for (const one of syntax) {
      changed = active.declare(one, isLocal) || changed;
      if (!one.interpolates) declared.add(one.text);
      if (!isLocal) shared.set(`${one.scope} ${one.interpolates} ${one.text}`, one);
    }
    return changed;
  }
}

/** The parts of the name behind a keyword, if one stands there before `limit`. */
function nameBehind(tokens: Tokens, at: number, limit: number): readonly string[] {
  const name = next(tokens, at);
  return name < limit && kindOf(tokens, name) === Kind.Ident ? nameParts(textOf(tokens, name)) : [];
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
