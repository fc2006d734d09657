/** What the Lean program in `facts/` writes about the compiled modules. */
import { z } from "zod";
import { GateError } from "../../platform/diagnostic.ts";
import {
  createTermReader,
  type TermLine,
  type TermReader,
  type Terms,
} from "../statements/terms.ts";

const name = z.string();
const count = z.int().nonnegative();

const KINDS = [
  "axiom",
  "definition",
  "theorem",
  "opaque",
  "quotient",
  "inductive",
  "constructor",
  "recursor",
] as const;

const ConstantSchema = z.strictObject({
  name,
  module: name,
  kind: z.enum(KINDS),
  /** Constants that its type names, and those that its body does. */
  type: z.array(name),
  body: z.array(name),
});

/** A constant of the package's own modules: more is asked of it. */
const OwnSchema = ConstantSchema.extend({
  flags: z.array(
    z.enum([
      ...["unsafe", "partial", "implemented_by", "extern", "init", "reducible"] as const,
      // It is not meant by its last name alone.
      "protected",
      // A hypothesis is `False` itself, or can otherwise never hold; a definition that is a proposition's proof.
      // It is tried where nothing is known of a type.
      "default_instance",
      ...["assumes_false", "assumes_never", "claim"] as const,
    ]),
  ),
  /** Constant in front of what its type ends in; empty when there is none. */
  head: name,
  /** Fields that can never be filled. */
  never: z.array(name).optional(),
  /** Implicit types in front of its statement. */
  implicit: z.array(name),
  /** A core name that its type binds as a variable. */
  binds: name.optional(),
  /** Constant of a library whose name means this one in its namespace. */
  hides: name.optional(),
  /** Of what may be an instance: class of the library and its type, empty for a variable, that have one there. */
  rival: z.tuple([name, name]).optional(),
  /** Of a macro or an elaborator: kinds of syntax and their categories; none where only Lean's compiler knew them. */
  expands: z.array(z.tuple([name, name])).optional(),
  /** Whether it looks for syntax of the package in what it gives a meaning to. */
  extends: z.boolean().optional(),
  /** Kind of a command that runs code when a module is built, in what the macro makes. */
  runs: name.optional(),
  /** Of a parser: the kind of what it reads, if that is none of the package's own. */
  reads: name.optional(),
  /** Whether it is a parser written as code, so that what it reads is unknown. */
  handwritten: z.boolean().optional(),
  /** Of a piece of syntax: its tokens, those of no other syntax, and whether it holds only where it is declared. */
  tokens: z.array(z.string()).optional(),
  newTokens: z.array(z.string()).optional(),
  isLocal: z.boolean().optional(),
  /**
   * What a source can say by it that has no token of its own and begins as other syntax does, and whether other
   * syntax has the same form: then Lean tries both.
   */
  core: z.string().optional(),
  alternative: z.boolean().optional(),
  /** Its first token, if that is a name too. */
  word: z.string().optional(),
  /** A token of its own that reads as several, as `(1=2)` or `s.safe` does. */
  several: z.string().optional(),
  /** Lean's label of a sorry in its body: module, lines and columns. */
  label: name.optional(),
  /** `accepted`, `passed over`, or `refused: ` and why. */
  replay: z.string(),
});

const PlaceSchema = z.strictObject({
  place: name,
  line: count,
  column: count,
  /** Where the whole command begins, and where it ends: before the column. */
  startLine: count,
  startColumn: count,
  endLine: count,
  endColumn: count,
});
const AgainSchema = z.strictObject({ again: name, module: name, line: count, column: count });
/** Texts and nodes are numbers of `../statements/terms.ts`. */
const TermSchema = z.strictObject({
  texts: z.array(z.string()),
  nodes: z.array(count),
  term: name,
  levels: z.array(name),
  claim: z.boolean(),
  typeNode: count,
  valueNode: count.optional(),
});
const ShapeSchema = z.strictObject({
  shape: name,
  arguments: z.string().regex(/^[ecih]*$/),
  instance: z.boolean(),
});
/** An instance in a claim that differs from the library's for its class and type. */
const RivalSchema = z.strictObject({ rivalIn: name, class: name, type: name });
const LineSchema = z.union([
  OwnSchema,
  ConstantSchema,
  PlaceSchema,
  AgainSchema,
  z.strictObject({ class: name }),
  z.strictObject({ csimp: name }),
  TermSchema,
  ShapeSchema,
  RivalSchema,
  z.strictObject({ audited: name }),
  z.strictObject({ stubs: z.boolean() }),
  z.strictObject({ count }),
]);

