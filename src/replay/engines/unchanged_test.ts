import assert from "node:assert/strict";
import type { Json } from "../../platform/json/json.ts";
import { read, tampered, trace } from "../trace/testing/support.ts";
import { keptUnchanged, mendTraces } from "./unchanged.ts";

Deno.test("keptUnchanged() puts changed events right", () => {
  const text = '[{"eid":1,"deps":[2]},3]';
  const changes: ((events: Json[]) => void)[] = [
    ([event]) => (event as { eid: number }).eid = 2,
    ([event]) => (event as { deps: number[] }).deps.push(3),
    ([event]) => delete (event as { eid?: number }).eid,
    (events) => events[1] = 4,
  ];
  for (const change of changes) {
    const events: Json[] = JSON.parse(text);
    assert.equal(keptUnchanged(events, text), true);
    change(events);
    assert.equal(keptUnchanged(events, text), false);
    assert.deepEqual(events, JSON.parse(text));
  }
});

Deno.test("keptUnchanged() takes another way to write the same events for no change", () => {
  assert.equal(keptUnchanged([{ eid: 1 }], ' [ {"eid" : 1} ]'), true);
});

Deno.test("mendTraces() names the engine that changed events, and the first trace", () => {
  const { traces } = read(tampered((lines) => lines));
  assert.deepEqual(mendTraces("mine", traces), []);
  for (const at of [1, 2]) {
    (traces[at]!.trace.events[0] as { eid: number }).eid = 7;
  }
  const findings = mendTraces("mine", traces);
  assert.deepEqual(findings.map(({ code, message, location }) => ({ code, message, location })), [{
    code: "engine_changed_events",
    message: 'Engine "mine" changed the events of trace "b/two", and those of 1 more',
    location: traces[1]!.location,
  }]);
  assert.deepEqual(traces[2]!.trace, trace("c/three", 3));
  assert.deepEqual(mendTraces("mine", traces), []);
});
