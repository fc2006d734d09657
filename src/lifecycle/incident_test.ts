import assert from "node:assert/strict";
import { replay } from "./reduce.ts";
import { findTask, initialState } from "./state.ts";
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
  fault,
  finish,
  first,
  further,
  imported,
  intend,
  kill,
  lateCommit,
  log,
  lost,
  observe,
  on,
  probed,
  promoting,
  RECEIPT,
  reopen,
  retry,
  type Saying,
  success,
  TX,
  validate,
  waive,
} from "./testing/events.ts";
import type { WireDecision, WireKey } from "./wire.ts";

const ready = (task: number, generation = 0) => ({ type: "ready", task, generation });

Deno.test("formalize-lifecycle-finish-lean4: a provider timeout after cleanup changes nothing", () => {
  // Generation 5, attempt 5: a legacy record that failed, then four attempts that failed.
  const before: Saying[] = [imported(1, "failed", { retries: 5 }), declare(2, [1]), retry(1)];
  for (const n of [1, 2, 3, 4]) {
    const key: WireKey = [1, 1, n, n, n];
    before.push(claim(key), exit(key, 1), retry(1, n));
  }
  const key: WireKey = [1, 1, 5, 5, 5];
  const landed = 347;
  const done = {
    type: "projectDone",
    task: 1,
    generation: 5,
    disposition: "landed",
    receipt: landed,
  };
  const { decisions, state } = further(
    after(...before),
    claim(key),
    finish(key, "land"),
    validate(key),
    intend(key),
    accept(key, landed),
    cleaned(key, landed),
    fault(key, "timeout"),
    observe(1, 5, { status: "failed", receipt: null }),
    observe(1, 5, { status: "done", receipt: landed }),
    observe(1, 5, { status: "done", receipt: landed }),
  );
  assert.deepEqual(decisions, [
    ["applied"],
    ["applied", { type: "continueFinish", key, tx: TX, candidate: CANDIDATE }],
    ["applied"],
    ["applied", { type: "promote", key, tx: TX, candidate: CANDIDATE }],
    [
      "applied",
      { type: "succeeded", key, disposition: "landed", receipt: landed },
      { type: "startCleanup", key, tx: TX },
    ],
    ["applied", done, ready(2)],
    ["observed(afterSuccess)", done],
    ["observed(projectionContradiction)", done],
    ["observed(projectionAgrees)"],
    ["noop(agrees)"],
  ]);
  const t = findTask(1, state.tasks)!;
  assert.equal(t.status, "done");
  assert.deepEqual(t.projection, { type: "shown", status: "done", receipt: landed });
});

Deno.test("fix-brokered-deliverable-preflight-worktree: late commits and a late fault change nothing", () => {
  const key = first(1);
  const landed = 433;
  const commits = [8488, 1005886, 949, 42265, 51990];
  const state = after(
    declare(1, [], 2),
    ...promoting(key),
    accept(key, landed),
    cleaned(key, landed),
  );
  const { decisions, state: end } = further(
    state,
    ...commits.map((commit) => lateCommit(key, commit)),
    fault(key, "unavailable"),
    retry(1),
  );
  assert.deepEqual(decisions, [
    ...commits.map(() => ["observed(lateCommit)"]),
    ["observed(afterSuccess)", {
      type: "projectDone",
      task: 1,
      generation: 0,
      disposition: "landed",
      receipt: landed,
    }],
    ["rejected(alreadyAccepted)"],
  ]);
  assert.deepEqual(end.tasks, state.tasks);
});

Deno.test("fix-brokered-deliverable-preflight-worktree: an old generation blesses no newer one", () => {
  const old = first(1);
  const late: readonly (readonly [Saying, string])[] = [
    [accept(old), "hold(acceptedAfterClose)"],
    [probed(old, RECEIPT), "hold(acceptedAfterClose)"],
    [probed(old, null), "observed(closed)"],
    [cleaned(old), "observed(closed)"],
    [exit(old, 1), "observed(closed)"],
    [exit(old, 0), "observed(closed)"],
    [fault(old, "unavailable"), "observed(closed)"],
  ];
  const one: WireKey = [1, 1, 1, 2, 2];
  const two: WireKey = [1, 1, 2, 3, 3];
  const gen1 = [declare(1, [], 2), ...promoting(old), exit(old, 1), probed(old, null), retry(1)];
  const gen2 = [...gen1, claim(one), exit(one, 1), retry(1, 1)];
  for (
    const state of [
      after(...gen1, ...promoting(one)),
      after(...gen2, claim(two)),
      after(...gen2, ...promoting(two)),
    ]
  ) {
    for (const [saying, verdict] of late) {
      const { decisions, state: next } = further(state, saying);
      assert.deepEqual(decisions, [[verdict]], saying.type);
      const [was, now] = [state, next].map((s) => ({ ...findTask(1, s.tasks)!, held: null }));
      assert.deepEqual(now, was);
      const held = findTask(1, next.tasks)!.held;
      assert.equal(held?.receipt, verdict.startsWith("hold") ? RECEIPT : undefined);
    }
  }
});

Deno.test("the first terminal result wins: exit and acceptance commute while promoting", () => {
  const key = first(1);
  const state = after(declare(1), ...promoting(key));
  const one = further(state, exit(key, 1), accept(key)).state;
  const other = further(state, accept(key), exit(key, 1)).state;
  assert.deepEqual(one.tasks, other.tasks);
  assert.equal(findTask(1, one.tasks)!.current!.phase.type, "accepted");
});

