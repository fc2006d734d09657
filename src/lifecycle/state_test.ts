import assert from "node:assert/strict";
import { truthEffects } from "./effects.ts";
import { type Outcome, txGuard, txOf } from "./guard.ts";
import {
  failure,
  findTask,
  hasLive,
  isClosed,
  live,
  owned,
  type Phase,
  satisfies,
  type State,
  type Task,
  truth,
} from "./state.ts";
import {
  abandonOpen,
  abandonRule,
  claimRefusal,
  convergeRule,
  retryOpen,
  retryRule,
} from "./task_rule.ts";
import { after, claim, declare, exit, first, imported, kill, success } from "./testing/events.ts";
import type { Tx } from "./value.ts";

const key = first(1);
const tx: Tx = { tx: 11, candidate: 12, contract: "land" };

/** Every phase, whether it is live, and its transaction. */
const PHASES: readonly (readonly [Phase, boolean, Tx | null])[] = [
  [{ type: "running" }, true, null],
  [{ type: "finishing", tx, validated: false }, true, tx],
  [{ type: "promoting", tx, deferred: { type: "none" } }, true, tx],
  [{ type: "accepted", tx, receipt: 1 }, false, tx],
  [{ type: "cleaned", tx, receipt: 1, cleanup: 2 }, false, tx],
  [{ type: "failed", class: "lost" }, false, null],
  [{ type: "cancelled", reason: "killed" }, false, null],
];

function task(state: State): Task {
  return findTask(1, state.tasks)!;
}

const running = task(after(declare(1), claim(key)));

/** The task with its current attempt in this phase, whatever its status. */
function inPhase(phase: Phase, rest: Partial<Task> = {}): Task {
  return { ...running, current: { key: running.current!.key, phase }, ...rest };
}

Deno.test("live() holds of the phases in which an attempt may still act", () => {
  for (const [phase, expected] of PHASES) {
    assert.equal(live(phase), expected, phase.type);
    assert.equal(hasLive(inPhase(phase)), expected, phase.type);
  }
  assert.equal(hasLive({ ...running, current: null }), false);
});

Deno.test("txOf() tells the transaction of the phases that have one", () => {
  for (const [phase, , expected] of PHASES) assert.equal(txOf(phase), expected, phase.type);
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

Deno.test("owned() holds of a native task, and of a legacy task once it is claimed", () => {
  assert.equal(owned(task(after(declare(1)))), true);
  assert.equal(owned(task(after(imported(1, "open")))), false);
  assert.equal(owned(task(after(imported(1, "open"), claim(key)))), true);
  assert.equal(owned(task(after(imported(1, "open"), claim(key), kill(key)))), true);
});

Deno.test("truth() is what the graph should display", () => {
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

Deno.test("failure() is the class of the failed attempt, or lost where there is none", () => {
  assert.equal(failure(task(after(declare(1), claim(key), exit(key, 1)))), "exit");
  assert.equal(failure(running), "lost");
  assert.equal(failure(task(after(imported(1, "failed")))), "lost");
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
  assert.deepEqual(abandonRule(open), abandonOpen(open));
  assert.deepEqual(retryRule(open), rejected("notFailed"));
  assert.deepEqual(convergeRule(open), { type: "noop", why: "agrees" });
  assert.deepEqual(txGuard(cancelled, { type: "promotionIntended", tx: 11, candidate: 12 }), {
    type: "rejected",
    why: "closed",
  });
});

Deno.test("claimRefusal() refuses a failed or abandoned task though it be ready", () => {
  const ready = { ready: true, current: null } as const;
  assert.equal(claimRefusal({ ...running, ...ready, status: "failed" }), "notReady");
  assert.equal(claimRefusal({ ...running, ...ready, status: "abandoned" }), "abandoned");
  assert.equal(claimRefusal({ ...running, ...ready, status: "open" }), null);
  assert.equal(claimRefusal({ ...running, current: null, status: "open" }), "notReady");
});

Deno.test("rules of tasks take an active task without an attempt for an open one", () => {
  const active: Task = { ...running, current: null };
  assert.equal(abandonOpen(active).type, "applied");
  assert.deepEqual(retryOpen(active), rejected("notFailed"));
  assert.deepEqual(convergeRule(active), { type: "noop", why: "agrees" });
});

Deno.test("truthEffects() displays failed and abandoned tasks only", () => {
  for (const status of ["open", "active", "done"] as const) {
    assert.deepEqual(truthEffects({ ...running, status }), []);
  }
  assert.deepEqual(truthEffects({ ...running, status: "failed" }), [
    { type: "projectFailed", task: 1, generation: 0, class: "lost" },
  ]);
  assert.deepEqual(truthEffects({ ...running, status: "abandoned" }), [
    { type: "projectAbandoned", task: 1, generation: 0 },
  ]);
});
