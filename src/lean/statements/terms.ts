/** Kernel terms as the audit's Lean program writes them, node by node, each node once. */

/** What a node is; the numbers are those of `../audit/facts/terms.lean`. */
export const Tag = {
  bound: 0,
  sort: 1,
  constant: 2,
  application: 3,
  function: 4,
  forall: 5,
  let: 6,
  natural: 7,
  string: 8,
  projection: 9,
} as const;

/** How a binder is written: `( )`, `{ }`, `⦃ ⦄` or `[ ]`. */
export const Binder = { explicit: 0, implicit: 1, strict: 2, instance: 3 } as const;

/** A node: constants, levels and literals are texts, parts of a term are numbers of nodes. */
export type Term =
  | { readonly tag: typeof Tag.bound; readonly index: number }
  | { readonly tag: typeof Tag.sort; readonly level: string }
  | { readonly tag: typeof Tag.constant; readonly name: string; readonly levels: readonly string[] }
  | { readonly tag: typeof Tag.application; readonly fn: number; readonly argument: number }
  | {
    readonly tag: typeof Tag.function | typeof Tag.forall;
    readonly binder: number;
    readonly name: string;
    readonly type: number;
    readonly body: number;
  }
  | {
    readonly tag: typeof Tag.let;
    readonly name: string;
    readonly type: number;
    readonly value: number;
    readonly body: number;
  }
  | { readonly tag: typeof Tag.natural | typeof Tag.string; readonly text: string }
  | {
    readonly tag: typeof Tag.projection;
    readonly name: string;
    readonly index: number;
    readonly of: number;
  };

/** What gives a constant of the package its meaning; of what proves something, only what it proves. */
export interface Meaning {
  readonly name: string;
  readonly levels: readonly string[];
  /** Whether it is a theorem, or a definition that proves a proposition. */
  readonly isClaim: boolean;
  readonly type: number;
  readonly value: number | undefined;
}

/** All terms that were written. */
export interface Terms {
  readonly nodes: readonly Term[];
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** By constant, how each of its arguments is shown; the letters are those of `../audit/facts/terms.lean`. */
  readonly shapes: ReadonlyMap<string, string>;
  /** Instances outside the package that Lean finds by itself. */
  readonly instances: ReadonlySet<string>;
}

/** One constant as the program writes it: its new texts and nodes, and which nodes it is made of. */
export interface TermLine {
  readonly term: string;
  readonly levels: readonly string[];
  readonly claim: boolean;
  readonly texts: readonly string[];
  readonly nodes: readonly number[];
  readonly typeNode: number;
  readonly valueNode?: number | undefined;
}

/** Collects lines in their order. */
export interface TermReader {
  /** Throws `RangeError` where the numbers are none of a node. */
  add(line: TermLine): void;
  addShape(name: string, letters: string, isInstance: boolean): void;
  readonly terms: Terms;
}

/** Starts without any term. */
export function createTermReader(): TermReader {
  const texts: string[] = [];
  const nodes: Term[] = [];
  const meanings = new Map<string, Meaning>();
  const shapes = new Map<string, string>();
  const instances = new Set<string>();
  return {
    add(line) {
      texts.push(...line.texts);
      readNodes(line.nodes, texts, nodes);
      const { term: name, levels, claim: isClaim, typeNode: type, valueNode: value } = line;
      if (Math.max(type, value ?? 0) >= nodes.length) throw new RangeError("a node is missing");
      meanings.set(name, { name, levels, isClaim, type, value });
    },
    addShape(name, letters, isInstance) {
      shapes.set(name, letters);
      if (isInstance) instances.add(name);
    },
    terms: { nodes, meanings, shapes, instances },
  };
}

/** Adds the nodes; each is made of texts and of nodes before it. */
function readNodes(numbers: readonly number[], texts: readonly string[], nodes: Term[]): void {
  let at = 0;
  const number = () => {
    const value = numbers[at++];
    if (value === undefined) throw new RangeError("a node breaks off");
    return value;
  };
  const text = () => {
    const value = texts[number()];
    if (value === undefined) throw new RangeError("a text is missing");
    return value;
  };
  const node = () => {
    const value = number();
    if (value >= nodes.length) throw new RangeError("a node is missing");
    return value;
  };
  while (at < numbers.length) nodes.push(readNode(number(), number, text, node));
}

function readNode(
  tag: number,
  number: () => number,
  text: () => string,
  node: () => number,
): Term {
  switch (tag) {
    case Tag.bound:
      return { tag, index: number() };
    case Tag.sort:
      return { tag, level: text() };
    case Tag.constant: {
      const name = text();
      return { tag, name, levels: Array.from({ length: number() }, text) };
    }
    case Tag.application:
      return { tag, fn: node(), argument: node() };
    case Tag.function:
    case Tag.forall:
      return { tag, binder: number(), name: text(), type: node(), body: node() };
    case Tag.let:
      return { tag, name: text(), type: node(), value: node(), body: node() };
    case Tag.natural:
    case Tag.string:
      return { tag, text: text() };
    case Tag.projection:
      return { tag, name: text(), index: number(), of: node() };
    default:
      throw new RangeError(`no node begins with ${tag}`);
  }
}

/** The function or constant in front of a term, and its arguments. */
export function spine(nodes: readonly Term[], id: number): { head: number; args: number[] } {
  const args: number[] = [];
  let head = id;
  for (let node = nodes[head]!; node.tag === Tag.application; node = nodes[head]!) {
    args.push(node.argument);
    head = node.fn;
  }
  return { head, args: args.reverse() };
}

/** The nodes that a node is directly made of. */
export function partsOf(term: Term): number[] {
  switch (term.tag) {
    case Tag.application:
      return [term.fn, term.argument];
    case Tag.function:
    case Tag.forall:
      return [term.type, term.body];
    case Tag.let:
      return [term.type, term.value, term.body];
    case Tag.projection:
      return [term.of];
    default:
      return [];
  }
}
