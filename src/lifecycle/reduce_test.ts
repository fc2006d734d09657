import assert from "node:assert/strict";
import { encodeDecision } from "./decision_codec.ts";
import { decodeEvents } from "./event_codec.ts";
import { decisions, finalState, reduce, replay } from "./reduce.ts";
import { closedOf, evidenceOf, findTask, initialState, tasksOf } from "./state.ts";
import {
  abandon,
  accept,
  after,
  claim,
  cleaned,
  declare,
  exit,
  first,
  further,
  imported,
  kill,
  log,
  lost,
  observe,
  on,
  promoting,
  release,
  retry,
  type Saying,
  success,
} from "./testing/events.ts";
import { LOGS } from "./testing/logs.ts";
import { unshared } from "./testing/objects.ts";

const ready = (task: number, generation = 0) => ({ type: "ready", task, generation });

/** The `ready` effects on a list of sayings, by task, in order. */
function readies(...sayings: readonly Saying[]): readonly number[] {
  return on(initialState(1), ...sayings).flatMap(([, ...effects]) =>
    effects.flatMap((effect) => effect.type === "ready" ? [effect.task] : [])
  );
}

Deno.test("reduce() ignores a duplicate, the evidence included", () => {
  const events = log([declare(1), claim(first(1)), exit(first(1), 1)]);
  const { final } = replay(initialState(1), events);
  for (const event of events) {
    const step = reduce(final, structuredClone(event));
    assert.deepEqual(encodeDecision(step.decision), ["noop(duplicate)"]);
    assert.equal(step.state, final);
  }
});

Deno.test("reduce() rejects another event with a known eid", () => {
  const known: readonly Saying[] = [declare(1, [], 3), declare(2, [1]), claim(first(1))];
  const state = after(...known);
  const others: readonly (readonly [Saying, number])[] = [
    [declare(1, [], 4), 1],
    [declare(2), 2],
    [declare(2, [2]), 2],
    [claim([1, 1, 0, 1, 2]), 3],
    [exit(first(1), 1), 3],
  ];
  for (const [saying, eid] of others) {
    const step = reduce(state, log([saying], eid)[0]!);
    assert.deepEqual(encodeDecision(step.decision), ["rejected(eidConflict)"]);
    assert.equal(step.state, state);
  }
});

Deno.test("reduce() asks for the eid before the graph", () => {
  const state = after(exit([2, 1, 0, 1, 1], 1));
  const [conflict] = log([exit([3, 1, 0, 1, 1], 1)]);
  assert.deepEqual(encodeDecision(reduce(state, conflict!).decision), ["rejected(eidConflict)"]);
});

Deno.test("reduce() keeps every consumed event as evidence, in order, with its verdict", () => {
  const state = after(declare(1), claim([2, 1, 0, 1, 1]), exit(first(1), 1), claim(first(1)));
  assert.deepEqual(
    evidenceOf(state).map(({ event, verdict }) => [event.eid, event.body.type, verdict]),
    [
      [1, "taskDeclared", { type: "applied" }],
      [2, "attemptClaimed", { type: "rejected", why: "wrongGraph" }],
      [3, "onAttempt", { type: "rejected", why: "unknownAttempt" }],
      [4, "attemptClaimed", { type: "applied" }],
    ],
  );
});

