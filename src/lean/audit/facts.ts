/** What the Lean program in `facts/` writes about the compiled modules. */
import { z } from "zod";
import { GateError } from "../../platform/diagnostic.ts";

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
      // A hypothesis is `False` itself, or can otherwise never hold; a definition that is a proposition's proof.
      ...["assumes_false", "assumes_never", "claim"] as const,
    ]),
  ),
  /** Constant in front of what its type ends in; empty when there is none. */
  head: name,
  /** Of a definition: the constants in front of the arguments of that, each empty when there is none. */
  args: z.array(name).optional(),
  /** Of a definition: all constants of what its type ends in. */
  goal: z.array(name).optional(),
  /** Fields that can never be filled. */
  never: z.array(name).optional(),
  /** Implicit types in front of its statement. */
  implicit: z.array(name),
  /** A core name that its type binds as a variable. */
  binds: name.optional(),
  /** Constant of a library whose name means this one in its namespace. */
  hides: name.optional(),
  /** First token of the syntax that it is. */
  symbol: z.string().optional(),
  /** Kind of syntax that it expands or elaborates, and that is none of the package's own. */
  syntax: name.optional(),
  /** Lean's label of a sorry in its body: module, lines and columns. */
  label: name.optional(),
  /** `accepted`, `passed over`, or `refused: ` and why. */
  replay: z.string(),
});

const PlaceSchema = z.strictObject({ place: name, line: count, column: count, endLine: count });
const AgainSchema = z.strictObject({ again: name, module: name, line: count, column: count });
const LineSchema = z.union([
  OwnSchema,
  ConstantSchema,
  PlaceSchema,
  AgainSchema,
  z.strictObject({ class: name }),
  z.strictObject({ csimp: name }),
  z.strictObject({ expands: name, by: name }),
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
  readonly csimp: ReadonlySet<string>;
  /** By definition: a kind of syntax that an attribute has it expand or elaborate. */
  readonly expands: ReadonlyMap<string, string>;
  /** Modules of which every constant was visited. */
  readonly audited: ReadonlySet<string>;
  /** Whether the theorems of Lean's own library came without bodies, so that each looks like an axiom. */
  readonly libraryIsStubs: boolean;
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
  const csimp = new Set<string>();
  const expands = new Map<string, string>();
  const audited = new Set<string>();
  let libraryIsStubs: boolean | undefined;
  let announced: number | undefined;
  const lines = text.split("\n");
  if (lines.pop() !== "") throw unreadable("it breaks off in the middle of a line");
  for (const [index, line] of lines.entries()) {
    if (announced !== undefined) throw unreadable(`line ${index + 1} stands behind the last`);
    const fact = parseLine(line, index + 1);
    if ("count" in fact) announced = fact.count;
    else if ("place" in fact) places.set(fact.place, fact);
    else if ("again" in fact) again.push(fact);
    else if ("class" in fact) classes.add(fact.class);
    else if ("csimp" in fact) csimp.add(fact.csimp);
    else if ("expands" in fact) expands.set(fact.by, fact.expands);
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
  return { constants, own, places, again, classes, csimp, expands, audited, libraryIsStubs };
}

/** The constants that a source declares; others Lean makes along with them. */
export function declaredIn({ own, places }: Facts): OwnConstant[] {
  return [...own.values()].filter(({ name }) => places.has(name));
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
