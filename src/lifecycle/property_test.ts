import assert from "node:assert/strict";
import fc from "fast-check";
import type { Effect } from "./decision.ts";
import { type Event, showsGone } from "./event.ts";
import { reduce, replay, type Step } from "./reduce.ts";
import {
  type Attempt,
  closedOf,
  evidenceOf,
  findTask,
  hasLive,
  initialState,
  satisfies,
  type State,
  type Task,
  tasksOf,
  waivedOf,
} from "./state.ts";
import { anyLog } from "./testing/arbitrary.ts";
import { sameKey, shown } from "./value.ts";

/** Checks a property of every step of random logs. */
function everyStep(check: (before: State, event: Event, step: Step) => void): void {
  fc.assert(
    fc.property(anyLog, (log) => {
      let state = initialState(1);
      for (const event of log) {
        const step = reduce(state, event);
        check(state, event, step);
        state = step.state;
      }
    }),
    { numRuns: 300 },
  );
}

/** What of a task only an applied event may change: not what is known of the outside, nor the hold. */
function lifecycle(t: Task): Omit<Task, "projection" | "held" | "closed" | "current"> & {
  readonly history: unknown;
} {
  const { projection: _, held: __, closed: ___, current, ...rest } = t;
  const all = current === null ? closedOf(t) : [...closedOf(t), current];
  return { ...rest, history: all.map(({ key, phase }) => ({ key, phase })) };
}

function isDurable(a: Attempt | null): boolean {
  return a?.phase.type === "accepted" || a?.phase.type === "cleaned";
}

Deno.test("reduce() never throws, and decides the same again", () => {
  everyStep((before, event, step) => assert.deepEqual(reduce(before, event), step));
});

Deno.test("reduce() takes a duplicate event for nothing", () => {
  everyStep((_, event, { state }) => {
    const known = evidenceOf(state).find((entry) => entry.event.eid === event.eid)!;
    const again = reduce(state, known.event);
    assert.deepEqual(again.decision, { verdict: { type: "noop", why: "duplicate" }, effects: [] });
    assert.equal(again.state, state);
  });
});

Deno.test("reduce() appends exactly one entry for an event that it consumes", () => {
  everyStep((before, event, { decision: { verdict }, state }) => {
    const [old, now] = [evidenceOf(before), evidenceOf(state)];
    const consumed = !old.some((entry) => entry.event.eid === event.eid);
    assert.deepEqual(now, consumed ? [...old, { event, verdict }] : old);
    assert.equal(
      consumed,
      verdict.type === "applied" || !["duplicate", "eidConflict"].includes(verdict.why),
    );
  });
});

Deno.test("reduce() changes a lifecycle only by an applied event, and only of one task but for ready", () => {
  everyStep((before, _, { decision, state }) => {
    const changed = tasksOf(state).filter((t, i) => {
      const was = tasksOf(before)[i];
      if (was === undefined) return true;
      const { ready: _, ...old } = lifecycle(was);
      const { ready: __, ...now } = lifecycle(t);
      return JSON.stringify(old) !== JSON.stringify(now);
    });
    assert(changed.length <= 1);
    if (decision.verdict.type === "applied") return;
    assert.deepEqual(tasksOf(state).map(lifecycle), tasksOf(before).map(lifecycle));
    if (decision.verdict.type === "observed") return;
    assert.deepEqual(decision.effects, []);
    if (decision.verdict.type !== "hold") assert.deepEqual(state.tasks, before.tasks);
  });
});

Deno.test("reduce() never lets an accepted attempt fail or be cancelled", () => {
  everyStep((before, _, { decision, state }) => {
    for (const t of tasksOf(before)) {
      if (!isDurable(t.current)) continue;
      const next = findTask(t.id, state.tasks)!;
      assert(isDurable(next.current));
      assert(sameKey(next.current!.key, t.current!.key));
      if (t.current!.phase.type === "cleaned") {
        assert.deepEqual(next.current!.phase, t.current!.phase);
      }
      for (const effect of decision.effects) {
        assert(effect.type !== "attemptFailed" || effect.key.task !== t.id);
        assert(effect.type !== "projectFailed" || effect.task !== t.id);
      }
    }
  });
});

Deno.test("reduce() never accepts a failed or a closed attempt", () => {
  everyStep((before, event, { decision }) => {
    for (const effect of decision.effects) {
      if (effect.type !== "succeeded") continue;
      const { body } = event;
      assert(body.type === "onAttempt");
      const a = findTask(effect.key.task, before.tasks)!.current!;
      assert(sameKey(a.key, body.key) && sameKey(a.key, effect.key));
      assert.equal(a.phase.type, "promoting");
    }
  });
});

