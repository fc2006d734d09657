import assert from "node:assert/strict";
import { findTask, lastClosed } from "./state.ts";
import {
  abandon,
  accept,
  after,
  CANDIDATE,
  claim,
  cleaned,
  clear,
  converge,
  declare,
  exit,
  failRequest,
  fault,
  finish,
  first,
  further,
  grant,
  intend,
  kill,
  lateCommit,
  lost,
  observe,
  on,
  probed,
  promoting,
  RECEIPT,
  release,
  reopen,
  retry,
  type Saying,
  success,
  trust,
  TX,
  validate,
  waive,
} from "./testing/events.ts";
import type { WireKey } from "./wire.ts";

const key = first(1);

/** Everything that can be said about an attempt, but the claim of it. */
function acts(key: WireKey): readonly Saying[] {
  return [
    release(key),
    finish(key),
    validate(key),
    validate(key, false),
    intend(key),
    accept(key),
    probed(key, RECEIPT),
    probed(key, null),
    cleaned(key),
    failRequest(key),
    exit(key, 0),
    exit(key, 1),
    fault(key),
    lost(key),
    lateCommit(key),
    kill(key),
  ];
}

function claimsAcceptance(act: Saying): boolean {
  return act.type === "OutcomeAccepted" || (act.type === "PromotionProbed" && act.found !== null);
}

function showsGone(act: Saying): boolean {
  return act.type === "OwnerLost" || (act.type === "ProcessExited" && act.role === "worker");
}

/** Generation 1, attempt 3, fence 30 runs; attempts 1 (failed) and 2 (killed) are closed and gone. */
const keys: { readonly [name: string]: WireKey } = {
  failed: [1, 1, 0, 1, 10],
  killed: [1, 1, 1, 2, 20],
  running: [1, 1, 1, 3, 30],
};
const state = after(
  declare(1, [], 2),
  claim(keys.failed!),
  exit(keys.failed!, 1),
  retry(1),
  claim(keys.killed!),
  kill(keys.killed!),
  lost(keys.killed!),
  claim(keys.running!),
);

Deno.test("attemptRule() answers an act on a closed attempt", () => {
  for (const closed of [keys.failed!, keys.killed!]) {
    for (const act of acts(closed)) {
      const expected = claimsAcceptance(act)
        ? "hold(acceptedAfterClose)"
        : act.type === "AttemptReleased" || act.type === "KillRequested"
        ? "noop(already)"
        : "observed(closed)";
      assert.deepEqual(on(state, act), [[expected]], act.type);
    }
  }
});

Deno.test("attemptRule() opens the task when the worker of its last attempt is gone", () => {
  const closed = first(1);
  const waiting = after(declare(1), claim(closed), kill(closed));
  const ready = { type: "ready", task: 1, generation: 0 };
  for (const act of [...acts(closed), exit(closed, 7, "wrapper"), exit(closed, 7)]) {
    const { decisions, state: next } = further(waiting, act);
    const gone = showsGone(act);
    if (gone) assert.deepEqual(decisions, [["applied", ready]], act.type);
    assert.equal(lastClosed(findTask(1, next.tasks)!)!.worker, gone ? "gone" : "stopping");
    assert.equal(findTask(1, next.tasks)!.ready, gone);
  }
  // The second time there is nothing more to open.
  assert.deepEqual(on(waiting, lost(closed), exit(closed, 0)), [["applied", ready], [
    "observed(closed)",
  ]]);
});

Deno.test("attemptRule() only notes that a worker is gone where something else keeps the task", () => {
  const closed = first(1);
  const kept = [
    after(declare(1), claim(closed), kill(closed), abandon(1)),
    after(declare(1), claim(closed), kill(closed), accept(closed)),
    after(declare(1), claim(closed), kill(closed), probed(closed, 4)),
  ];
  for (const state of kept) {
    const { decisions, state: next } = further(state, lost(closed));
    assert.deepEqual(decisions, [["observed(closed)"]]);
    const t = findTask(1, next.tasks)!;
    assert.deepEqual([lastClosed(t)!.worker, t.ready], ["gone", false]);
  }
});

