import assert from "node:assert/strict";
import { due, outstanding, reproject } from "./effects.ts";
import { type Outcome, txGuard } from "./guard.ts";
import { noWaits, wait } from "./readiness.ts";
import {
  agrees,
  claimable,
  doneLegacy,
  findTask,
  hasLive,
  hasSuccess,
  isClosed,
  live,
  type Phase,
  satisfies,
  settled,
  type State,
  succeeded,
  type Task,
  truth,
  txOf,
} from "./state.ts";
import { abandonRule, claimRefusal, convergeRule, retryRule } from "./task_rule.ts";
import {
  accept,
  after,
  claim,
  declare,
  exit,
  first,
  imported,
  kill,
  lost,
  success,
} from "./testing/events.ts";
import { shown, type Tx } from "./value.ts";

const key = first(1);
const tx: Tx = { tx: 11, candidate: 12, contract: "land" };

/** Every phase, whether it is live, whether it is a success, and its transaction. */
const PHASES: readonly (readonly [Phase, boolean, boolean, Tx | null])[] = [
  [{ type: "running" }, true, false, null],
  [{ type: "finishing", tx, validated: false }, true, false, tx],
  [{ type: "promoting", tx, deferred: { type: "none" } }, true, false, tx],
  [{ type: "accepted", tx, receipt: 1 }, true, true, tx],
  [{ type: "cleaned", tx, receipt: 1, cleanup: 2 }, false, true, tx],
  [{ type: "failed", class: "lost" }, false, false, null],
  [{ type: "cancelled", reason: "killed" }, false, false, null],
];

function task(state: State): Task {
  return findTask(1, state.tasks)!;
}

const running = task(after(declare(1), claim(key)));

/** The task with its current attempt in this phase, whatever its status. */
function inPhase(phase: Phase, rest: Partial<Task> = {}): Task {
  return { ...running, current: { ...running.current!, phase }, ...rest };
}

Deno.test("live() holds of the phases in which an attempt still has something to do", () => {
  for (const [phase, isLive, isSuccess] of PHASES) {
    assert.equal(live(phase), isLive, phase.type);
    assert.equal(hasLive(inPhase(phase)), isLive, phase.type);
    assert.equal(succeeded(phase), isSuccess, phase.type);
    assert.equal(hasSuccess(inPhase(phase)), isSuccess, phase.type);
    assert.equal(settled(inPhase(phase)), isSuccess, phase.type);
  }
  assert.equal(hasLive({ ...running, current: null }), false);
});

Deno.test("txOf() tells the transaction of the phases that have one", () => {
  for (const [phase, , , expected] of PHASES) assert.equal(txOf(phase), expected, phase.type);
});

Deno.test("satisfies() holds of a cleaned task and of a legacy Done that is trusted", () => {
  for (const [phase] of PHASES) {
    const t = inPhase(phase, { status: "done" });
    assert.equal(satisfies(t), phase.type === "cleaned", phase.type);
  }
  for (const trusted of [true, false]) {
    for (const status of ["open", "done", "failed", "abandoned"] as const) {
      const t = task(after(imported(1, status, { trusted })));
      assert.equal(satisfies(t), trusted && status === "done");
    }
  }
});

Deno.test("doneLegacy() holds of a legacy Done, trusted or not", () => {
  for (const trusted of [true, false]) {
    const t = task(after(imported(1, "done", { trusted })));
    assert.deepEqual([doneLegacy(t), settled(t)], [true, trusted]);
  }
  assert.equal(doneLegacy(task(after(declare(1), ...success(key)))), false);
  assert.equal(doneLegacy(task(after(imported(1, "failed", { trusted: true })))), false);
});

Deno.test("claimable() wants an open task without a hold, a wait or a worker", () => {
  const open = task(after(declare(1)));
  assert.equal(claimable(noWaits, open), true);
  assert.equal(claimable(wait(noWaits, 1, [9]), open), false);
  assert.equal(
    claimable(noWaits, { ...open, held: { key: running.current!.key, receipt: 1 } }),
    false,
  );
  for (const status of ["active", "done", "failed", "abandoned"] as const) {
    assert.equal(claimable(noWaits, { ...open, status }), false, status);
  }
  assert.equal(claimable(noWaits, task(after(declare(1), claim(key), kill(key)))), false);
  assert.equal(claimable(noWaits, task(after(declare(1), claim(key), kill(key), lost(key)))), true);
});

