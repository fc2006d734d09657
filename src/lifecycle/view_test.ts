import assert from "node:assert/strict";
import { CodecError, decodeEvents, encodeState } from "./codec.ts";
import { finalState } from "./reduce.ts";
import { initialState } from "./state.ts";
import view from "./view.ts";

const KEY = [1, 7, 0, 1, 1];
const EVENTS = [
  { type: "TaskDeclared", eid: 1, task: 7, deps: [], retries: 0 },
  { type: "AttemptClaimed", eid: 2, key: KEY },
  { type: "ProcessExited", eid: 3, key: KEY, role: "worker", code: 1 },
];

Deno.test("a step says what happened to which task, and where it went", () => {
  const steps = view.steps({ graph: 1, events: EVENTS });
  assert.deepEqual(steps.map(({ state: _, ...step }) => step), [
    {
      title: "TaskDeclared",
      detail: "task 7, deps [], retries 0",
      about: "task 7",
      from: "undeclared",
      to: "idle-open",
    },
    {
      title: "AttemptClaimed",
      detail: "key 1·7·0·1·1",
      about: "task 7",
      from: "idle-open",
      to: "running",
    },
    {
      title: "ProcessExited",
      detail: "key 1·7·0·1·1, role worker, code 1",
      about: "task 7",
      from: "running",
      to: "failed",
    },
  ]);
});

Deno.test("the state of the last step is the one that the events lead to", () => {
  const state = finalState(initialState(1), decodeEvents(EVENTS));
  assert.deepEqual(view.steps({ graph: 1, events: EVENTS }).at(-1)!.state, encodeState(state));
});

Deno.test("no two places are drawn in one spot, and every standing has one", () => {
  const spots = view.places.map(({ column, row }) => `${column},${row}`);
  assert.equal(new Set(spots).size, view.places.length);
  const ids = new Set<string>(view.places.map(({ id }) => id));
  for (const { from, to } of view.steps({ graph: 1, events: EVENTS })) {
    assert.ok(ids.has(from) && ids.has(to), `${from} → ${to}`);
  }
});

Deno.test("a malformed event is refused with its path", () => {
  const events = [{ type: "TaskDeclared", eid: 1 }];
  assert.throws(() => view.steps({ graph: 1, events }), CodecError);
});
