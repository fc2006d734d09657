/**
 * Which of the syntax that a project declares holds at a place: what is local as long as the scope around
 * its declaration, what is scoped where its namespace is open, the rest from its declaration on.
 */
import { createTokenTable, type TokenTable } from "../lean/token_table.ts";
import type { SharedSyntax } from "./declared_syntax.ts";

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
  /** Opens these namespaces until the scope around ends, or for one command only. */
  open(names: readonly string[], onlyNext: boolean): boolean;
  /** Ends what was opened for one command. */
  endNext(): boolean;
  /** Declares syntax; `isLocal` ends it with the scope around. */
  declare(syntax: SharedSyntax, isLocal: boolean): boolean;
}

/** A scope: what it has opened, and what holds until it ends. */
interface Scope {
  readonly namespace: string;
  readonly opened: Set<string>;
  readonly holds: SharedSyntax[];
}

/** Begins with what the imported files declare. */
export function createActiveSyntax(imported: readonly SharedSyntax[]): ActiveSyntax {
  const table = createTokenTable();
  const counts = new Map<string, number>();
  /** Scoped syntax by the last part of its namespace, which is what an `open` is compared by. */
  const scoped = new Map<string, SharedSyntax[]>();
  const root: Scope = scope("");
  const scopes: Scope[] = [root];
  const next: Scope = scope("");
  for (const syntax of imported) declare(syntax, false);
  return {
    table,
    namespace: () => top().namespace,
    enter(parts, isNamespace) {
      const changes = (parts.length === 0 ? [""] : parts).map((part) => {
        const outer = top().namespace;
        const inner = !isNamespace ? outer : outer === "" ? part : `${outer}.${part}`;
        scopes.push(scope(inner));
        return isNamespace && activate(top(), ({ scope }) => scope === inner, lastPart(inner));
      });
      return changes.some(Boolean);
    },
    leave(count) {
      const ended = scopes.splice(Math.max(1, scopes.length - count));
      return ended.map(end).some(Boolean);
    },
    open(names, onlyNext) {
      const into = onlyNext ? next : top();
      return names.map((name) => {
        into.opened.add(lastPart(name));
        return activate(into, () => true, lastPart(name));
      }).some(Boolean);
    },
    endNext() {
      if (next.opened.size === 0) return false;
      next.opened.clear();
      return end(next);
    },
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
    const holder = scopes.find(({ namespace, opened }) =>
      namespace === syntax.scope || namespace.startsWith(`${syntax.scope}.`) || opened.has(last)
    );
    return holder !== undefined && hold(holder, syntax);
  }

  function activate(
    into: Scope,
    isWanted: (syntax: SharedSyntax) => boolean,
    last: string,
  ): boolean {
    const wanted = scoped.get(last)?.filter(isWanted) ?? [];
    return wanted.map((syntax) => hold(into, syntax)).some(Boolean);
  }

  function hold({ holds }: Scope, syntax: SharedSyntax): boolean {
    holds.push(syntax);
    return add(syntax, 1);
  }

  function end({ holds }: Scope): boolean {
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

function scope(namespace: string): Scope {
  return { namespace, opened: new Set(), holds: [] };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