Deno.test("attemptRule() holds a task by the first acceptance that comes after the close", () => {
  const { decisions, state: held } = further(
    state,
    accept(keys.failed!, 5),
    probed(keys.killed!, 6),
    accept(keys.killed!, 7),
  );
  assert.deepEqual(decisions, decisions.map(() => ["hold(acceptedAfterClose)"]));
  const key = { graph: 1, task: 1, generation: 0, attempt: 1, fence: 10 };
  assert.deepEqual(findTask(1, held.tasks)!.held, { key, receipt: 5 });
  // A failed attempt that is still current holds it likewise.
  const failed = after(declare(1), claim(keys.failed!), exit(keys.failed!, 1));
  const { state: late } = further(failed, accept(keys.failed!, 8));
  assert.deepEqual(findTask(1, late.tasks)!.held, { key, receipt: 8 });
});

Deno.test("attemptRule() compares a foreign key by generation, attempt and fence, in this order", () => {
  const foreign: readonly (readonly [WireKey, string])[] = [
    [[1, 1, 0, 3, 30], "observed(staleGeneration)"],
    [[1, 1, 0, 9, 99], "observed(staleGeneration)"],
    [[1, 1, 2, 3, 30], "rejected(unknownAttempt)"],
    [[1, 1, 2, 1, 1], "rejected(unknownAttempt)"],
    [[1, 1, 1, 2, 21], "observed(staleAttempt)"],
    [[1, 1, 1, 1, 99], "observed(staleAttempt)"],
    [[1, 1, 1, 4, 30], "rejected(unknownAttempt)"],
    [[1, 1, 1, 4, 1], "rejected(unknownAttempt)"],
    [[1, 1, 1, 3, 29], "observed(staleFence)"],
    [[1, 1, 1, 3, 31], "rejected(unknownAttempt)"],
  ];
  for (const [key, expected] of foreign) {
    for (const act of acts(key)) assert.deepEqual(on(state, act), [[expected]], `${key}`);
  }
});

Deno.test("attemptRule() compares with the task where no attempt is current", () => {
  const never = after(declare(1));
  const foreign: readonly (readonly [WireKey, string])[] = [
    [[1, 1, 0, 0, 0], "rejected(unknownAttempt)"],
    [[1, 1, 0, 1, 1], "rejected(unknownAttempt)"],
    [[1, 1, 1, 0, 0], "rejected(unknownAttempt)"],
  ];
  for (const [key, expected] of foreign) assert.deepEqual(on(never, exit(key, 1)), [[expected]]);

  const killed = after(declare(1), claim([1, 1, 0, 1, 5]), kill([1, 1, 0, 1, 5]));
  assert.deepEqual(on(killed, exit([1, 1, 0, 1, 5], 1, "wrapper")), [["observed(closed)"]]);
  assert.deepEqual(on(killed, exit([1, 1, 0, 1, 4], 1)), [["observed(staleFence)"]]);
  assert.deepEqual(on(killed, exit([1, 1, 0, 0, 5], 1)), [["observed(staleAttempt)"]]);
  assert.deepEqual(on(killed, exit([1, 1, 0, 2, 5], 1)), [["rejected(unknownAttempt)"]]);
});

