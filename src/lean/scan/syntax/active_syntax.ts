/**
 * Which of the syntax that a project declares holds at a place: what is local as long as the scope around
 * its declaration, what is scoped where its namespace is open, the rest from its declaration on.
 */
import { createTokenTable, type TokenTable } from "../../syntax/token_table.ts";
import type { SharedSyntax } from "./declared_syntax.ts";

/** How long an `open` holds: until the scope around ends, or for what its `in` joins to it. */
export type Extent = "scope" | "command" | "term";

/** The syntax that holds, and what changes it. Each change tells whether the table is another one then. */
export interface ActiveSyntax {
  /** What holds now. */
  readonly table: TokenTable;
  /** The namespace that is open around the place, empty for none. */
  namespace(): string;
  /** Opens a namespace, or a section where `isNamespace` is false: a scope for each part of its name. */
  enter(parts: readonly string[], isNamespace: boolean): boolean;
  /** Ends as many scopes. */
  leave(count: number): boolean;
  /** Opens these namespaces. */
  open(names: readonly string[], extent: Extent): boolean;
  /** Ends what was opened for a command or a term. */
  endOpened(extent: "command" | "term"): boolean;
  /** Declares syntax; `isLocal` ends it with the scope around. */
  declare(syntax: SharedSyntax, isLocal: boolean): boolean;
}

/** A scope: what it has opened, and what holds until it ends. */
interface Scope {
  readonly namespace: string;
  /** The scope that entered the namespace: what is scoped there holds as long as this one. */
  readonly home: Scope | undefined;
  /** Names that no scope around has opened. */
  readonly opened: string[];
  readonly holds: SharedSyntax[];
}

/** Begins with what the imported files declare. */
export function createActiveSyntax(imported: readonly SharedSyntax[]): ActiveSyntax {
  const table = createTokenTable();
  const counts = new Map<string, number>();
  /** Scoped syntax by the last part of its namespace, which is in any name that opens it. */
  const scoped = new Map<string, SharedSyntax[]>();
  /** Who opened each name that is open, by its last part: to open it again costs nothing. */
  const openers = new Map<string, Map<string, Scope>>();
  const root: Scope = scope("");
  const scopes: Scope[] = [root];
  const within = { command: scope(""), term: scope("") };
  for (const syntax of imported) declare(syntax, false);
  return {
    table,
    namespace: () => top().namespace,
    enter(parts, isNamespace) {
      const changes = (parts.length === 0 ? [""] : parts).map((part) => {
        const { namespace: outer, home = top() } = top();
        if (!isNamespace) {
          scopes.push(scope(outer, home));
          return false;
        }
        const inner = outer === "" ? part : `${outer}.${part}`;
        scopes.push(scope(inner));
        return activate(top(), lastPart(part), ({ scope }) => scope === inner);
      });
      return changes.some(Boolean);
    },
    leave(count) {
      const ended = scopes.splice(Math.max(1, scopes.length - count));
      return ended.map(end).some(Boolean);
    },
    open(names, extent) {
      const into = extent === "scope" ? top() : within[extent];
      return names.map((name) => {
        const last = lastPart(name);
        const known = openers.get(last) ?? new Map<string, Scope>();
        if (known.has(name)) return false;
        openers.set(last, known.set(name, into));
        into.opened.push(name);
        return activate(into, last, ({ scope }) => isOpenedBy(scope, name));
      }).some(Boolean);
    },
    endOpened: (extent) => end(within[extent]),
    declare,
  };

  function top(): Scope {
    return scopes.at(-1)!;
  }

  function declare(syntax: SharedSyntax, isLocal: boolean): boolean {
    if (isLocal) return hold(top(), syntax);
    if (syntax.scope === "") return hold(root, syntax);
    const last = lastPart(syntax.scope);
    const known = scoped.get(last);
    if (known === undefined) scoped.set(last, [syntax]);
    else known.push(syntax);
    const { namespace, home = top() } = top();
    const holders = namespace === syntax.scope ? [home] : [];
    for (const [name, opener] of openers.get(last) ?? []) {
      if (isOpenedBy(syntax.scope, name)) holders.push(opener);
    }
    return holders.map((holder) => hold(holder, syntax)).some(Boolean);
  }

  function activate(
    into: Scope,
    last: string,
    isWanted: (syntax: SharedSyntax) => boolean,
  ): boolean {
    const wanted = scoped.get(last)?.filter(isWanted) ?? [];
    return wanted.map((syntax) => hold(into, syntax)).some(Boolean);
  }

  function hold({ holds }: Scope, syntax: SharedSyntax): boolean {
    holds.push(syntax);
    return add(syntax, 1);
  }

  function end({ opened, holds }: Scope): boolean {
    for (const name of opened.splice(0)) openers.get(lastPart(name))?.delete(name);
    return holds.splice(0).map((syntax) => add(syntax, -1)).some(Boolean);
  }

  /** Whether the first of several that hold came, or the last went. */
  function add({ text, interpolates }: SharedSyntax, change: 1 | -1): boolean {
    const name = `${interpolates} ${text}`;
    const count = (counts.get(name) ?? 0) + change;
    counts.set(name, count);
    const words = interpolates ? table.interpolators : table.tokens;
    if (change === 1 && count === 1) words.add(text);
    else if (count === 0) words.delete(text);
    else return false;
    return true;
  }
}

function scope(namespace: string, home?: Scope): Scope {
  return { namespace, home, opened: [], holds: [] };
}

/** Whether `open name` can mean this namespace: inside another one, its last parts are enough. */
function isOpenedBy(namespace: string, name: string): boolean {
  return namespace === name || namespace.endsWith(`.${name}`);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
