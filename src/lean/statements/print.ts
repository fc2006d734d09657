/**
 * Prints kernel terms: full names, core notation, and every instance that is not the library's own. Nothing of the
 * package decides how: neither its notation nor its delaborators are asked. Pure.
 */
import type { Facts } from "../audit/facts.ts";
import { BREAK, type Doc, group, join, separated } from "./layout.ts";
import { freshName, fullName, levelText, stringLiteral, variableName } from "./names.ts";
import { Level, type Operator, OPERATORS } from "./notation.ts";
import { Binder, partsOf, spine, Tag, type Term } from "./terms.ts";

/** A printed term, and how tightly it holds together. */
interface Shown {
  readonly doc: Doc;
  readonly level: number;
}

/** Names of the variables in scope, innermost last. */
export type Scope = readonly string[];

/** Prints terms of one look at the package. */
export interface Printer {
  /** The term as a whole. */
  term(id: number, scope?: Scope): Doc;
  /** The first `count` binders of a type, one by one, the scope behind them, and what they bind. */
  binders(id: number, count: number): { binders: Doc[]; scope: Scope; rest: number };
}

/** Prepares for the terms of `facts`. */
export function createPrinter({ terms, own }: Pick<Facts, "terms" | "own">): Printer {
  const { nodes, shapes, instances } = terms;
  const words = new Set(
    [...shapes.keys()].filter((name) => /^\.[^.#]*$/.test(name)).map((name) => fullName(name)),
  );

  const at = (id: number): Term => nodes[id]!;
  const isLibrary = (name: string) => !own.has(name);
  const bind = (written: string, scope: Scope): Scope => [
    ...scope,
    freshName(variableName(written), (name) => scope.includes(name) || words.has(name)),
  ];

  function placed(id: number, scope: Scope, level: number): Doc {
    const shown = show(id, scope);
    return shown.level < level ? join("(", shown.doc, ")") : shown.doc;
  }

  function show(id: number, scope: Scope): Shown {
    const term = at(id);
    switch (term.tag) {
      case Tag.bound:
        return atom(scope[scope.length - 1 - term.index] ?? "[unbound]");
      case Tag.sort:
        return sort(term.level);
      case Tag.natural:
        return { doc: `nat_lit ${term.text}`, level: Level.max - 1 };
      case Tag.string:
        return atom(stringLiteral(term.text));
      case Tag.function:
      case Tag.let:
        return { doc: group(tower(id, scope)), level: Level.lowest };
      case Tag.forall:
        return isArrow(term)
          ? arrow(term, scope)
          : { doc: group(tower(id, scope)), level: Level.lowest };
      case Tag.projection:
        return {
          doc: join(placed(term.of, scope, Level.max), `.${fullName(term.name)}#${term.index + 1}`),
          level: Level.max,
        };
      case Tag.constant:
      case Tag.application:
        return applied(id, scope);
    }
  }

  /** Nothing behind the arrow speaks of what stands in front of it. */
  function isArrow(term: Term): boolean {
    return term.tag === Tag.forall && term.binder === Binder.explicit && !isBound(term.body, 0);
  }

  const boundCache = new Map<number, ReadonlySet<number>>();
  /** The variables bound outside of the term that it names. */
  function loose(id: number): ReadonlySet<number> {
    const known = boundCache.get(id);
    if (known !== undefined) return known;
    const term = at(id);
    const found = new Set<number>(term.tag === Tag.bound ? [term.index] : []);
    const parts = partsOf(term);
    const body = "body" in term ? parts.pop() : undefined;
    for (const part of parts) loose(part).forEach((index) => found.add(index));
    if (body !== undefined) loose(body).forEach((index) => index > 0 && found.add(index - 1));
    boundCache.set(id, found);
    return found;
  }
  function isBound(id: number, index: number): boolean {
    return loose(id).has(index);
  }

  function arrow(term: Extract<Term, { type: number }>, scope: Scope): Shown {
    const parts: Doc[] = [];
    let rest: Term = term;
    let inner = scope;
    let body = 0;
    while (rest.tag === Tag.forall && isArrow(rest)) {
      parts.push(placed(rest.type, inner, Level.arrow + 1));
      inner = [...inner, ""];
      body = rest.body;
      rest = at(body);
    }
    parts.push(placed(body, inner, Level.lowest));
    const steps = parts.map((part, index) => index + 1 < parts.length ? join(part, " →") : part);
    return { doc: group(separated(steps, BREAK), 0), level: Level.arrow };
  }

  /** Binders of one kind in front of each other, then their body. */
  function tower(id: number, scope: Scope): Doc {
    const term = at(id);
    if (term.tag === Tag.let) {
      const type = placed(term.type, scope, Level.lowest);
      const value = placed(term.value, scope, Level.lowest);
      const inner = bind(term.name, scope);
      const head = group(join(`let ${inner.at(-1)} : `, type, " :=", BREAK, value, ";"));
      return join(head, BREAK, placed(term.body, inner, Level.lowest));
    }
    const { found, inner, rest } = gather(id, term.tag, scope);
    const [word, end] = term.tag === Tag.forall ? ["∀", ","] : ["fun", " =>"];
    return join(
      word,
      " ",
      group(separated(found, BREAK)),
      end,
      BREAK,
      placed(rest, inner, Level.lowest),
    );
  }

  function gather(id: number, tag: Term["tag"], scope: Scope, most = Infinity) {
    const groups: { names: string[]; open: string; close: string; type: Doc; key: string }[] = [];
    let inner = scope;
    let rest = id;
    for (let count = 0; count < most; count++) {
      const term = at(rest);
      if (term.tag !== tag || !("binder" in term) || (most === Infinity && isArrow(term))) break;
      const type = placed(term.type, inner, Level.lowest);
      const [open, close] = BRACKETS[term.binder]!;
      const key = JSON.stringify([open, type]);
      inner = bind(term.name, inner);
      const last = groups.at(-1);
      if (last?.key === key && most === Infinity && term.binder !== Binder.instance) {
        last.names.push(inner.at(-1)!);
      } else groups.push({ names: [inner.at(-1)!], open, close, type, key });
      rest = term.body;
    }
    const found = groups.map(({ names, open, close, type }): Doc =>
      join(`${open}${names.join(" ")} : `, type, close)
    );
    return { found, inner, rest };
  }

  function applied(id: number, scope: Scope): Shown {
    const { head, args } = spine(nodes, id);
    const term = at(head);
    if (term.tag !== Tag.constant) {
      const shown = args.map((arg) => placed(arg, scope, Level.max));
      return call(placed(head, scope, Level.max), shown);
    }
    const { name } = term;
    if (isLibrary(name)) {
      const special = literal(name, args, scope) ?? exists(name, args, scope) ??
        conditional(name, args, scope);
      if (special !== undefined) return special;
      const operator = OPERATORS.get(name);
      if (operator !== undefined && args.length === operator.arity) {
        return operation(operator, args, scope);
      }
    }
    const shape = shapes.get(name) ?? "";
    const kinds = args.map((_, index) => shape[index] ?? "e");
    const isExact = kinds.includes("i") || (args.length < shape.length && kinds.includes("h"));
    const shown = args.flatMap((arg, index) => {
      const kind = kinds[index]!;
      if (kind === "c") {
        const marks = instanceMarks(arg, scope);
        return marks === undefined ? isExact ? ["_"] : [] : [marks];
      }
      return kind === "h" && !isExact ? [] : [placed(arg, scope, Level.max)];
    });
    return call(`${isExact ? "@" : ""}${fullName(name)}`, shown);
  }

  function operation(operator: Operator, args: readonly number[], scope: Scope): Shown {
    const { symbol, operands, instance, level, left, right } = operator;
    const marks = instance === undefined ? undefined : instanceMarks(args[instance]!, scope);
    const sign = join(symbol, marks ?? "");
    const [first, second] = operands;
    if (second === undefined) {
      return { doc: join(sign, placed(args[first]!, scope, right)), level };
    }
    const sides = [placed(args[first]!, scope, left), placed(args[second]!, scope, right)] as const;
    return { doc: group(join(sides[0], " ", sign, BREAK, sides[1])), level };
  }

  /** A number of type `Nat` by its digits, one of another type with its type. */
  function literal(name: string, args: readonly number[], scope: Scope): Shown | undefined {
    if (name !== ".OfNat.ofNat" || args.length !== 3) return undefined;
    const [type, digits, instance] = args as [number, number, number];
    const number = at(digits);
    if (number.tag !== Tag.natural) return undefined;
    const marks = instanceMarks(instance, scope) ?? "";
    const typeTerm = at(type);
    const isNat = typeTerm.tag === Tag.constant && typeTerm.name === ".Nat" && isLibrary(".Nat");
    return isNat
      ? atom(join(number.text, marks))
      : atom(join(`(${number.text}`, marks, " : ", placed(type, scope, Level.lowest), ")"));
  }

  function exists(name: string, args: readonly number[], scope: Scope): Shown | undefined {
    if (name !== ".Exists" || args.length !== 2) return undefined;
    const predicate = at(args[1]!);
    if (predicate.tag !== Tag.function) return undefined;
    const inner = bind(predicate.name, scope);
    const type = placed(predicate.type, scope, Level.lowest);
    const body = placed(predicate.body, inner, Level.lowest);
    const head = join(`∃ (${inner.at(-1)} : `, type, "),");
    return { doc: group(join(head, BREAK, body)), level: Level.lowest };
  }

  function conditional(name: string, args: readonly number[], scope: Scope): Shown | undefined {
    if (name !== ".ite" || args.length !== 5) return undefined;
    const [, condition, instance, yes, no] = args as [number, number, number, number, number];
    const marks = instanceMarks(instance, scope);
    const part = (id: number) => placed(id, scope, Level.lowest);
    const doc = join(
      join("if", marks ?? "", " ", part(condition), BREAK, "then ", part(yes)),
      join(BREAK, "else ", part(no)),
    );
    return { doc: group(doc), level: Level.lowest };
  }

  /** What of an instance is not the library's own, in brackets. */
  function instanceMarks(id: number, scope: Scope): Doc | undefined {
    const marks = foreignParts(id).map((part) => placed(part, scope, Level.lowest));
    return marks.length === 0 ? undefined : join("[", separated(marks, ", "), "]");
  }

  function foreignParts(id: number): number[] {
    const { head, args } = spine(nodes, id);
    const term = at(head);
    if (term.tag !== Tag.constant || !isLibrary(term.name) || !instances.has(term.name)) {
      return [id];
    }
    const shape = shapes.get(term.name) ?? "";
    return args.flatMap((arg, index) => shape[index] === "c" ? foreignParts(arg) : []);
  }

  return {
    term: (id, scope = []) => placed(id, scope, Level.lowest),
    binders(id, count) {
      const { found, inner, rest } = gather(id, Tag.forall, [], count);
      return { binders: found, scope: inner, rest };
    },
  };
}

const BRACKETS: readonly (readonly [string, string])[] = [["(", ")"], ["{", "}"], ["⦃", "⦄"], [
  "[",
  "]",
]];

function atom(doc: Doc): Shown {
  return { doc, level: Level.max };
}

function call(head: Doc, args: readonly Doc[]): Shown {
  if (args.length === 0) return atom(head);
  return { doc: group(separated([head, ...args], BREAK)), level: Level.max - 1 };
}

function sort(level: string): Shown {
  if (level === "0") return atom("Prop");
  if (level === "1") return atom("Type");
  const below = /^(?:(\d+)|(.*)\+1)$/su.exec(level);
  if (below === null) return { doc: `Sort ${wrapped(level)}`, level: Level.max - 1 };
  const [, digits, base] = below;
  const type = digits === undefined ? base! : String(Number(digits) - 1);
  return { doc: `Type ${wrapped(type)}`, level: Level.max - 1 };
}

function wrapped(level: string): string {
  const text = levelText(level);
  return /[ +]/.test(text) && !/^\([^()]*\)$/.test(text) ? `(${text})` : text;
}