Deno.test("reduce() leaves the state it was given as it was", () => {
  const events = log([declare(1), declare(2, [1]), ...success(first(1)), claim(first(2))]);
  let state = deepFreeze(initialState(1));
  for (const event of events) {
    const before = structuredClone(state);
    const one = reduce(state, event);
    const other = reduce(state, { eid: event.eid, body: { type: "convergeRequested", task: 9 } });
    const again = reduce(state, event);
    assert.deepEqual(state, before);
    assert.deepEqual(again, one);
    assert.notDeepEqual(other.state, one.state);
    state = deepFreeze(one.state);
  }
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

Deno.test("replay() resumes from any state", () => {
  const events = log([
    declare(1, [], 1),
    claim(first(1)),
    exit(first(1), 1),
    retry(1),
    abandon(1, 1),
  ]);
  const whole = replay(initialState(1), events);
  for (let i = 0; i <= events.length; i++) {
    const prefix = replay(initialState(1), events.slice(0, i));
    const suffix = replay(prefix.final, events.slice(i));
    assert.deepEqual([...prefix.decisions, ...suffix.decisions], whole.decisions);
    assert.deepEqual(suffix.final, whole.final);
  }
  assert.deepEqual(decisions(initialState(1), events), whole.decisions);
  assert.deepEqual(finalState(initialState(1), events), whole.final);
});

Deno.test("declare() refuses a known id and an unknown dependency", () => {
  const state = after(declare(1));
  for (const again of [declare(1), declare(1, [9]), imported(1, "open")]) {
    assert.deepEqual(on(state, again), [["rejected(taskExists)"]]);
  }
  for (const deps of [[9], [1, 9], [9, 1], [2]]) {
    assert.deepEqual(on(state, declare(2, deps)), [["rejected(unknownDependency)"]]);
    assert.deepEqual(on(state, imported(2, "done", { deps })), [["rejected(unknownDependency)"]]);
  }
});

Deno.test("declare() adds a task in generation 0, open and not displayed", () => {
  const [t] = tasksOf(after(declare(7, [], 3)));
  const { closed, waived, ...rest } = t!;
  assert.deepEqual([closed.size, waived.size], [0, 0]);
  assert.deepEqual(rest, {
    id: 7,
    deps: [],
    retries: 3,
    generation: 0,
    attempts: 0,
    fence: 0,
    ready: true,
    status: "open",
    projection: { type: "missing" },
    held: null,
    current: null,
    origin: { type: "native" },
  });
});

Deno.test("declare() imports a legacy task as it is recorded, but an active one as failed", () => {
  const statuses = {
    open: "open",
    active: "failed",
    done: "done",
    failed: "failed",
    abandoned: "abandoned",
  } as const;
  for (const [recorded, status] of Object.entries(statuses)) {
    for (const trusted of [true, false]) {
      const saying = imported(7, recorded as keyof typeof statuses, { trusted, retries: 2 });
      const { decisions, state } = further(initialState(1), saying);
      assert.deepEqual(decisions, [status === "open" ? ["applied", ready(7)] : ["applied"]]);
      const t = findTask(7, state.tasks)!;
      assert.deepEqual([t.status, t.retries, t.attempts, t.current], [status, 2, 0, null]);
      // The outside still shows what the record says.
      assert.deepEqual(t.projection, { type: "shown", status: recorded, receipt: null });
      assert.deepEqual(t.origin, { type: "legacy", trusted });
    }
  }
});

Deno.test("reduce() requests ready of a dependent when its last dependency is cleaned, in either order", () => {
  const start = [declare(1), declare(2), declare(3, [1, 2])];
  const ends = [[first(1), first(2)], [first(2), first(1)]] as const;
  for (const [one, other] of ends) {
    const sayings = [...start, ...success(one), ...success(other)];
    assert.deepEqual(readies(...sayings), [1, 2, 3]);
    assert.deepEqual(on(after(...sayings.slice(0, -1)), sayings.at(-1)!)[0]!.at(-1), ready(3));
  }
});

Deno.test("reduce() requests ready of dependents in order of declaration", () => {
  const state = after(declare(9), declare(5, [9]), declare(7, [9]), declare(1, [9]), declare(3));
  const { decisions } = further(state, ...success(first(9)));
  assert.deepEqual(decisions.at(-1)!.slice(2), [ready(5), ready(7), ready(1)]);
});

Deno.test("reduce() requests ready of nobody when a task is accepted only, or failed", () => {
  const start = [declare(1), declare(2, [1])];
  assert.deepEqual(readies(...start, ...promoting(first(1)), accept(first(1))), [1]);
  assert.deepEqual(readies(...start, claim(first(1)), exit(first(1), 1), claim(first(2))), [1]);
});

Deno.test("reduce() relies on a legacy Done only when it was declared trusted", () => {
  assert.deepEqual(readies(imported(1, "done", { trusted: true }), declare(2, [1])), [2]);
  assert.deepEqual(readies(imported(1, "done", { trusted: false }), declare(2, [1])), []);
  assert.deepEqual(readies(imported(1, "failed", { trusted: true }), declare(2, [1])), []);
  assert.deepEqual(readies(imported(1, "open", { trusted: true }), declare(2, [1])), [1]);
  assert.deepEqual(readies(declare(1), ...success(first(1)), declare(2, [1])), [1, 2]);
});

Deno.test("reduce() latches ready until a claim consumes it", () => {
  const key = first(1);
  const start = [declare(1)];
  // Nothing applied to others requests it again.
  assert.deepEqual(readies(...start, declare(2), claim(first(2)), ...start), [1, 2]);
  // A release and a kill open it anew in the same generation.
  assert.deepEqual(readies(declare(1, [], 1), claim(key), release(key)), [1, 1]);
  assert.deepEqual(readies(...start, claim(key), kill(key)), [1]);
  assert.deepEqual(readies(...start, claim(key), kill(key), lost(key)), [1, 1]);
  assert.deepEqual(readies(...start, claim(key), kill(key), lost(key), exit(key, 0)), [1, 1]);
  // An abandonment does not.
  assert.deepEqual(readies(...start, claim(key), abandon(1)), [1]);
  assert.deepEqual(readies(...start, abandon(1)), [1]);
});

Deno.test("reduce() requests ready of a retried task in its new generation if its dependencies are satisfied", () => {
  const state = after(imported(2, "open"), imported(1, "failed", { deps: [2], retries: 1 }));
  const opened = { type: "openGeneration", task: 1, generation: 1 };
  const { decisions, state: next } = further(state, retry(1));
  assert.deepEqual(decisions, [["applied", opened]]);
  assert.deepEqual(on(next, ...success(first(2))).at(-1)!.slice(2), [ready(1, 1)]);
});

Deno.test("reduce() requests no ready of an abandoned dependent", () => {
  const sayings = [declare(1), declare(2, [1]), abandon(2), ...success(first(1))];
  assert.deepEqual(readies(...sayings), [1]);
});

Deno.test("reduce() keeps closed attempts, oldest first", () => {
  const keys = [[1, 1, 0, 1, 1], [1, 1, 0, 2, 2], [1, 1, 1, 3, 3]] as const;
  const state = after(
    declare(1, [], 2),
    claim(keys[0]),
    release(keys[0]),
    claim(keys[1]),
    exit(keys[1], 1),
    retry(1),
    claim(keys[2]),
    kill(keys[2]),
  );
  assert.deepEqual(
    closedOf(findTask(1, state.tasks)!).map((a) => [a.key.attempt, a.phase, a.worker]),
    [
      [1, { type: "cancelled", reason: "released" }, "gone"],
      [2, { type: "failed", class: "exit" }, "gone"],
      [3, { type: "cancelled", reason: "killed" }, "stopping"],
    ],
  );
});

Deno.test("reduce() takes no request for an observation, and forgets what was seen before one", () => {
  const key = first(1);
  const shown = (...sayings: readonly Saying[]) => findTask(1, after(...sayings).tasks)!.projection;
  const missing = { type: "missing" };
  const seen = observe(1, 0, { status: "active", receipt: 3 });
  assert.deepEqual(shown(declare(1), claim(key)), missing);
  assert.deepEqual(shown(declare(1), seen), { type: "shown", status: "active", receipt: 3 });
  assert.deepEqual(shown(declare(1), claim(key), seen, exit(key, 1)), missing);
  assert.deepEqual(shown(declare(1), seen, abandon(1)), missing);
  const accepted = [declare(1), ...promoting(key), accept(key, 5)];
  assert.deepEqual(shown(...accepted, seen, cleaned(key, 5)), missing);
  const done = observe(1, 0, { status: "done", receipt: 5 });
  const afterwards = shown(...accepted, cleaned(key, 5), done, exit(key, 1));
  assert.deepEqual(afterwards, { type: "shown", status: "done", receipt: 5 });
});

for (const [name, make] of Object.entries(LOGS)) {
  Deno.test(`reduce() copies a bounded part of a long state: ${name}`, () => {
    const events = decodeEvents(make(6000));
    const old = finalState(initialState(1), events.slice(0, -20));
    const fresh = unshared(old, finalState(old, events.slice(-20)));
    assert(fresh <= 20 * 60, `${fresh} new objects`);
  });
}
