import assert from "node:assert/strict";
import engine from "./engine.ts";

Deno.test("engine.replay() answers each event and tells the final state", () => {
  const key = [4, 1, 0, 1, 1];
  const events = [
    { type: "TaskDeclared", eid: 1, task: 1, deps: [], retries: 0 },
    { type: "AttemptClaimed", eid: 2, key },
    { type: "AttemptClaimed", eid: 2, key },
    { type: "ProcessExited", eid: 3, key, role: "worker", code: 1 },
  ];
  const { decisions, final } = engine.replay({ graph: 4, events });
  assert.deepEqual(decisions, [
    ["applied", { type: "ready", task: 1, generation: 0 }],
    ["applied"],
    ["noop(duplicate)"],
    [
      "applied",
      { type: "attemptFailed", key, class: "exit" },
      { type: "projectFailed", task: 1, generation: 0, class: "exit" },
    ],
  ]);
  assert.equal(final.graph, 4);
  assert.deepEqual(final.evidence, [[1, "applied"], [2, "applied"], [3, "applied"]]);
});

Deno.test("engine.replay() throws with path and reason when an event is malformed", () => {
  const events = [{ type: "AttemptClaimed", eid: 1, key: [1, 1, 0, 1] }];
  assert.throws(() => engine.replay({ graph: 1, events }), {
    name: "CodecError",
    message: "events[0].key: expected a list of 5 integers, got a list of 4",
  });
});

Deno.test("engine names itself, by the version of the package", async () => {
  const config = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  assert.deepEqual([engine.name, engine.version], ["typescript", config.version]);
});