Deno.test("txGuard() rejects another transaction, then another candidate, then another contract", () => {
  const phases = {
    finishing: after(declare(1), claim(key), finish(key)),
    promoting: after(declare(1), ...promoting(key)),
    accepted: after(declare(1), ...promoting(key), accept(key)),
    cleaned: after(declare(1), ...success(key)),
  };
  const begun = {
    type: "FinishBegun",
    key,
    tx: TX,
    candidate: CANDIDATE,
    contract: "land",
  } as const;
  const cases: readonly (readonly [Saying, string])[] = [
    [{ ...begun, tx: 1 }, "rejected(txMismatch)"],
    [{ ...begun, tx: 1, candidate: 1, contract: "report" }, "rejected(txMismatch)"],
    [{ ...begun, candidate: 1 }, "rejected(candidateMismatch)"],
    [{ ...begun, candidate: 1, contract: "report" }, "rejected(candidateMismatch)"],
    [{ ...begun, contract: "report" }, "rejected(txMismatch)"],
    ...[
      { type: "CandidateValidated", key, passed: true },
      { type: "CandidateValidated", key, passed: false },
      { type: "PromotionIntended", key },
      { type: "OutcomeAccepted", key, receipt: RECEIPT },
    ].flatMap((act) => [
      [{ ...act, tx: 1, candidate: CANDIDATE } as Saying, "rejected(txMismatch)"] as const,
      [{ ...act, tx: 1, candidate: 1 } as Saying, "rejected(txMismatch)"] as const,
      [{ ...act, tx: TX, candidate: 1 } as Saying, "rejected(candidateMismatch)"] as const,
    ]),
    [{ type: "PromotionProbed", key, tx: 1, found: RECEIPT }, "rejected(txMismatch)"],
    [{ type: "PromotionProbed", key, tx: 1, found: null }, "rejected(txMismatch)"],
    [
      { type: "CleanupRecorded", key, tx: 1, receipt: RECEIPT, cleanup: 1 },
      "rejected(txMismatch)",
    ],
  ];
  for (const [phase, state] of Object.entries(phases)) {
    for (const [act, expected] of cases) {
      assert.deepEqual(on(state, act), [[expected]], `${act.type} while ${phase}`);
    }
  }
});

Deno.test("txGuard() forgets the transaction of a candidate that failed validation", () => {
  const state = after(declare(1), claim(key), finish(key), validate(key, false));
  const other = { type: "FinishBegun", key, tx: 1, candidate: 2, contract: "report" } as const;
  assert.deepEqual(on(state, validate(key), other), [
    ["rejected(noTransaction)"],
    ["applied", { type: "continueFinish", key, tx: 1, candidate: 2 }],
  ]);
});

Deno.test("generationGuard() answers what is said of another generation", () => {
  const state = after(declare(1, [], 1), claim(key), exit(key, 1), retry(1));
  const shown = { status: "failed", receipt: null } as const;
  const requests = [
    (generation: number) => abandon(1, generation),
    (generation: number) => retry(1, generation),
    (generation: number) => reopen(1, generation),
    (generation: number) => clear(1, generation),
    (generation: number) => grant(1, 1, generation),
    (generation: number) => trust(1, generation),
    (generation: number) => waive(1, 9, generation),
  ];
  for (const request of requests) {
    assert.deepEqual(on(state, request(0)), [["rejected(staleGeneration)"]], request(0).type);
    assert.deepEqual(on(state, request(2)), [["rejected(unknownGeneration)"]], request(2).type);
  }
  assert.deepEqual(on(state, observe(1, 0, shown)), [["observed(staleGeneration)"]]);
  assert.deepEqual(on(state, observe(1, 2, shown)), [["rejected(unknownGeneration)"]]);
});

Deno.test("reduce() asks its guards in the order of the specification", () => {
  const state = after(declare(1), claim(key));
  // Graph before task, task before key, key before transaction.
  assert.deepEqual(on(state, exit([2, 9, 9, 9, 9], 1)), [["rejected(wrongGraph)"]]);
  assert.deepEqual(on(state, claim([2, 9, 9, 9, 9])), [["rejected(wrongGraph)"]]);
  assert.deepEqual(on(state, claim([2, 1, 0, 1, 1])), [["rejected(wrongGraph)"]]);
  assert.deepEqual(on(state, exit([1, 9, 9, 9, 9], 1)), [["rejected(unknownTask)"]]);
  assert.deepEqual(on(state, claim([1, 9, 0, 1, 1])), [["rejected(unknownTask)"]]);
  assert.deepEqual(on(state, abandon(9, 9)), [["rejected(unknownTask)"]]);
  assert.deepEqual(on(state, retry(9, 9)), [["rejected(unknownTask)"]]);
  assert.deepEqual(on(state, observe(9, 9, null)), [["rejected(unknownTask)"]]);
  assert.deepEqual(on(state, converge(9)), [["rejected(unknownTask)"]]);
  assert.deepEqual(on(state, accept([1, 1, 0, 1, 0])), [["observed(staleFence)"]]);
});
