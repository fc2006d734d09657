import assert from "node:assert/strict";
import { decodeEvent } from "./codec.ts";
import coverage, { standing } from "./coverage.ts";
import engine from "./engine.ts";
import { reduce } from "./reduce.ts";
import {
  initialState,
  type Phase,
  snocAttempt,
  snocTask,
  type Task,
  tasksOf,
  type Worker,
} from "./state.ts";
import { emptyTable } from "./table.ts";
import { STATUSES } from "./value.ts";

const KEY = [1, 1, 0, 1, 1];
const decodedKey = { graph: 1, task: 1, generation: 0, attempt: 1, fence: 1 };
const ABOUT = { key: KEY, tx: 1, candidate: 1 };

/** An event whose `eid` may be left out. */
interface Saying {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The steps of a log whose decisions are the reducer's; `eid` counts from 1. */
function steps(...sayings: readonly Saying[]) {
  const events = sayings.map((saying, i) => ({ eid: i + 1, ...saying }));
  const { decisions } = engine.replay({ graph: 1, events });
  return coverage.steps({ graph: 1, events, decisions });
}

const DECLARED = { type: "TaskDeclared", task: 1, deps: [], retries: 1 };
const CLAIMED = { type: "AttemptClaimed", key: KEY };
const CONVERGE = { type: "ConvergeRequested", task: 1 };
const LANDING = [
  DECLARED,
  CLAIMED,
  { type: "FinishBegun", ...ABOUT, contract: "land" },
  { type: "CandidateValidated", ...ABOUT, passed: true },
  { type: "PromotionIntended", ...ABOUT },
];

Deno.test("coverage.steps() names where the task stood before each event", () => {
  const landed = steps(
    ...LANDING,
    { type: "OutcomeAccepted", ...ABOUT, receipt: 1 },
    { type: "CleanupRecorded", key: KEY, tx: 1, receipt: 1, cleanup: 1 },
    CONVERGE,
  );
  assert.deepEqual(landed.map(({ cell }) => cell), [
    ["TaskDeclared", "undeclared", "applied"],
    ["AttemptClaimed", "idle-open", "applied"],
    ["FinishBegun", "running", "applied"],
    ["CandidateValidated", "finishing", "applied"],
    ["PromotionIntended", "validated", "applied"],
    ["OutcomeAccepted", "promoting", "applied"],
    ["CleanupRecorded", "accepted", "applied"],
    ["ConvergeRequested", "cleaned", "observed(converging)"],
  ]);
});

Deno.test("coverage.steps() tells a deferred promotion and a failure apart", () => {
  const last = (...sayings: readonly Saying[]) => steps(...sayings).at(-1)?.cell?.slice(0, 2);
  const kill = { type: "KillRequested", key: KEY };
  const fail = { type: "FailRequested", key: KEY };
  const lost = { type: "OwnerLost", key: KEY };
  assert.deepEqual(last(...LANDING, kill, CONVERGE), ["ConvergeRequested", "deferred-stopping"]);
  assert.deepEqual(last(...LANDING, lost, CONVERGE), ["ConvergeRequested", "deferred-gone"]);
  assert.deepEqual(last(DECLARED, CLAIMED, fail, CONVERGE), [
    "ConvergeRequested",
    "failed-stopping",
  ]);
});

Deno.test("standing() names every phase, and the status of a task that no attempt holds", () => {
  const [task] = tasksOf(reduce(initialState(1), decodeEvent({ ...DECLARED, eid: 1 })).state);
  const { body } = decodeEvent({ ...CONVERGE, eid: 2 });
  const stands = (changed: Partial<Task>) =>
    standing({ ...initialState(1), tasks: snocTask(emptyTable(), { ...task!, ...changed }) }, body);
  const phase = (phase: Phase) =>
    stands({ current: { key: decodedKey, phase, worker: "present" } });
  const tx = { tx: 1, candidate: 1, contract: "land" } as const;
  assert.equal(standing(initialState(1), body), "undeclared");
  assert.equal(phase({ type: "running" }), "running");
  assert.equal(phase({ type: "finishing", tx, validated: false }), "finishing");
  assert.equal(phase({ type: "finishing", tx, validated: true }), "validated");
  assert.equal(phase({ type: "promoting", tx, deferred: { type: "none" } }), "promoting");
  assert.equal(phase({ type: "promoting", tx, deferred: { type: "abandon" } }), "deferred");
  assert.equal(phase({ type: "accepted", tx, receipt: 1 }), "accepted");
  assert.equal(phase({ type: "cleaned", tx, receipt: 1, cleanup: 1 }), "cleaned");
  assert.equal(phase({ type: "failed", class: "exit" }), "failed");
  assert.equal(phase({ type: "cancelled", reason: "killed" }), "cancelled");
  for (const status of STATUSES) assert.equal(stands({ status }), `idle-${status}`);
  // As in the model: the worker that a claim waits for, and the hold, are part of the name.
  const held = { key: decodedKey, receipt: 1 };
  const attempt = (worker: Worker, phase: Phase = { type: "running" }) =>
    ({ key: decodedKey, phase, worker }) as const;
  assert.equal(stands({ current: attempt("gone"), held }), "running-gone-held");
  const deferred = { type: "promoting", tx, deferred: { type: "kill" } } as const;
  assert.equal(stands({ current: attempt("stopping", deferred) }), "deferred-stopping");
  const closed = (worker: Worker) => snocAttempt(emptyTable(), attempt(worker));
  assert.equal(stands({ closed: closed("stopping") }), "idle-open-stopping");
  assert.equal(stands({ closed: closed("gone"), held }), "idle-open-held");
});

Deno.test("coverage.steps() takes an event about an unknown task for a cell of its own", () => {
  assert.deepEqual(steps(CLAIMED)[0]?.cell, [
    "AttemptClaimed",
    "undeclared",
    "rejected(unknownTask)",
  ]);
});

Deno.test("coverage.steps() gives no cell to what the guards of the log answer", () => {
  const [, duplicate, conflict] = steps(DECLARED, { ...DECLARED, eid: 1 }, { ...CLAIMED, eid: 1 });
  assert.deepEqual(duplicate, { cell: null, reason: "duplicate", effects: [] });
  assert.deepEqual(conflict, { cell: null, reason: "eidConflict", effects: [] });
});

Deno.test("coverage.steps() tells reasons and effects", () => {
  const [declared, claimed, again] = steps(DECLARED, CLAIMED, CLAIMED);
  assert.deepEqual([declared?.reason, declared?.effects], [null, ["ready"]]);
  assert.deepEqual([claimed?.reason, claimed?.effects], [null, []]);
  assert.deepEqual(again?.reason, "ownerActive");
});

Deno.test("coverage.steps() takes the verdict from the trace, not from the reducer", () => {
  const events = [{ ...DECLARED, eid: 1 }];
  const [step] = coverage.steps({ graph: 1, events, decisions: [["hold(taskExists)"]] });
  assert.deepEqual(step?.cell, ["TaskDeclared", "undeclared", "hold(taskExists)"]);
});

Deno.test("coverage.steps() refuses what is malformed, with its path", () => {
  const events = [{ ...DECLARED, eid: 1 }];
  assert.throws(
    () => coverage.steps({ graph: 1, events, decisions: [["aplied"]] }),
    /decisions\[0\]\[0\]: expected a verdict, got "aplied"/,
  );
  assert.throws(
    () => coverage.steps({ graph: 1, events: [{ type: "Odd", eid: 1 }], decisions: [["applied"]] }),
    /events\[0\]/,
  );
});

Deno.test("coverage lists the 45 reasons and the 12 effects", () => {
  assert.equal(coverage.reasons.length, 45);
  assert.deepEqual(coverage.effects, [
    "ready",
    "openGeneration",
    "continueFinish",
    "promote",
    "probe",
    "startCleanup",
    "stopProcess",
    "succeeded",
    "attemptFailed",
    "projectDone",
    "projectFailed",
    "projectAbandoned",
  ]);
});
