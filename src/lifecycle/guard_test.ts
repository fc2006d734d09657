import assert from "node:assert/strict";
import {
  abandon,
  accept,
  after,
  CANDIDATE,
  claim,
  cleaned,
  converge,
  declare,
  exit,
  failRequest,
  fault,
  finish,
  first,
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
  retry,
  type Saying,
  success,
  TX,
  validate,
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

/** Generation 1, attempt 3, fence 30 runs; attempts 1 (failed) and 2 (killed) are closed. */
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
  assert.deepEqual(on(killed, exit([1, 1, 0, 1, 5], 1)), [["observed(closed)"]]);
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
  assert.deepEqual(on(state, validate(key), other), [["rejected(noTransaction)"], ["applied"]]);
});

Deno.test("generationGuard() answers a request or an observation of another generation", () => {
  const state = after(declare(1, [], 1), claim(key), exit(key, 1), retry(1));
  const shown = { status: "failed", receipt: null } as const;
  assert.deepEqual(on(state, abandon(1, 0)), [["rejected(staleGeneration)"]]);
  assert.deepEqual(on(state, retry(1, 0)), [["rejected(staleGeneration)"]]);
  assert.deepEqual(on(state, observe(1, 0, shown)), [["observed(staleGeneration)"]]);
  assert.deepEqual(on(state, abandon(1, 2)), [["rejected(unknownGeneration)"]]);
  assert.deepEqual(on(state, retry(1, 2)), [["rejected(unknownGeneration)"]]);
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
