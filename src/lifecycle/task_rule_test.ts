import assert from "node:assert/strict";
import { findTask } from "./state.ts";
import {
  abandon,
  accept,
  after,
  claim,
  converge,
  declare,
  exit,
  first,
  further,
  imported,
  kill,
  observe,
  on,
  promoting,
  RECEIPT,
  release,
  retry,
  success,
  TX,
} from "./testing/events.ts";
import type { WireKey, WireProjection } from "./wire.ts";

const key = first(1);
const ready = (task: number, generation = 0) => ({ type: "ready", task, generation });

Deno.test("claimRule() wants the next attempt of this generation and a higher fence", () => {
  const state = after(
    declare(1, [], 1),
    claim([1, 1, 0, 1, 7]),
    exit([1, 1, 0, 1, 7], 1),
    retry(1),
  );
  const claims: readonly (readonly [WireKey, string])[] = [
    [[1, 1, 0, 2, 8], "rejected(staleGeneration)"],
    [[1, 1, 0, 3, 1], "rejected(staleGeneration)"],
    [[1, 1, 2, 2, 8], "rejected(unknownGeneration)"],
    [[1, 1, 2, 1, 1], "rejected(unknownGeneration)"],
    [[1, 1, 1, 1, 8], "rejected(staleAttempt)"],
    [[1, 1, 1, 0, 1], "rejected(staleAttempt)"],
    [[1, 1, 1, 3, 8], "rejected(unknownAttempt)"],
    [[1, 1, 1, 3, 1], "rejected(unknownAttempt)"],
    [[1, 1, 1, 2, 6], "rejected(staleFence)"],
    [[1, 1, 1, 2, 7], "rejected(staleFence)"],
    [[1, 1, 1, 2, 8], "applied"],
    [[1, 1, 1, 2, 1000], "applied"],
  ];
  for (const [key, expected] of claims) assert.deepEqual(on(state, claim(key)), [[expected]]);
});

Deno.test("claimRule() makes the task active by the attempt that the key names", () => {
  const t = findTask(1, after(declare(1), claim([1, 1, 0, 1, 7])).tasks)!;
  assert.deepEqual([t.status, t.attempts, t.fence, t.ready], ["active", 1, 7, false]);
  assert.deepEqual(t.current, {
    key: { graph: 1, task: 1, generation: 0, attempt: 1, fence: 7 },
    phase: { type: "running" },
  });
});

Deno.test("claimRule() refuses a task by its state before it looks at the key", () => {
  const wrong = claim([1, 1, 9, 9, 0]);
  const cases = [
    [after(declare(1), ...success(key)), "rejected(alreadyAccepted)"],
    [after(declare(1), ...promoting(key), accept(key)), "rejected(alreadyAccepted)"],
    [after(declare(1), claim(key)), "rejected(ownerActive)"],
    [after(declare(1), abandon(1)), "rejected(abandoned)"],
    [after(declare(1), claim(key), exit(key, 1), abandon(1)), "rejected(abandoned)"],
    [after(declare(1), claim(key), exit(key, 1)), "rejected(notReady)"],
    [after(imported(1, "failed")), "rejected(notReady)"],
    [after(imported(1, "abandoned")), "rejected(abandoned)"],
    [after(imported(1, "done")), "rejected(notReady)"],
  ] as const;
  for (const [state, expected] of cases) assert.deepEqual(on(state, wrong), [[expected]]);
  assert.deepEqual(on(after(declare(2), declare(1, [2])), claim(key)), [["rejected(notReady)"]]);
});

Deno.test("abandonRule() gives up a task that no attempt holds", () => {
  const effect = { type: "projectAbandoned", task: 1, generation: 0 };
  const cases = [
    after(declare(1)),
    after(declare(2), declare(1, [2])),
    after(declare(1), claim(key), release(key)),
    after(declare(1), claim(key), exit(key, 1)),
    after(imported(1, "open")),
    after(imported(1, "active")),
    after(imported(1, "failed")),
  ];
  for (const state of cases) {
    const { decisions, state: next } = further(state, abandon(1), abandon(1));
    assert.deepEqual(decisions, [["applied", effect], ["noop(already)"]]);
    const t = findTask(1, next.tasks)!;
    assert.deepEqual([t.status, t.ready], ["abandoned", false]);
    assert.deepEqual(t.projection, { type: "shown", status: "abandoned", receipt: null });
  }
  for (const trusted of [true, false]) {
    const done = after(imported(1, "done", { trusted }));
    assert.deepEqual(on(done, abandon(1)), [["rejected(alreadyAccepted)"]]);
  }
  assert.deepEqual(on(after(imported(1, "abandoned")), abandon(1)), [["noop(already)"]]);
});

