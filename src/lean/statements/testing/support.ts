/** Terms for tests, built as the audit's Lean program writes them. */
import { factsOf, own } from "../../audit/testing/support.ts";
import type { Constant, Facts } from "../../audit/facts.ts";
import type { Sources } from "../../audit/places.ts";
import { Binder, createTermReader, Tag } from "../terms.ts";

/** Builds terms; each call adds a node and returns its number. */
export interface Builder {
  bound(index: number): number;
  sort(level: string): number;
  constant(name: string): number;
  apply(fn: number | string, ...args: number[]): number;
  fun(name: string, type: number, body: number): number;
  forall(name: string, type: number, body: number, binder?: number): number;
  arrow(type: number, body: number): number;
  natural(value: number): number;
  string(text: string): number;
  project(structure: string, index: number, of: number): number;
  let(name: string, type: number, value: number, body: number): number;
  /** `value` of type `Nat`, as a source writes it. */
  nat(value: number): number;
}

/** A constant of the package for tests. */
export interface Declared {
  readonly name: string;
  readonly kind?: Constant["kind"];
  readonly type: (b: Builder) => number;
  readonly value?: (b: Builder) => number;
  readonly body?: readonly string[];
  /** Line, column of the name, last line. */
  readonly place?: readonly [number, number, number?];
}

/** How the arguments of Lean's own constants are shown. */
const SHAPES: Readonly<Record<string, string>> = {
  ".Nat": "",
  ".Int": "",
  ".Eq": "hee",
  ".And": "ee",
  ".Not": "e",
  ".Iff": "ee",
  ".Exists": "he",
  ".HAdd.hAdd": "hhicee",
  ".instHAdd": "ic",
  ".instAddNat": "",
  ".Add.mk": "he",
  ".OfNat.ofNat": "iec",
  ".instOfNatNat": "e",
  ".List.nil": "i",
  ".List.cons": "hee",
  ".Fin": "e",
  ".Ord.compare": "hcee",
  ".Ord.opposite": "he",
  ".instOrdNat": "",
};

/** Facts of the module `.M` with these constants; theorems are claims. */
export function factsWith(declared: readonly Declared[]): Facts {
  const reader = createTermReader();
  const texts: string[] = [];
  let count = 0;
  for (const { name, kind = "theorem", type, value } of declared) {
    const newTexts: string[] = [];
    const nodes: number[] = [];
    const text = (word: string) => {
      const known = texts.indexOf(word);
      if (known >= 0) return known;
      newTexts.push(word);
      return texts.push(word) - 1;
    };
    const node = (...numbers: number[]) => {
      nodes.push(...numbers);
      return count++;
    };
    const builder = builderOf(text, node);
    const typeNode = type(builder);
    const valueNode = value?.(builder);
    reader.add({
      term: name,
      levels: [],
      claim: kind === "theorem",
      texts: newTexts,
      nodes,
      typeNode,
      ...(valueNode === undefined ? {} : { valueNode }),
    });
  }
  for (const [name, letters] of Object.entries(SHAPES)) {
    reader.addShape(name, letters, /^\.inst/.test(name));
  }
  const facts = factsOf(
    declared.map(({ name, kind = "theorem", body = [] }) => own(name, kind, { body: [...body] })),
    Object.fromEntries(declared.map(({ name, place = [1, 9] as const }) => [name, place])),
  );
  return { ...facts, terms: reader.terms };
}

/** The source of module `.M`. */
export function sourceOf(text: string): Sources {
  return new Map([[".M", { file: "M.lean", text }]]);
}

function builderOf(
  text: (word: string) => number,
  node: (...numbers: number[]) => number,
): Builder {
  const builder: Builder = {
    bound: (index) => node(Tag.bound, index),
    sort: (level) => node(Tag.sort, text(level)),
    constant: (name) => node(Tag.constant, text(name), 0),
    apply: (fn, ...args) =>
      args.reduce(
        (fn, argument) => node(Tag.application, fn, argument),
        typeof fn === "string" ? builder.constant(fn) : fn,
      ),
    fun: (name, type, body) => node(Tag.function, Binder.explicit, text(name), type, body),
    forall: (name, type, body, binder = Binder.explicit) =>
      node(Tag.forall, binder, text(name), type, body),
    arrow: (type, body) => builder.forall(".a._@._internal._hyg#0", type, body),
    natural: (value) => node(Tag.natural, text(String(value))),
    string: (value) => node(Tag.string, text(value)),
    project: (structure, index, of) => node(Tag.projection, text(structure), index, of),
    let: (name, type, value, body) => node(Tag.let, text(name), type, value, body),
    nat: (value) => {
      const digits = builder.natural(value);
      const nat = builder.constant(".Nat");
      return builder.apply(".OfNat.ofNat", nat, digits, builder.apply(".instOfNatNat", digits));
    },
  };
  return builder;
}
