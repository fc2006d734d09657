import assert from "node:assert/strict";
import fc from "fast-check";
import { CodecError, decodeState, encodeDecision, encodeState } from "./codec.ts";
import { reduce, replay } from "./reduce.ts";
import { evidenceOf, initialState } from "./state.ts";
import { anyLog } from "./testing/arbitrary.ts";
import {
  abandon,
  accept,
  after,
  claim,
  declare,
  exit,
  first,
  imported,
  kill,
  log,
  promoting,
  release,
  retry,
  success,
  waive,
} from "./testing/events.ts";
import type { WireState, WireTask } from "./wire.ts";

const key = first(1);
const tx = { tx: 11, candidate: 12, contract: "land" };

Deno.test("encodeState() writes tasks in order of declaration and the evidence oldest first", () => {
  const state = after(
    declare(9, [], 2),
    imported(3, "done", { trusted: true, deps: [9] }),
    claim([1, 9, 0, 1, 4]),
    exit([1, 9, 0, 1, 3], 1),
  );
  assert.deepEqual(encodeState(state), {
    graph: 1,
    tasks: [
      {
        id: 9,
        deps: [],
        waived: [],
        retries: 2,
        generation: 0,
        attempts: 1,
        fence: 4,
        ready: false,
        status: "active",
        projection: null,
        held: null,
        current: { key: [1, 9, 0, 1, 4], phase: { type: "running" }, worker: "present" },
        closed: [],
        origin: { type: "native" },
      },
      {
        id: 3,
        deps: [9],
        waived: [],
        retries: 0,
        generation: 0,
        attempts: 0,
        fence: 0,
        ready: false,
        status: "done",
        projection: { status: "done", receipt: null },
        held: null,
        current: null,
        closed: [],
        origin: { type: "legacy", trusted: true },
      },
    ],
    evidence: [[1, "applied"], [2, "applied"], [3, "applied"], [4, "observed(staleFence)"]],
  });
});

Deno.test("encodeState() writes each phase with its fields", () => {
  const start = [declare(1)];
  const phases = [
    [[claim(key)], { type: "running" }],
    [promoting(key).slice(0, 2), { type: "finishing", tx, validated: false }],
    [promoting(key).slice(0, 3), { type: "finishing", tx, validated: true }],
    [promoting(key), { type: "promoting", tx, deferred: { type: "none" } }],
    [
      [...promoting(key), exit(key, 1)],
      { type: "promoting", tx, deferred: { type: "failure", class: "exit" } },
    ],
    [[...promoting(key), kill(key)], { type: "promoting", tx, deferred: { type: "kill" } }],
    [success(key).slice(0, -1), { type: "accepted", tx, receipt: 13 }],
    [success(key), { type: "cleaned", tx, receipt: 13, cleanup: 14 }],
    [[claim(key), exit(key, 1)], { type: "failed", class: "exit" }],
  ] as const;
  for (const [sayings, phase] of phases) {
    const [task] = encodeState(after(...start, ...sayings)).tasks;
    assert.deepEqual([task!.current!.key, task!.current!.phase], [key, phase]);
  }
  const [killed] = encodeState(after(...start, claim(key), kill(key))).tasks;
  const closed = { key, phase: { type: "cancelled", reason: "killed" }, worker: "stopping" };
  assert.deepEqual(killed!.closed, [closed]);
});

Deno.test("encodeState() writes what is waived, and what holds a task", () => {
  const state = after(
    declare(1),
    declare(2),
    declare(3, [1, 2], 1),
    waive(3, 2),
    waive(3, 1),
    claim([1, 3, 0, 1, 1]),
    release([1, 3, 0, 1, 1]),
    accept([1, 3, 0, 1, 1], 5),
  );
  const task = encodeState(state).tasks[2]!;
  assert.deepEqual(task.waived, [2, 1]);
  assert.deepEqual(task.held, { key: [1, 3, 0, 1, 1], receipt: 5 });
});

Deno.test("decodeState() refuses a state of version 1, and says what to do instead", () => {
  const events = log([declare(1), claim(key)]);
  // As version 1 wrote the state after these events.
  const state = {
    graph: 1,
    tasks: [{
      id: 1,
      deps: [],
      retries: 0,
      generation: 0,
      attempts: 1,
      fence: 1,
      ready: false,
      status: "active",
      projection: null,
      current: { key, phase: { type: "running" } },
      closed: [],
      origin: { type: "native" },
    }],
    evidence: [[1, "applied"], [2, "applied"]],
  };
  assert.throws(() => decodeState(state, events), {
    message: "state.tasks[0]: expected a task of version 2, got one of version 1: " +
      "decide its log anew from the events, which are the same in both",
  });
});

Deno.test("decodeState() reads a state back, and reducing resumes from it", () => {
  fc.assert(fc.property(anyLog, fc.nat(), (log, pick) => {
    const at = pick % (log.length + 1);
    const state = replay(initialState(1), log.slice(0, at)).final;
    const saved = JSON.parse(JSON.stringify(encodeState(state)));
    let read = decodeState(saved, log);
    let kept = state;
    assert.deepEqual(encodeState(read), encodeState(kept));
    assert.deepEqual(evidenceOf(read), evidenceOf(kept));
    for (const event of log.slice(at)) {
      const [one, other] = [reduce(read, event), reduce(kept, event)];
      assert.deepEqual(encodeDecision(one.decision), encodeDecision(other.decision));
      [read, kept] = [one.state, other.state];
    }
    assert.deepEqual(encodeState(read), encodeState(kept));
  }));
});