Deno.test("reduce() lets a foreign key change nothing but a hold, a closed worker and its latch", () => {
  everyStep((before, { body }, { state }) => {
    if (body.type !== "onAttempt") return;
    const current = findTask(body.key.task, before.tasks)?.current;
    if (current && sameKey(current.key, body.key)) return;
    const without = (t: Task) => {
      const { ready: _, ...rest } = lifecycle(t);
      return [rest, t.current, t.projection, showsGone(body.act) ? t.closed.size : closedOf(t)];
    };
    assert.deepEqual(tasksOf(state).map(without), tasksOf(before).map(without));
  });
});

Deno.test("reduce() requests ready and promote of no held task, and applies nothing that a hold binds", () => {
  everyStep((before, { body }, { decision }) => {
    const heldBefore = (task: number) => findTask(task, before.tasks)?.held !== null;
    const clears = body.type === "onTask" && body.act.type === "holdCleared";
    for (const effect of decision.effects) {
      if (effect.type === "ready" || effect.type === "openGeneration") {
        const t = findTask(effect.task, before.tasks);
        assert(t === undefined || t.held === null || clears);
      }
      if (effect.type === "promote") assert(!heldBefore(effect.key.task));
    }
    if (decision.verdict.type !== "applied") return;
    if (body.type === "attemptClaimed") assert(!heldBefore(body.key.task));
    if (body.type === "onAttempt" && body.act.type === "promotionIntended") {
      assert(!heldBefore(body.key.task));
    }
    if (body.type === "onTask" && /^(retry|reopen)Requested$/.test(body.act.type)) {
      assert(!heldBefore(body.task));
    }
  });
});

Deno.test("reduce() raises fence and attempts by a claim, and never lowers them", () => {
  everyStep((before, { body }, { decision, state }) => {
    for (const t of tasksOf(before)) {
      const next = findTask(t.id, state.tasks)!;
      const claimed = body.type === "attemptClaimed" && body.key.task === t.id &&
        decision.verdict.type === "applied";
      assert.equal(next.attempts, t.attempts + (claimed ? 1 : 0));
      assert(claimed ? next.fence > t.fence : next.fence === t.fence);
    }
  });
});

Deno.test("reduce() requests ready of exactly those that a look through all tasks finds", () => {
  everyStep((before, { body }, { decision, state }) => {
    if (decision.verdict.type !== "applied") return;
    if (body.type === "onTask" && body.act.type === "holdCleared") return;
    const requested = decision.effects.flatMap((effect) => effect.type === "ready" ? [effect] : []);
    const found = tasksOf(state).flatMap((t): Effect[] => {
      const was = findTask(t.id, before.tasks);
      const latched = was !== undefined && was.generation === t.generation && was.ready;
      const isReady = claimableBySearch(state, t) && !latched;
      return isReady ? [{ type: "ready", task: t.id, generation: t.generation }] : [];
    });
    assert.deepEqual(requested, found);
  });
});

/** Whether a task may be claimed, as the page says it: no index is asked. */
function claimableBySearch(state: State, t: Task): boolean {
  return t.status === "open" && t.held === null &&
    t.deps.every((dep) => waivedOf(t).includes(dep) || satisfies(findTask(dep, state.tasks)!)) &&
    closedOf(t).every(({ worker }) => worker === "gone");
}

Deno.test("reduce() requests ready by applied events once between two claims of a generation", () => {
  fc.assert(fc.property(anyLog, (log) => {
    const open = new Set<string>();
    const { decisions } = replay(initialState(1), log);
    decisions.forEach(({ verdict, effects }, i) => {
      const { body } = log[i]!;
      const clears = body.type === "onTask" && body.act.type === "holdCleared";
      if (body.type === "attemptClaimed" && verdict.type === "applied") {
        assert(open.delete(`${body.key.task} ${body.key.generation}`));
      }
      for (const effect of effects) {
        if (effect.type !== "ready") continue;
        const opening = `${effect.task} ${effect.generation}`;
        if (verdict.type !== "applied") assert(open.has(opening));
        else if (!clears) assert(!open.has(opening));
        open.add(opening);
      }
    });
  }));
});