Deno.test("abandonRule() closes a live attempt, whose process is stopped", () => {
  const { decisions, state } = further(after(declare(1), claim(key)), abandon(1));
  assert.deepEqual(decisions, [["applied", { type: "stopProcess", key }, {
    type: "projectAbandoned",
    task: 1,
    generation: 0,
  }]]);
  assert.deepEqual(on(state, exit(key, 1), claim([1, 1, 0, 2, 2])), [
    ["observed(closed)"],
    ["rejected(abandoned)"],
  ]);
});

Deno.test("retryRule() opens the next generation while retries are left", () => {
  const state = after(declare(1, [], 1), claim(key), exit(key, 1));
  const { decisions, state: next } = further(state, retry(1));
  assert.deepEqual(decisions, [
    ["applied", { type: "openGeneration", task: 1, generation: 1 }, ready(1, 1)],
  ]);
  const t = findTask(1, next.tasks)!;
  assert.deepEqual([t.retries, t.generation, t.status, t.ready, t.current], [
    0,
    1,
    "open",
    true,
    null,
  ]);
  const again: WireKey = [1, 1, 1, 2, 2];
  assert.deepEqual(on(next, claim(again), exit(again, 1), retry(1, 1))[2], [
    "hold(retriesExhausted)",
  ]);
});

Deno.test("retryRule() refuses a task that has not failed", () => {
  const cases = [
    [after(declare(1, [], 1)), "rejected(notFailed)"],
    [after(declare(1, [], 1), claim(key), kill(key)), "rejected(notFailed)"],
    [after(imported(1, "done", { retries: 1 })), "rejected(notFailed)"],
    [after(declare(1, [], 1), abandon(1)), "rejected(abandoned)"],
    [after(declare(1, [], 1), claim(key), exit(key, 1), abandon(1)), "rejected(abandoned)"],
    [after(declare(1, [], 1), claim(key)), "rejected(ownerActive)"],
    [after(declare(1, [], 1), ...promoting(key)), "rejected(ownerActive)"],
    [after(declare(1, [], 1), ...promoting(key), accept(key)), "rejected(alreadyAccepted)"],
    [after(declare(1, [], 1), ...success(key)), "rejected(alreadyAccepted)"],
  ] as const;
  for (const [state, expected] of cases) assert.deepEqual(on(state, retry(1)), [[expected]]);
});

Deno.test("retryRule() opens a legacy task that failed, though it has no attempt to close", () => {
  const state = after(imported(1, "active", { retries: 1 }));
  assert.deepEqual(on(state, retry(1), claim([1, 1, 1, 1, 1])), [
    ["applied", { type: "openGeneration", task: 1, generation: 1 }, ready(1, 1)],
    ["applied"],
  ]);
});

const shown = (
  status: "open" | "active" | "done" | "failed" | "abandoned",
  receipt: number | null = null,
) => ({ status, receipt }) as WireProjection;

Deno.test("observeRule() answers by the truth of a cleaned task", () => {
  const state = after(declare(1), ...success(key));
  const effect = {
    type: "projectDone",
    task: 1,
    generation: 0,
    disposition: "landed",
    receipt: RECEIPT,
  };
  assert.deepEqual(on(state, observe(1, 0, shown("done", RECEIPT))), [["noop(agrees)"]]);
  for (const seen of [null, shown("done"), shown("done", 99), shown("failed"), shown("active")]) {
    const { decisions, state: next } = further(state, observe(1, 0, seen), converge(1));
    assert.deepEqual(decisions, [
      ["observed(projectionContradiction)", effect],
      ["noop(agrees)"],
    ]);
    const { projection } = findTask(1, next.tasks)!;
    assert.deepEqual(projection, { type: "shown", status: "done", receipt: RECEIPT });
  }
});

