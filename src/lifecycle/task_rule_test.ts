import assert from "node:assert/strict";
import { findTask } from "./state.ts";
import {
  abandon,
  accept,
  after,
  CANDIDATE,
  claim,
  clear,
  converge,
  declare,
  exit,
  first,
  further,
  grant,
  imported,
  kill,
  lost,
  observe,
  on,
  promoting,
  RECEIPT,
  release,
  reopen,
  retry,
  type Saying,
  success,
  trust,
  TX,
  waive,
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
    worker: "present",
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
  const killed = after(declare(1), claim(key), kill(key));
  assert.deepEqual(on(killed, wrong), [["rejected(notReady)"]]);
  assert.deepEqual(on(killed, accept(key), lost(key), wrong)[2], ["rejected(held)"]);
  assert.deepEqual(on(after(declare(2), declare(1, [2])), claim(key)), [["rejected(notReady)"]]);
});

Deno.test("abandonRule() gives up a task that no live attempt holds", () => {
  const effect = { type: "projectAbandoned", task: 1, generation: 0 };
  const stop = { type: "stopProcess", key };
  const cases = [
    [after(declare(1)), []],
    [after(declare(2), declare(1, [2])), []],
    [after(declare(1, [], 1), claim(key), release(key)), []],
    [after(declare(1), claim(key), exit(key, 1)), []],
    [after(declare(1), claim(key), exit(key, 1, "wrapper")), [stop]],
    // A closed attempt was asked to stop already.
    [after(declare(1), claim(key), kill(key)), []],
    [after(imported(1, "open")), []],
    [after(imported(1, "active")), []],
    [after(imported(1, "failed")), []],
    [after(imported(1, "done")), []],
  ] as const;
  for (const [state, stopped] of cases) {
    const { decisions, state: next } = further(state, abandon(1), abandon(1));
    assert.deepEqual(decisions, [["applied", ...stopped, effect], ["noop(already)"]]);
    const t = findTask(1, next.tasks)!;
    assert.deepEqual([t.status, t.ready], ["abandoned", false]);
    assert.deepEqual(t.projection, { type: "missing" });
  }
  const done = after(imported(1, "done", { trusted: true }));
  assert.deepEqual(on(done, abandon(1)), [["rejected(alreadyAccepted)"]]);
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
  // Nothing is to be stopped where the worker is gone.
  const gone = after(declare(1), ...promoting(key).slice(0, 2), exit(key, 0));
  assert.deepEqual(on(gone, abandon(1)), [["applied", {
    type: "projectAbandoned",
    task: 1,
    generation: 0,
  }]]);
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

Deno.test("retryRule() leaves ready to the event that shows the worker gone", () => {
  const state = after(declare(1, [], 1), claim(key), exit(key, 1, "wrapper"));
  assert.deepEqual(on(state, retry(1), converge(1), lost(key), converge(1)), [
    ["applied", { type: "openGeneration", task: 1, generation: 1 }],
    ["observed(converging)", { type: "stopProcess", key }, {
      type: "openGeneration",
      task: 1,
      generation: 1,
    }],
    ["applied", ready(1, 1)],
    ["observed(converging)", { type: "openGeneration", task: 1, generation: 1 }, ready(1, 1)],
  ]);
});

Deno.test("retryRule() refuses a task that has not failed, or is held", () => {
  const cases = [
    [after(declare(1, [], 1)), "rejected(notFailed)"],
    [after(declare(1, [], 1), claim(key), kill(key)), "rejected(notFailed)"],
    [after(imported(1, "done", { retries: 1, trusted: true })), "rejected(alreadyAccepted)"],
    [after(declare(1, [], 1), abandon(1)), "rejected(abandoned)"],
    [after(declare(1, [], 1), claim(key), exit(key, 1), abandon(1)), "rejected(abandoned)"],
    [after(declare(1, [], 1), claim(key)), "rejected(ownerActive)"],
    [after(declare(1, [], 1), ...promoting(key)), "rejected(ownerActive)"],
    [after(declare(1, [], 1), ...promoting(key), accept(key)), "rejected(alreadyAccepted)"],
    [after(declare(1, [], 1), ...success(key)), "rejected(alreadyAccepted)"],
    [after(declare(1, [], 1), claim(key), exit(key, 1), accept(key)), "rejected(held)"],
    [after(declare(1), claim(key), exit(key, 1), accept(key)), "rejected(held)"],
  ] as const;
  for (const [state, expected] of cases) assert.deepEqual(on(state, retry(1)), [[expected]]);
});

Deno.test("retryRule() opens a legacy task that failed or is not trusted, without an attempt", () => {
  for (const status of ["active", "failed", "done"] as const) {
    const state = after(imported(1, status, { retries: 1 }));
    assert.deepEqual(on(state, retry(1), claim([1, 1, 1, 1, 1])), [
      ["applied", { type: "openGeneration", task: 1, generation: 1 }, ready(1, 1)],
      ["applied"],
    ]);
  }
});

Deno.test("reopenRule() opens an abandoned task, which costs no retry", () => {
  const opened = { type: "openGeneration", task: 1, generation: 1 };
  const { decisions, state } = further(after(declare(1), abandon(1)), reopen(1));
  assert.deepEqual(decisions, [["applied", opened, ready(1, 1)]]);
  const t = findTask(1, state.tasks)!;
  assert.deepEqual([t.retries, t.generation, t.status], [0, 1, "open"]);
  const cases = [
    [after(declare(1)), "rejected(notAbandoned)"],
    [after(declare(1), claim(key), exit(key, 1)), "rejected(notAbandoned)"],
    [after(declare(1), claim(key)), "rejected(ownerActive)"],
    [after(declare(1), ...success(key)), "rejected(alreadyAccepted)"],
    [after(declare(1), claim(key), abandon(1), accept(key)), "rejected(held)"],
  ] as const;
  for (const [state, expected] of cases) assert.deepEqual(on(state, reopen(1)), [[expected]]);
});

Deno.test("grantRule() adds retries, at most up to the greatest integer of the wire", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const retries = (...grants: readonly Saying[]) =>
    findTask(1, after(declare(1, [], 2), ...grants).tasks)!.retries;
  assert.equal(retries(grant(1, 3)), 5);
  assert.equal(retries(grant(1, most - 2)), most);
  assert.equal(retries(grant(1, most)), most);
  assert.equal(retries(grant(1, most), grant(1, 1)), most);
  const settled = [
    after(declare(1), ...success(key)),
    after(imported(1, "done", { trusted: true })),
  ];
  for (const state of settled) {
    assert.deepEqual(on(state, grant(1, 1)), [["rejected(alreadyAccepted)"]]);
  }
  const exhausted = after(declare(1, [], 1), claim(key), release(key), claim([1, 1, 0, 2, 2]));
  const again = release([1, 1, 0, 2, 2]);
  const opened = { type: "openGeneration", task: 1, generation: 1 };
  assert.deepEqual(on(exhausted, again, retry(1), grant(1, 1), retry(1)).slice(1), [
    ["hold(retriesExhausted)"],
    ["applied"],
    ["applied", opened, ready(1, 1)],
  ]);
});

Deno.test("trustRule() lets dependents rely on a legacy Done", () => {
  const state = after(imported(1, "done", { retries: 1 }), declare(2, [1]));
  assert.deepEqual(on(state, trust(1), trust(1), retry(1), abandon(1)), [
    ["applied", ready(2)],
    ["noop(already)"],
    ["rejected(alreadyAccepted)"],
    ["rejected(alreadyAccepted)"],
  ]);
  const others = [
    after(declare(1)),
    after(imported(1, "failed")),
    after(declare(1), ...success(key)),
  ];
  for (const other of others) assert.deepEqual(on(other, trust(1)), [["rejected(notLegacyDone)"]]);
  assert.deepEqual(on(after(imported(1, "done", { trusted: true })), trust(1)), [[
    "noop(already)",
  ]]);
});

Deno.test("waiveRule() lets a task go on without a dependency", () => {
  const state = after(declare(1), declare(2), declare(3, [1, 2]));
  assert.deepEqual(on(state, waive(3, 1), waive(3, 1), waive(3, 9), waive(3, 3), waive(3, 2)), [
    ["applied"],
    ["noop(already)"],
    ["rejected(unknownDependency)"],
    ["rejected(unknownDependency)"],
    ["applied", ready(3)],
  ]);
  // What is satisfied needs no waiver, and what was waived is not waited for a second time.
  const one = after(declare(1), declare(2), declare(3, [1, 2]), waive(3, 2), ...success(first(2)));
  assert.deepEqual(on(one, waive(3, 2), claim([1, 3, 0, 1, 1])), [
    ["noop(already)"],
    ["rejected(notReady)"],
  ]);
  assert.deepEqual(on(one, ...success(first(1))).at(-1)!.at(-1), ready(3));
  const satisfied = after(declare(1), declare(2, [1]), ...success(first(1)));
  assert.deepEqual(on(satisfied, waive(2, 1)), [["noop(already)"]]);
});

Deno.test("clearRule() asks for what the hold withheld, and sets the latch", () => {
  const failed = [declare(1, [], 1), claim(key), exit(key, 1)];
  const opened = { type: "openGeneration", task: 1, generation: 1 };
  const held = after(...failed, retry(1), accept(key));
  const next: WireKey = [1, 1, 1, 2, 2];
  assert.deepEqual(on(held, claim(next), converge(1), clear(1, 1), clear(1, 1), claim(next)), [
    ["rejected(held)"],
    ["noop(agrees)"],
    ["applied", opened, ready(1, 1)],
    ["noop(already)"],
    ["applied"],
  ]);
  // The worker is shown gone while the task is held: the latch waits for the clearing.
  const killed = after(declare(1), claim(key), kill(key), accept(key));
  assert.deepEqual(on(killed, lost(key), clear(1)), [["observed(closed)"], ["applied", ready(1)]]);
  assert.deepEqual(on(killed, clear(1), lost(key)), [
    ["applied", { type: "stopProcess", key }],
    ["applied", ready(1)],
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
  const done = observe(1, 0, shown("done", RECEIPT));
  assert.deepEqual(on(state, done, done), [["observed(projectionAgrees)"], ["noop(agrees)"]]);
  for (const seen of [null, shown("done"), shown("done", 99), shown("failed"), shown("active")]) {
    const { decisions, state: next } = further(state, done, observe(1, 0, seen), converge(1));
    assert.deepEqual(decisions.slice(1), [
      ["observed(projectionContradiction)", effect],
      ["observed(converging)", effect],
    ]);
    const { projection } = findTask(1, next.tasks)!;
    assert.deepEqual(projection, seen === null ? { type: "missing" } : { type: "shown", ...seen });
  }
});

Deno.test("observeRule() answers by the truth of an accepted task", () => {
  const state = after(declare(1), ...promoting(key), accept(key));
  const effect = { type: "startCleanup", key, tx: TX };
  assert.deepEqual(on(state, observe(1, 0, shown("active"))), [["observed(projectionAgrees)"]]);
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
    after(legacy),
    after(imported(1, "failed")),
    after(imported(1, "active")),
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

Deno.test("observeRule() asks again for the display of failed and abandoned tasks", () => {
  const failed = after(declare(1), claim(key), exit(key, 2));
  const abandoned = after(declare(1), abandon(1));
  const both = [
    [failed, "failed", { type: "projectFailed", task: 1, generation: 0, class: "exit" }],
    [abandoned, "abandoned", { type: "projectAbandoned", task: 1, generation: 0 }],
  ] as const;
  for (const [state, status, effect] of both) {
    const truth = observe(1, 0, shown(status));
    assert.deepEqual(on(state, truth, truth), [["observed(projectionAgrees)"], ["noop(agrees)"]]);
    for (const seen of [null, shown("open"), shown("active"), shown(status, 1)]) {
      assert.deepEqual(on(state, observe(1, 0, seen), truth), [
        ["observed(projectionContradiction)", effect],
        ["observed(projectionAgrees)"],
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
    assert.deepEqual(on(state, observe(1, 0, shown(status))), [["observed(projectionAgrees)"]]);
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
    const effects = status === "abandoned"
      ? [{ type: "projectAbandoned", task: 1, generation: 0 }]
      : [];
    for (const receipt of [null, 5]) {
      assert.deepEqual(on(state, observe(1, 0, shown(status, receipt))), [["noop(agrees)"]]);
    }
    for (const seen of [null, shown("active")]) {
      const { decisions, state: next } = further(state, observe(1, 0, seen));
      assert.deepEqual(decisions, [["observed(projectionContradiction)", ...effects]]);
      assert.deepEqual(on(next, observe(1, 0, shown(status, 5))), [["observed(projectionAgrees)"]]);
      const { projection } = findTask(1, next.tasks)!;
      assert.deepEqual(
        projection,
        seen === null ? { type: "missing" } : { type: "shown", ...seen },
      );
    }
  }
  // Nothing is due of an active record: a failure without an attempt has no class to tell.
  const active = after(imported(1, "active"));
  assert.deepEqual(on(active, observe(1, 0, shown("active")), observe(1, 0, shown("failed", 5))), [
    ["observed(projectionContradiction)"],
    ["observed(projectionAgrees)"],
  ]);
});

Deno.test("convergeRule() asks again for every outstanding effect, in the order of the page", () => {
  const promotion = after(declare(1), ...promoting(key));
  assert.deepEqual(on(promotion, converge(1)), [
    ["observed(converging)", { type: "probe", key, tx: TX }],
  ]);
  // A kill is not outstanding while promoting; after the acceptance it comes before the cleanup.
  const deferred = on(promotion, kill(key), converge(1), accept(key), converge(1), lost(key));
  const cleanup = { type: "startCleanup", key, tx: TX };
  assert.deepEqual(deferred.slice(1), [
    ["observed(converging)", { type: "probe", key, tx: TX }],
    [
      "applied",
      { type: "succeeded", key, disposition: "landed", receipt: RECEIPT },
      cleanup,
      { type: "stopProcess", key },
    ],
    ["observed(converging)", { type: "stopProcess", key }, cleanup],
    ["observed(afterSuccess)", cleanup],
  ]);
  const failed = after(declare(1), claim(key), exit(key, 1, "wrapper"));
  assert.deepEqual(on(failed, converge(1)), [[
    "observed(converging)",
    { type: "stopProcess", key },
    { type: "projectFailed", task: 1, generation: 0, class: "exit" },
  ]]);
  const finishing = after(declare(1), ...promoting(key).slice(0, 2));
  assert.deepEqual(on(finishing, converge(1)), [
    ["observed(converging)", { type: "continueFinish", key, tx: TX, candidate: CANDIDATE }],
  ]);
});

Deno.test("convergeRule() asks an open task's generation and claim again until they are consumed", () => {
  const opened = { type: "openGeneration", task: 1, generation: 1 };
  const state = after(imported(1, "failed", { retries: 1 }), retry(1));
  const next: WireKey = [1, 1, 1, 1, 1];
  assert.deepEqual(on(state, converge(1), claim(next), converge(1), kill(next), converge(1)), [
    ["observed(converging)", opened, ready(1, 1)],
    ["applied"],
    ["noop(agrees)"],
    ["applied", { type: "stopProcess", key: next }],
    ["observed(converging)", { type: "stopProcess", key: next }],
  ]);
  assert.deepEqual(on(state, claim(next), kill(next), lost(next), converge(1)).at(-1), [
    "observed(converging)",
    ready(1, 1),
  ]);
});

Deno.test("convergeRule() has nothing to do where nothing is outstanding", () => {
  const states = [
    after(declare(2), declare(1, [2])),
    after(declare(1), claim(key)),
    after(imported(1, "failed")),
    after(imported(1, "abandoned")),
    after(imported(1, "done")),
  ];
  for (const state of states) assert.deepEqual(on(state, converge(1)), [["noop(agrees)"]]);
});
