/**
 * The lifecycle reducer, and the gate that keeps it in agreement with its Lean model.
 *
 * {@linkcode verifyProject} runs the gate on any project. The rest is the reducer: it decides what the Lean
 * model in `formal/Lifecycle` decides.
 *
 * ```ts
 * // @ts-nocheck: `deno test --doc` imports every export, used or not
 * import { decodeEvents, encodeDecision, initialState, replay } from "@lean-gate/lean-gate";
 * import assert from "node:assert/strict";
 *
 * const key = [1, 7, 0, 1, 1];
 * const log = decodeEvents([
 *   { type: "TaskDeclared", eid: 1, task: 7, deps: [], retries: 0 },
 *   { type: "AttemptClaimed", eid: 2, key },
 *   { type: "ProcessExited", eid: 3, key, role: "worker", code: 1 },
 * ]);
 * const { decisions } = replay(initialState(1), log);
 *
 * assert.deepEqual(decisions.map(encodeDecision), [
 *   ["applied", { type: "ready", task: 7, generation: 0 }],
 *   ["applied"],
 *   [
 *     "applied",
 *     { type: "attemptFailed", key, class: "exit" },
 *     { type: "projectFailed", task: 7, generation: 0, class: "exit" },
 *   ],
 * ]);
 * ```
 *
 * Events and decisions have two forms. {@linkcode Event}, {@linkcode Decision} and {@linkcode State} are
 * what the reducer works with; {@linkcode WireEvent}, {@linkcode WireDecision} and {@linkcode WireState}
 * are the JSON that logs, traces and engines exchange. The codec leads from one to the other.
 *
 * @module
 */

export {
  decisions,
  finalState,
  reduce,
  type Replay,
  replay,
  type Step,
} from "./src/lifecycle/reduce.ts";
export {
  type Attempt,
  closedOf,
  DEFERRED,
  type Deferred,
  type Entry,
  evidenceOf,
  findEntry,
  findTask,
  type Hold,
  initialState,
  type Origin,
  ORIGINS,
  type Phase,
  type PhaseKinds,
  PHASES,
  type State,
  type Task,
  tasksOf,
  truth,
  waivedOf,
  type Worker,
  WORKERS,
} from "./src/lifecycle/state.ts";
export {
  acceptanceOf,
  type Act,
  ACTS,
  BODIES,
  type Body,
  type BodyKinds,
  type Event,
  failureOf,
  sameEvent,
  showsGone,
  TASK_ACTS,
  type TaskAct,
} from "./src/lifecycle/event.ts";
export {
  type Decision,
  type Effect,
  EFFECTS,
  type Verdict,
  type Why,
  WHYS,
} from "./src/lifecycle/decision.ts";
export {
  type Cancel,
  CANCELS,
  type Class,
  CLASSES,
  type Contract,
  CONTRACTS,
  type Disposition,
  DISPOSITIONS,
  type Fault,
  FAULTS,
  type Key,
  type Projection,
  type Role,
  ROLES,
  type Status,
  STATUSES,
  type Tx,
  type ValueKinds,
} from "./src/lifecycle/value.ts";
export type { Constructors, Variant, Variants } from "./src/lifecycle/variant.ts";
export type { Waits } from "./src/lifecycle/readiness.ts";
export type { Branch, Row, Table } from "./src/lifecycle/table.ts";
export {
  CodecError,
  decodeDecision,
  decodeDecisions,
  decodeEvent,
  decodeEvents,
  decodeState,
  encodeDecision,
  encodeEvent,
  encodeState,
} from "./src/lifecycle/codec.ts";
export {
  DecisionSchema,
  EventSchema,
  KeySchema,
  type Schema,
  type SchemaError,
  type SchemaIssue,
  type SchemaResult,
  StateSchema,
} from "./src/lifecycle/schema.ts";
export { WIRE_VERSION } from "./src/lifecycle/wire.ts";
export type {
  WireAttempt,
  WireDecision,
  WireDeferred,
  WireEffect,
  WireEvent,
  WireEvents,
  WireEventType,
  WireHold,
  WireKey,
  WireKinds,
  WireOrigin,
  WirePhase,
  WireProjection,
  WireState,
  WireTask,
  WireTx,
  WireVerdict,
} from "./src/lifecycle/wire.ts";
export { type VerifyOptions, verifyProject } from "./src/gate/api.ts";
export type {
  Counts,
  EngineReport,
  LeanReport,
  Report,
  StageName,
  StageReport,
  StageStatus,
} from "./src/gate/report/report.ts";
export type { REPORT_SCHEMA, STAGE_NAMES } from "./src/gate/report/report.ts";
export type { DivergedTrace } from "./src/replay/diff/diff.ts";
export type { CoverageReport } from "./src/replay/coverage/coverage.ts";
export type { Cell } from "./src/replay/coverage/cell.ts";
export type { Backend, BackendChoice } from "./src/lean/toolchain/toolchain.ts";
export {
  type Diagnostic,
  type FailureKind,
  GateError,
  type Location,
  type Severity,
} from "./src/platform/diagnostic.ts";