Deno.test("observeRule() answers by the truth of an accepted task", () => {
  const state = after(declare(1), ...promoting(key), accept(key));
  const effect = { type: "startCleanup", key, tx: TX };
  assert.deepEqual(on(state, observe(1, 0, shown("active"))), [["noop(agrees)"]]);
  for (const seen of [null, shown("active", 1), shown("done", RECEIPT), shown("failed")]) {
    const { decisions, state: next } = further(state, observe(1, 0, seen));
    assert.deepEqual(decisions, [["observed(projectionContradiction)", effect]]);
    const { projection } = findTask(1, next.tasks)!;
    assert.deepEqual(projection, seen === null ? { type: "missing" } : { type: "shown", ...seen });
  }
});

Deno.test("observeRule() never takes a display of Done for a success", () => {
  const legacy = imported(1, "open");
  const states = [
    after(declare(1)),
    after(declare(1), claim(key)),
    after(declare(1), ...promoting(key)),
    after(declare(1), claim(key), exit(key, 1)),
    after(declare(1), abandon(1)),
    after(legacy, claim(key)),
    after(legacy, claim(key), exit(key, 1)),
  ];
  for (const state of states) {
    for (const seen of [shown("done"), shown("done", RECEIPT)]) {
      const { decisions, state: next } = further(state, observe(1, 0, seen));
      assert.deepEqual(decisions, [["hold(doneWithoutTransaction)"]]);
      assert.deepEqual(findTask(1, next.tasks), findTask(1, state.tasks));
    }
  }
});

Deno.test("observeRule() displays failed and abandoned tasks again", () => {
  const failed = after(declare(1), claim(key), exit(key, 2));
  const abandoned = after(declare(1), abandon(1));
  const both = [
    [failed, "failed", { type: "projectFailed", task: 1, generation: 0, class: "exit" }],
    [abandoned, "abandoned", { type: "projectAbandoned", task: 1, generation: 0 }],
  ] as const;
  for (const [state, status, effect] of both) {
    assert.deepEqual(on(state, observe(1, 0, shown(status))), [["noop(agrees)"]]);
    for (const seen of [null, shown("open"), shown("active"), shown(status, 1)]) {
      assert.deepEqual(on(state, observe(1, 0, seen), observe(1, 0, shown(status))), [
        ["observed(projectionContradiction)", effect],
        ["noop(agrees)"],
      ]);
    }
  }
});

Deno.test("observeRule() stores what is seen of an open or active task", () => {
  for (
    const [state, status] of [[after(declare(1)), "open"], [
      after(declare(1), claim(key)),
      "active",
    ]] as const
  ) {
    assert.deepEqual(on(state, observe(1, 0, shown(status))), [["noop(agrees)"]]);
    for (const seen of [null, shown("failed"), shown(status, 1)]) {
      const { decisions, state: next } = further(state, observe(1, 0, seen));
      assert.deepEqual(decisions, [["observed(projectionContradiction)"]]);
      const { projection } = findTask(1, next.tasks)!;
      assert.deepEqual(
        projection,
        seen === null ? { type: "missing" } : { type: "shown", ...seen },
      );
    }
  }
});

Deno.test("observeRule() compares a legacy task that was never claimed by status alone", () => {
  for (const status of ["open", "done", "failed", "abandoned"] as const) {
    const state = after(imported(1, status));
    for (const receipt of [null, 5]) {
      assert.deepEqual(on(state, observe(1, 0, shown(status, receipt))), [["noop(agrees)"]]);
    }
    for (const seen of [null, shown("active")]) {
      const { decisions, state: next } = further(state, observe(1, 0, seen), converge(1));
      assert.deepEqual(decisions, [["observed(projectionContradiction)"], ["noop(agrees)"]]);
      const { projection } = findTask(1, next.tasks)!;
      assert.deepEqual(
        projection,
        seen === null ? { type: "missing" } : { type: "shown", ...seen },
      );
    }
  }
});

Deno.test("convergeRule() asks again for what an accepted or promoting task waits for", () => {
  const promotion = after(declare(1), ...promoting(key));
  assert.deepEqual(on(promotion, converge(1)), [
    ["observed(converging)", { type: "probe", key, tx: TX }],
  ]);
  assert.deepEqual(on(promotion, accept(key), converge(1))[1], [
    "observed(converging)",
    { type: "startCleanup", key, tx: TX },
  ]);
});

Deno.test("convergeRule() has nothing to do for a task that is open, active or not its own", () => {
  const states = [
    after(declare(1)),
    after(declare(1), claim(key)),
    after(imported(1, "failed")),
    after(imported(1, "abandoned")),
    after(imported(1, "done")),
  ];
  for (const state of states) assert.deepEqual(on(state, converge(1)), [["noop(agrees)"]]);
});