Deno.test("agrees() compares receipts, but for a legacy task that was never claimed", () => {
  const cleaned = task(after(declare(1), ...success(key)));
  assert.equal(agrees(cleaned, shown("done", 13)), true);
  for (const p of [shown("done", null), shown("done", 9), { type: "missing" } as const]) {
    assert.equal(agrees(cleaned, p), false);
  }
  assert.equal(agrees(running, shown("active", null)), true);
  assert.equal(agrees(running, shown("active", 1)), false);
  const legacy = task(after(imported(1, "open")));
  assert.equal(agrees(legacy, shown("open", 5)), true);
  assert.equal(agrees({ ...legacy, attempts: 1 }, shown("open", 5)), false);
});

Deno.test("truth() is what the outside should show", () => {
  assert.deepEqual(truth(task(after(declare(1), ...success(key)))), {
    type: "shown",
    status: "done",
    receipt: 13,
  });
  assert.deepEqual(truth(running), { type: "shown", status: "active", receipt: null });
  assert.deepEqual(truth(task(after(imported(1, "done")))), {
    type: "shown",
    status: "done",
    receipt: null,
  });
});

Deno.test("due() is the projection that the state alone asks for", () => {
  const [id, generation] = [1, 0];
  const failed = task(after(declare(1), claim(key), exit(key, 1)));
  assert.deepEqual(due(failed), [{ type: "projectFailed", task: id, generation, class: "exit" }]);
  const abandoned = [{ type: "projectAbandoned", task: id, generation }];
  assert.deepEqual(due({ ...failed, status: "abandoned" }), abandoned);
  // An abandoned legacy record counts, but a failed one has no class to tell.
  assert.deepEqual(due(task(after(imported(1, "abandoned")))), abandoned);
  assert.deepEqual(reproject(task(after(imported(1, "abandoned")))), []);
  assert.deepEqual(due(task(after(imported(1, "failed")))), []);
  const others = [
    after(declare(1)),
    after(declare(1), claim(key)),
    after(imported(1, "done")),
    after(declare(1), ...success(key).slice(0, -2), accept(key)),
  ];
  for (const state of others) assert.deepEqual(due(task(state)), []);
});

Deno.test("isClosed() wants the whole key", () => {
  const { closed } = task(after(declare(1), claim(key), kill(key)));
  const own = { graph: 1, task: 1, generation: 0, attempt: 1, fence: 1 };
  assert.equal(isClosed(own, closed), true);
  for (const name of ["graph", "task", "generation", "attempt", "fence"] as const) {
    assert.equal(isClosed({ ...own, [name]: own[name] + 1 }, closed), false, name);
  }
});

// What follows speaks of tasks that no log leads to: the model's rules are total, and so are these.

const cancelled: Phase = { type: "cancelled", reason: "killed" };
const rejected = (why: string) => ({ type: "rejected", why }) as Outcome;

Deno.test("rules of tasks take a cancelled attempt for none", () => {
  const open = inPhase(cancelled, { status: "open", ready: true });
  assert.equal(claimRefusal(open), null);
  assert.equal(abandonRule(open).type, "applied");
  assert.deepEqual(retryRule(open), rejected("notFailed"));
  assert.deepEqual(
    txGuard(open, open.current!, { type: "promotionIntended", tx: 11, candidate: 12 }),
    rejected("closed"),
  );
});

Deno.test("claimRefusal() refuses a task that is not open though it be ready", () => {
  const ready = { ready: true, current: null } as const;
  for (const status of ["active", "done", "failed"] as const) {
    assert.equal(claimRefusal({ ...running, ...ready, status }), "notReady");
  }
  assert.equal(claimRefusal({ ...running, ...ready, status: "abandoned" }), "abandoned");
  assert.equal(claimRefusal({ ...running, ...ready, status: "open" }), null);
  assert.equal(claimRefusal({ ...running, current: null, status: "open" }), "notReady");
  const held = { key: running.current!.key, receipt: 1 };
  assert.equal(claimRefusal({ ...running, ...ready, status: "open", held }), "held");
});

Deno.test("convergeRule() asks an active task without an attempt for nothing", () => {
  const active: Task = { ...running, current: null };
  assert.deepEqual(outstanding(active), []);
  assert.deepEqual(convergeRule(active), { type: "noop", why: "agrees" });
});
