/**
 * Zod schemas of the wire format. They accept exactly what the codec accepts; the codec is the faster
 * of the two, and alone says what a text stands for.
 */
import { z } from "zod";
import { EFFECTS } from "./decision.ts";
import { verdictTexts } from "./decision_codec.ts";
import { ACTS, BODIES, TASK_ACTS } from "./event.ts";
import { DEFERRED, ORIGINS, PHASES, WORKERS } from "./state.ts";
import { CANCELS, CLASSES, CONTRACTS, DISPOSITIONS, FAULTS, ROLES, STATUSES } from "./value.ts";
import type { Constructors } from "./variant.ts";
import type { Kind } from "./variant_codec.ts";
import type { WireDecision, WireEvent, WireKey, WireState } from "./wire.ts";

/**
 * A zod schema, by the part of it that readers of JSON need. At run time it is one: a caller who builds
 * on it with zod's combinators may take it for a `z.ZodType`.
 */
export interface Schema<T> {
  /** Returns the value, typed. Throws zod's error when it is not of the wire format. */
  parse(json: unknown): T;
  /** Returns the value, typed, or what is wrong with it. */
  safeParse(json: unknown): SchemaResult<T>;
}

/** What {@linkcode Schema.safeParse} returns. */
export type SchemaResult<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: SchemaError };

/** What is wrong with a value. */
export interface SchemaError extends Error {
  /** Each fault of it. */
  readonly issues: readonly SchemaIssue[];
}

/** One fault of a value. */
export interface SchemaIssue {
  /** Names and indices that lead to it. */
  readonly path: readonly PropertyKey[];
  /** What was expected there. */
  readonly message: string;
}

// JSON has no -0, but JSON.parse makes one of the text "-0", and other readers would not.
const natural = z.int().nonnegative().refine((n) => !Object.is(n, -0), "Expected 0 without a sign");
const deps = z.array(natural).refine(
  (list) => new Set(list).size === list.length,
  "Expected each dependency once",
);
const verdict = z.enum(verdictTexts);

const key = z.tuple([natural, natural, natural, natural, natural]);
const projection = z.strictObject({ status: z.enum(STATUSES), receipt: natural.nullable() })
  .nullable();

/** The schema of each kind of field. */
const KINDS: Readonly<Record<Exclude<Kind, "deferred">, z.ZodType>> = {
  natural,
  positive: natural.positive(),
  naturalOrNull: natural.nullable(),
  boolean: z.boolean(),
  dependencies: deps,
  key,
  tx: z.strictObject({ tx: natural, candidate: natural, contract: z.enum(CONTRACTS) }),
  projection,
  contract: z.enum(CONTRACTS),
  disposition: z.enum(DISPOSITIONS),
  class: z.enum(CLASSES),
  cancel: z.enum(CANCELS),
  role: z.enum(ROLES),
  fault: z.enum(FAULTS),
  status: z.enum(STATUSES),
};

/** One variant of a union that the field `type` tells apart. */
function variant(
  type: string,
  row: Constructors[string],
  kinds: Readonly<Record<string, z.ZodType>>,
) {
  const fields = Object.entries(row).map(([name, kind]) => [name, kinds[kind]!] as const);
  return z.strictObject({ type: z.literal(type), ...Object.fromEntries(fields) });
}

/** The union of a table's variants. */
function union(table: Constructors, kinds: Readonly<Record<string, z.ZodType>> = KINDS) {
  return discriminated(Object.entries(table).map(([type, row]) => variant(type, row, kinds)));
}

function discriminated(variants: readonly ReturnType<typeof variant>[]) {
  const [first, ...others] = variants;
  return z.discriminatedUnion("type", [first!, ...others]);
}

/** The variants of a table as events. */
function events(table: Constructors, common: Constructors[string]) {
  return Object.entries(table).map(([type, row]) =>
    variant(type[0]!.toUpperCase() + type.slice(1), { ...common, ...row }, KINDS)
  );
}

/** A schema of what the wire's types say; that they agree is tested. */
function schemaOf<T>(schema: z.ZodType): Schema<T> {
  return schema as z.ZodType<T>;
}

/** Schema of a key: `[graph, task, generation, attempt, fence]`. */
export const KeySchema: Schema<WireKey> = key;

const { onAttempt: _, onTask: __, ...OTHERS } = BODIES;

/** Schema of an event. */
export const EventSchema: Schema<WireEvent> = schemaOf(discriminated([
  ...events(OTHERS, { eid: "natural" }),
  ...events(ACTS, { eid: "natural", key: "key" }),
  ...events(TASK_ACTS, { eid: "natural", task: "natural", generation: "natural" }),
]));

/** Schema of a decision: `[verdict, effect…]`. */
export const DecisionSchema: Schema<WireDecision> = schemaOf(z.tuple([verdict], union(EFFECTS)));

const PhaseSchema = union(PHASES, { ...KINDS, deferred: union(DEFERRED) });

const AttemptSchema = z.strictObject({ key, phase: PhaseSchema, worker: z.enum(WORKERS) });

const TaskSchema = z.strictObject({
  id: natural,
  deps,
  waived: deps,
  retries: natural,
  generation: natural,
  attempts: natural,
  fence: natural,
  ready: z.boolean(),
  status: z.enum(STATUSES),
  projection,
  held: z.strictObject({ key, receipt: natural }).nullable(),
  current: AttemptSchema.nullable(),
  closed: z.array(AttemptSchema),
  origin: union(ORIGINS),
});

/**
 * Schema of a state's form. That events lead to it is beyond a schema: `decodeState` refuses more, such
 * as two tasks with one id.
 */
export const StateSchema: Schema<WireState> = schemaOf(z.strictObject({
  graph: natural,
  tasks: z.array(TaskSchema),
  evidence: z.array(z.tuple([natural, verdict])),
}));