Deno.test("reduce() has one owner at a time: a claim waits until every earlier worker is gone", () => {
  everyStep((_, __, { state }) => {
    for (const t of tasksOf(state)) {
      const closed = closedOf(t);
      const all = [...closed, ...t.current === null ? [] : [t.current]];
      assert(all.filter(({ worker }) => worker !== "gone").length <= 1);
      if (hasLive(t)) assert(closed.every(({ worker }) => worker === "gone"));
      const worker = t.current?.worker;
      if (t.current?.phase.type === "running") assert.equal(worker, "present");
      if (t.current?.phase.type === "finishing") assert.notEqual(worker, "stopping");
      if (t.current?.phase.type === "failed") assert.notEqual(worker, "present");
      assert(closed.every(({ worker }) => worker !== "present"));
      if (claimableBySearch(state, t)) assert(t.ready);
      if (t.ready) assert(claimableBySearch(state, { ...t, held: null }));
    }
  });
});

Deno.test("a second ConvergeRequested has the same answer, and the answered projection agrees", () => {
  fc.assert(
    fc.property(anyLog, (log) => {
      const state = replay(initialState(1), log).final;
      for (const t of tasksOf(state)) {
        const eid = 1_000 + t.id;
        const body = { type: "convergeRequested", task: t.id } as const;
        const one = reduce(state, { eid, body });
        assert.deepEqual(one.state.tasks, state.tasks);
        const two = reduce(one.state, { eid: eid + 100, body });
        assert.deepEqual(two.decision, one.decision);
        const due = one.decision.effects.find(({ type }) => type.startsWith("project"));
        if (due === undefined) continue;
        const projection = shown(t.status, due.type === "projectDone" ? due.receipt : null);
        const act = { type: "projectionObserved", projection } as const;
        const seen = { type: "onTask", task: t.id, generation: t.generation, act } as const;
        const observed = reduce(two.state, { eid: eid + 200, body: seen });
        assert.deepEqual(observed.decision.verdict, { type: "observed", why: "projectionAgrees" });
        const last = reduce(observed.state, { eid: eid + 300, body });
        const others = one.decision.effects.filter((effect) => effect !== due);
        assert.deepEqual(last.decision.effects, others);
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("reduce() keeps the state well-formed", () => {
  everyStep((_, __, { state }) => {
    const known = new Set<number>();
    for (const t of tasksOf(state)) {
      assert(t.deps.every((dep) => known.has(dep)));
      known.add(t.id);
      const closed = closedOf(t);
      const all = [...closed, ...t.current === null ? [] : [t.current]];
      assert.deepEqual(all.map((a) => a.key.attempt), all.map((_, i) => i + 1));
      assert.equal(t.attempts, all.length);
      assert(all.every(({ key }) => key.graph === 1 && key.task === t.id));
      assert(closed.every(({ phase }) => phase.type === "failed" || phase.type === "cancelled"));
      assert(t.current?.phase.type !== "cancelled");
    }
  });
});

Deno.test("random logs reach every verdict but those of a state that no log leads to", () => {
  // The control of the properties above: they would hold of logs that do nothing.
  const seen = new Set<string>();
  for (const log of fc.sample(anyLog, { numRuns: 3000, seed: 7 })) {
    for (const { verdict } of replay(initialState(1), log).decisions) {
      seen.add(verdict.type === "applied" ? "applied" : `${verdict.type}(${verdict.why})`);
    }
  }
  assert.deepEqual([...EXPECTED].filter((verdict) => !seen.has(verdict)), []);
  assert.deepEqual([...seen].filter((verdict) => !EXPECTED.has(verdict)), []);
});

/** Every verdict that the specification's guards and rules give. */
const EXPECTED: ReadonlySet<string> = new Set([
  "applied",
  ...["duplicate", "already", "agrees"].map((why) => `noop(${why})`),
  ...[
    "staleGeneration",
    "staleAttempt",
    "staleFence",
    "afterSuccess",
    "afterFailure",
    "lateCommit",
    "workInProgress",
    "projectionContradiction",
    "projectionAgrees",
    "converging",
    "promotionInFlight",
    "promotionAbsent",
    "finishInProgress",
    "alreadyDeferred",
    "closed",
    "afterIntent",
  ].map((why) => `observed(${why})`),
  ...[
    "eidConflict",
    "wrongGraph",
    "unknownTask",
    "unknownAttempt",
    "unknownGeneration",
    "taskExists",
    "unknownDependency",
    "noTransaction",
    "txMismatch",
    "candidateMismatch",
    "receiptMismatch",
    "notValidated",
    "notIntended",
    "notAccepted",
    "ownerActive",
    "alreadyAccepted",
    "notReady",
    "notFailed",
    "notAbandoned",
    "notLegacyDone",
    "abandoned",
    "held",
    "staleGeneration",
    "staleAttempt",
    "staleFence",
    "closed",
  ].map((why) => `rejected(${why})`),
  ...["receiptConflict", "acceptedAfterClose", "doneWithoutTransaction", "retriesExhausted"].map(
    (why) => `hold(${why})`,
  ),
]);