Deno.test("decodeState() refuses a state that no log leads to, with its path", () => {
  const events = log([declare(1, [], 2), declare(2, [1]), claim(key), exit(key, 1), retry(1)]);
  const state = encodeState(replay(initialState(1), events).final);
  const task = (change: Partial<WireTask>, at = 0): WireState => ({
    ...state,
    tasks: state.tasks.map((t, i) => i === at ? { ...t, ...change } : t),
  });
  const [closed] = state.tasks[0]!.closed;
  const open = { key: [1, 1, 1, 2, 2], phase: { type: "running" }, worker: "present" } as const;
  const cases: readonly (readonly [unknown, string, string])[] = [
    [task({ id: 1 }, 1), "state.tasks[1].id", "repeated task 1"],
    [
      task({ deps: [1] }),
      "state.tasks[0].deps[0]",
      "expected a task declared earlier, got 1",
    ],
    [
      task({ ready: false }),
      "state.tasks[0].ready",
      "expected true, as the task may be claimed, got false",
    ],
    [task({ attempts: 2 }), "state.tasks[0].attempts", "expected 1, got 2"],
    [task({ closed: [] }), "state.tasks[0].attempts", "expected 0, got 1"],
    [
      task({ closed: [{ ...closed!, key: [1, 1, 0, 2, 1] }] }),
      "state.tasks[0].closed[0].key[3]",
      "expected 1, got 2",
    ],
    [
      task({ closed: [{ ...closed!, key: [1, 7, 0, 1, 1] }] }),
      "state.tasks[0].closed[0].key[1]",
      "expected 1, got 7",
    ],
    [
      task({ closed: [], current: { ...closed!, key: [7, 1, 0, 1, 1] } }),
      "state.tasks[0].current.key[0]",
      "expected 1, got 7",
    ],
    [
      task({ closed: [], current: { ...closed!, key: [1, 1, 0, 3, 1] } }),
      "state.tasks[0].current.key[3]",
      "expected 1, got 3",
    ],
    [
      task({
        closed: [{ ...closed!, worker: "stopping" }],
        ready: true,
        current: open,
        attempts: 2,
      }),
      "state.tasks[0].closed[0].worker",
      'expected "gone", as another attempt was claimed since, got "stopping"',
    ],
    [
      task({ waived: [2] }, 1),
      "state.tasks[1].waived[0]",
      "expected a dependency of the task, got 2",
    ],
    [
      { ...state, evidence: [[9, "applied"]] },
      "state.evidence[0][0]",
      "expected the eid of an event in the log, got 9",
    ],
    [
      { ...state, evidence: [[1, "applied"], [1, "applied"]] },
      "state.evidence[1][0]",
      "repeated eid 1",
    ],
    [
      { ...state, evidence: [[1]] },
      "state.evidence[0]",
      "expected an eid and a verdict, got a list of 1",
    ],
    [{ ...state, evidence: [[1, "x"]] }, "state.evidence[0][1]", 'expected a verdict, got "x"'],
    [
      task({ origin: { type: "x" } as never }),
      "state.tasks[0].origin.type",
      'expected the type of an origin, got "x"',
    ],
    [{ ...state, extra: 1 }, "state", 'unknown field "extra"'],
    [null, "state", "expected an object, got null"],
  ];
  for (const [json, path, reason] of cases) {
    assert.throws(() => decodeState(json, events), (error) => {
      assert(error instanceof CodecError);
      assert.deepEqual([error.path, error.reason], [path, reason]);
      return true;
    });
  }
  decodeState(state, events);
});

/** Every object in a JSON value, with its path and a way to put another in its place. */
function* parts(
  value: unknown,
  path: string,
  put: (part: unknown) => unknown,
): Iterable<readonly [string, Record<string, unknown>, (part: unknown) => unknown]> {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      yield* parts(item, `${path}[${i}]`, (part) => put(value.with(i, part)));
    }
  } else if (typeof value === "object" && value !== null) {
    yield [path, value as Record<string, unknown>, put];
    for (const [name, field] of Object.entries(value)) {
      yield* parts(field, `${path}.${name}`, (part) => put({ ...value, [name]: part }));
    }
  }
}

Deno.test("decodeState() reads every part, and refuses one that lacks a field or has another", () => {
  const ends = [
    [claim(key)],
    promoting(key).slice(0, 2),
    promoting(key),
    [...promoting(key), exit(key, 1)],
    [...promoting(key), kill(key)],
    [...promoting(key), abandon(1)],
    [claim(key), exit(key, 1), accept(key)],
    success(key).slice(0, -1),
    success(key),
    [claim(key), exit(key, 1)],
    [claim(key), kill(key)],
  ];
  let seen = 0;
  for (const sayings of ends) {
    const events = log([imported(1, "open"), declare(2, [1]), ...sayings]);
    const state = encodeState(replay(initialState(1), events).final);
    assert.deepEqual(encodeState(decodeState(state, events)), state);
    for (const [path, part, put] of parts(state, "state", (part) => part)) {
      for (const name of Object.keys(part)) {
        const { [name]: _, ...rest } = part;
        assert.throws(() => decodeState(put(rest), events), {
          message: `${path}: missing field "${name}"`,
        });
      }
      assert.throws(() => decodeState(put({ ...part, extra: 1 }), events), {
        message: `${path}: unknown field "extra"`,
      });
      seen++;
    }
  }
  assert(seen > 70);
});