/** A constant; names as `names.ts` reads them. */
export type Constant = z.infer<typeof ConstantSchema>;
/** A constant of the package itself. */
export type OwnConstant = z.infer<typeof OwnSchema>;
/** Where a declaration stands in its module: 1-based, columns in code points. */
export type DeclarationPlace = z.infer<typeof PlaceSchema>;

/** Where a module states a theorem that another one has stated too, and that counts as the other's. */
export type StatedAgain = z.infer<typeof AgainSchema>;

/** Everything that is known of the compiled modules. */
export interface Facts {
  /** By name: the package's constants, and all that they rest on. */
  readonly constants: ReadonlyMap<string, Constant>;
  /** Those of the package. */
  readonly own: ReadonlyMap<string, OwnConstant>;
  /** Of what a source declares; what Lean makes along with it has none. */
  readonly places: ReadonlyMap<string, DeclarationPlace>;
  readonly again: readonly StatedAgain[];
  readonly classes: ReadonlySet<string>;
  /**
   * Class and type of a rival instance, by the constant of a claim that uses it.
   *
   * The type is empty for a variable.
   */
  readonly rivals: ReadonlyMap<string, readonly [string, string]>;
  readonly csimp: ReadonlySet<string>;
  /** Modules of which every constant was visited. */
  readonly audited: ReadonlySet<string>;
  /** Whether the theorems of Lean's own library came without bodies, so that each looks like an axiom. */
  readonly libraryIsStubs: boolean;
  /** Statements, and what of the package they unfold to. */
  readonly terms: Terms;
}

/**
 * Reads the lines.
 *
 * @throws GateError (verdict) `audit_unreadable`: a line is no fact, or some are missing.
 */
export function readFacts(text: string): Facts {
  const constants = new Map<string, Constant>();
  const own = new Map<string, OwnConstant>();
  const places = new Map<string, DeclarationPlace>();
  const again: StatedAgain[] = [];
  const classes = new Set<string>();
  const rivals = new Map<string, readonly [string, string]>();
  const csimp = new Set<string>();
  const audited = new Set<string>();
  const reader = createTermReader();
  let libraryIsStubs: boolean | undefined;
  let announced: number | undefined;
  const lines = text.split("\n");
  if (lines.pop() !== "") throw unreadable("it breaks off in the middle of a line");
  for (const [index, line] of lines.entries()) {
    if (announced !== undefined) throw unreadable(`line ${index + 1} stands behind the last`);
    const fact = parseLine(line, index + 1);
    if ("count" in fact) announced = fact.count;
    else if ("place" in fact) places.set(fact.place, fact);
    else if ("term" in fact) addTerm(reader, fact, index + 1);
    else if ("shape" in fact) reader.addShape(fact.shape, fact.arguments, fact.instance);
    else if ("again" in fact) again.push(fact);
    else if ("rivalIn" in fact) rivals.set(fact.rivalIn, [fact.class, fact.type]);
    else if ("class" in fact) classes.add(fact.class);
    else if ("csimp" in fact) csimp.add(fact.csimp);
    else if ("audited" in fact) audited.add(fact.audited);
    else if ("stubs" in fact) libraryIsStubs = fact.stubs;
    else {
      constants.set(fact.name, fact);
      if ("replay" in fact) own.set(fact.name, fact);
    }
  }
  if (announced !== constants.size) {
    throw unreadable(`it has ${constants.size} constants and announces ${announced ?? "none"}`);
  }
  if (libraryIsStubs === undefined) throw unreadable("it does not tell of the library");
  const { terms } = reader;
  const facts = { constants, own, places, again, classes, rivals, csimp, audited };
  return { ...facts, libraryIsStubs, terms };
}

/** The constants that a source declares; others Lean makes along with them. */
export function declaredIn({ own, places }: Facts): OwnConstant[] {
  return [...own.values()].filter(({ name }) => places.has(name));
}

function addTerm(reader: TermReader, line: TermLine, number: number): void {
  try {
    reader.add(line);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw unreadable(`line ${number} is no term: ${cause.message}`);
  }
}

function parseLine(line: string, number: number): z.infer<typeof LineSchema> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw unreadable(`line ${number} is no JSON`);
  }
  const parsed = LineSchema.safeParse(value);
  if (!parsed.success) throw unreadable(`line ${number} is no fact`);
  return parsed.data;
}

/** What the audit wrote cannot be believed. */
export function unreadable(why: string): GateError {
  return new GateError("verdict", {
    code: "audit_unreadable",
    message: `Failed to read what the audit wrote: ${why}`,
    hint: "Run again; if it stays, report it as a defect of lean-gate.",
  });
}
