import assert from "node:assert/strict";
import fc from "fast-check";
import type { Effect } from "./decision.ts";
import type { Event } from "./event.ts";
import { reduce, replay, type Step } from "./reduce.ts";
import {
  allDeclared,
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
} from "./state.ts";
import { anyLog } from "./testing/arbitrary.ts";
import { sameKey } from "./value.ts";

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

/** What of a task only an applied event may change. */
function lifecycle(t: Task): unknown {
  const { projection: _, closed: __, ...rest } = t;
  return { ...rest, closed: closedOf(t) };
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
      const { ready: _, ...old } = lifecycle(was) as Task;
      const { ready: __, ...now } = lifecycle(t) as Task;
      return JSON.stringify(old) !== JSON.stringify(now);
    });
    assert(changed.length <= 1);
    if (decision.verdict.type === "applied") return;
    assert.deepEqual(tasksOf(state).map(lifecycle), tasksOf(before).map(lifecycle));
    if (decision.verdict.type === "observed") return;
    assert.deepEqual(state.tasks, before.tasks);
    assert.deepEqual(decision.effects, []);
  });
});

Deno.test("reduce() never lets an accepted attempt fail or be cancelled", () => {
  everyStep((before, _, { decision, state }) => {
    for (const t of tasksOf(before)) {
      if (!isDurable(t.current)) continue;
      const next = findTask(t.id, state.tasks)!;
      assert(isDurable(next.current));
      assert(sameKey(next.current!.key, t.current!.key));
      if (t.current!.phase.type === "cleaned") assert.deepEqual(next.current, t.current);
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

Deno.test("reduce() lets a foreign key change no task", () => {
  everyStep((before, { body }, { state }) => {
    if (body.type !== "onAttempt") return;
    const current = findTask(body.key.task, before.tasks)?.current;
    if (!current || !sameKey(current.key, body.key)) assert.deepEqual(state.tasks, before.tasks);
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

Deno.test("reduce() tells ready exactly those that a look through all tasks finds", () => {
  everyStep((before, _, { decision, state }) => {
    const told = decision.effects.flatMap((effect) => effect.type === "ready" ? [effect] : []);
    const found = tasksOf(state).flatMap((t): Effect[] => {
      const claimable = t.status === "open" && !hasLive(t) &&
        allDeclared(state.tasks, t.deps) &&
        t.deps.every((dep) => satisfies(findTask(dep, state.tasks)!));
      if (claimable) assert(t.ready);
      const was = findTask(t.id, before.tasks);
      const opened = was === undefined || was.generation !== t.generation || !was.ready;
      return claimable && opened ? [{ type: "ready", task: t.id, generation: t.generation }] : [];
    });
    assert.deepEqual(told, found);
  });
});

Deno.test("reduce() tells ready once between two claims of a generation", () => {
  fc.assert(fc.property(anyLog, (log) => {
    const open = new Set<string>();
    const { decisions } = replay(initialState(1), log);
    decisions.forEach(({ verdict, effects }, i) => {
      const { body } = log[i]!;
      if (body.type === "attemptClaimed" && verdict.type === "applied") {
        assert(open.delete(`${body.key.task} ${body.key.generation}`));
      }
      for (const effect of effects) {
        if (effect.type !== "ready") continue;
        const opening = `${effect.task} ${effect.generation}`;
        assert(!open.has(opening));
        open.add(opening);
      }
    });
  }));
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
    "abandoned",
    "staleGeneration",
    "staleAttempt",
    "staleFence",
    "closed",
  ].map((why) => `rejected(${why})`),
  ...["receiptConflict", "acceptedAfterClose", "doneWithoutTransaction", "retriesExhausted"].map(
    (why) => `hold(${why})`,
  ),
]);