Deno.test("the first terminal result wins: an exit between acceptance and cleanup is evidence only", () => {
  const key = first(1);
  const { decisions } = further(
    after(declare(1), ...promoting(key)),
    accept(key),
    exit(key, 1),
    converge(1),
    cleaned(key),
    exit(key, 1, "wrapper"),
  );
  assert.deepEqual(decisions.map(([verdict]) => verdict), [
    "applied",
    "observed(afterSuccess)",
    "observed(converging)",
    "applied",
    "observed(afterSuccess)",
  ]);
});

Deno.test("the first terminal result wins: a failure before success stays a failure", () => {
  const key = first(1);
  const state = after(declare(1), claim(key), finish(key), exit(key, 1));
  assert.deepEqual(on(state, accept(key), probed(key, RECEIPT), intend(key), cleaned(key)), [
    ["hold(acceptedAfterClose)"],
    ["hold(acceptedAfterClose)"],
    ["rejected(closed)"],
    ["rejected(closed)"],
  ]);
});

Deno.test("the first terminal result wins: kill and abandonment commute with the acceptance", () => {
  const key = first(1);
  const state = after(declare(1), ...promoting(key));
  for (const reason of [kill(key), abandon(1)]) {
    const [one, other] = [[reason, accept(key)], [accept(key), reason]].map((list) =>
      further(state, ...list)
    );
    assert.deepEqual(one!.state.tasks, other!.state.tasks);
    const requested = [one!, other!].map(({ decisions }) =>
      decisions.flatMap(([, ...effects]) => effects.map(({ type }) => type))
        .filter((type) => type !== "probe").sort()
    );
    assert.deepEqual(requested[0], requested[1]);
  }
});

Deno.test("a stale generation, attempt and fence neither succeed nor fail anything", () => {
  const closed = [first(1), [1, 1, 0, 2, 5] as const] as const;
  const state = after(
    declare(1, [], 1),
    claim(closed[0]),
    kill(closed[0]),
    lost(closed[0]),
    claim(closed[1]),
    exit(closed[1], 1),
    retry(1),
    ...promoting([1, 1, 1, 3, 9]),
  );
  const stale: readonly (readonly [WireKey, string])[] = [
    [[1, 1, 0, 3, 9], "observed(staleGeneration)"],
    [[1, 1, 1, 2, 9], "observed(staleAttempt)"],
    [[1, 1, 1, 3, 8], "observed(staleFence)"],
  ];
  for (const [key, verdict] of stale) {
    for (const saying of [...success(key).slice(1), exit(key, 1), kill(key), probed(key, null)]) {
      const { decisions, state: next } = further(state, saying);
      assert.deepEqual(decisions, [[verdict]], saying.type);
      assert.deepEqual(next.tasks, state.tasks);
    }
  }
});

Deno.test("a duplicate delivery of every event decides as a single one", () => {
  const sayings = [declare(1), declare(2, [1]), ...success(first(1)), ...success(first(2))];
  const events = log(sayings);
  const once = replay(initialState(1), events);
  const twice = replay(initialState(1), events.flatMap((event) => [event, event]));
  assert.deepEqual(twice.decisions.filter((_, i) => i % 2 === 0), once.decisions);
  assert.deepEqual(
    twice.decisions.filter((_, i) => i % 2 === 1),
    events.map(() => ({ verdict: { type: "noop", why: "duplicate" }, effects: [] })),
  );
  assert.deepEqual(twice.final, once.final);
});

/** The verdict, then the types of the effects. */
function told(decisions: readonly WireDecision[]): readonly string[] {
  return decisions.map(([verdict, ...effects]) =>
    [verdict, ...effects.map(({ type }) => type)].join(" ")
  );
}

Deno.test("a late acceptance after a retry is held and binds", () => {
  const [old, key] = [first(1), [1, 1, 1, 2, 2] as const];
  const state = after(
    declare(1, [], 1),
    ...promoting(old).slice(0, 3),
    lost(old),
    retry(1),
    ...promoting(key).slice(0, 3),
  );
  const { decisions } = further(
    state,
    accept(old),
    intend(key),
    clear(1, 1),
    intend(key),
    accept(old),
    probed(key, null),
    clear(1, 1),
    probed(key, null),
  );
  assert.deepEqual(told(decisions), [
    "hold(acceptedAfterClose)",
    "rejected(held)",
    "applied continueFinish",
    "applied promote",
    "hold(acceptedAfterClose)",
    "observed(promotionAbsent)",
    "applied probe",
    "observed(promotionAbsent) promote",
  ]);
});

Deno.test("an abandoned prerequisite is waived and reopened", () => {
  const key = first(1);
  const { decisions } = further(
    after(declare(1), declare(2, [1]), claim(key)),
    abandon(1),
    waive(2, 1),
    reopen(1),
    claim([1, 1, 1, 2, 2]),
    exit(key, 0),
  );
  assert.deepEqual(told(decisions), [
    "applied stopProcess projectAbandoned",
    "applied ready",
    "applied openGeneration",
    "rejected(notReady)",
    "applied ready",
  ]);
});
