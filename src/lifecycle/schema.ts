/**
 * Zod schemas of the wire format. They accept exactly what the codec accepts; the codec is the faster
 * of the two, and alone says what a text stands for.
 */
import { z } from "zod";
import { verdictTexts } from "./decision_codec.ts";
import { CANCELS, CLASSES, CONTRACTS, DISPOSITIONS, FAULTS, ROLES, STATUSES } from "./value.ts";
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
const naturalOrNull = natural.nullable();
const deps = z.array(natural).refine(
  (list) => new Set(list).size === list.length,
  "Expected each dependency once",
);
const verdict = z.enum(verdictTexts);

const key = z.tuple([natural, natural, natural, natural, natural]);
const projection = z.strictObject({ status: z.enum(STATUSES), receipt: naturalOrNull }).nullable();
const tx = z.strictObject({ tx: natural, candidate: natural, contract: z.enum(CONTRACTS) });

function wire<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), eid: natural, ...shape });
}

const keyed = { key };
const transacted = { ...keyed, tx: natural };
const candidate = { ...transacted, candidate: natural };
const declaring = { task: natural, deps, retries: natural };
const ofGeneration = { task: natural, generation: natural };

/** Schema of a key: `[graph, task, generation, attempt, fence]`. */
export const KeySchema: Schema<WireKey> = key;

/** Schema of an event. */
export const EventSchema: Schema<WireEvent> = z.discriminatedUnion("type", [
  wire("TaskDeclared", declaring),
  wire("LegacyImported", { ...declaring, status: z.enum(STATUSES), trusted: z.boolean() }),
  wire("AttemptClaimed", keyed),
  wire("AttemptReleased", keyed),
  wire("FinishBegun", { ...candidate, contract: z.enum(CONTRACTS) }),
  wire("CandidateValidated", { ...candidate, passed: z.boolean() }),
  wire("PromotionIntended", candidate),
  wire("OutcomeAccepted", { ...candidate, receipt: natural }),
  wire("PromotionProbed", { ...transacted, found: naturalOrNull }),
  wire("CleanupRecorded", { ...transacted, receipt: natural, cleanup: natural }),
  wire("FailRequested", keyed),
  wire("ProcessExited", { ...keyed, role: z.enum(ROLES), code: natural }),
  wire("ProviderFault", { ...keyed, fault: z.enum(FAULTS) }),
  wire("OwnerLost", keyed),
  wire("LateCommitSeen", { ...keyed, commit: natural }),
  wire("ProjectionObserved", { ...ofGeneration, projection }),
  wire("KillRequested", keyed),
  wire("AbandonRequested", ofGeneration),
  wire("RetryRequested", ofGeneration),
  wire("ConvergeRequested", { task: natural }),
]);

/** One variant of a union that the field `type` tells apart. */
function variant<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), ...shape });
}

const EffectSchema = z.discriminatedUnion("type", [
  variant("ready", ofGeneration),
  variant("promote", candidate),
  variant("probe", transacted),
  variant("succeeded", { ...keyed, disposition: z.enum(DISPOSITIONS), receipt: natural }),
  variant("startCleanup", transacted),
  variant("attemptFailed", { ...keyed, class: z.enum(CLASSES) }),
  variant("projectDone", { ...ofGeneration, disposition: z.enum(DISPOSITIONS), receipt: natural }),
  variant("projectFailed", { ...ofGeneration, class: z.enum(CLASSES) }),
  variant("projectAbandoned", ofGeneration),
  variant("openGeneration", ofGeneration),
  variant("stopProcess", keyed),
]);

/** Schema of a decision: `[verdict, effect…]`. */
export const DecisionSchema: Schema<WireDecision> = z.tuple([verdict], EffectSchema);

const DeferredSchema = z.discriminatedUnion("type", [
  variant("none", {}),
  variant("failure", { class: z.enum(CLASSES) }),
  variant("kill", {}),
  variant("abandon", {}),
]);

const PhaseSchema = z.discriminatedUnion("type", [
  variant("running", {}),
  variant("finishing", { tx, validated: z.boolean() }),
  variant("promoting", { tx, deferred: DeferredSchema }),
  variant("accepted", { tx, receipt: natural }),
  variant("cleaned", { tx, receipt: natural, cleanup: natural }),
  variant("failed", { class: z.enum(CLASSES) }),
  variant("cancelled", { reason: z.enum(CANCELS) }),
]);

const AttemptSchema = z.strictObject({ key, phase: PhaseSchema });

const TaskSchema = z.strictObject({
  id: natural,
  deps,
  retries: natural,
  generation: natural,
  attempts: natural,
  fence: natural,
  ready: z.boolean(),
  status: z.enum(STATUSES),
  projection,
  current: AttemptSchema.nullable(),
  closed: z.array(AttemptSchema),
  origin: z.discriminatedUnion("type", [
    variant("native", {}),
    variant("legacy", { trusted: z.boolean() }),
  ]),
});

/**
 * Schema of a state's form. That events lead to it is beyond a schema: `decodeState` refuses more, such
 * as two tasks with one id.
 */
export const StateSchema: Schema<WireState> = z.strictObject({
  graph: natural,
  tasks: z.array(TaskSchema),
  evidence: z.array(z.tuple([natural, verdict])),
});
