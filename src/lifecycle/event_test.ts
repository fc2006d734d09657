import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeEvent, encodeEvent } from "./event_codec.ts";
import { acceptanceOf, type Act, type Event, failureOf, sameEvent, showsGone } from "./event.ts";
import { anyLog } from "./testing/arbitrary.ts";
import {
  accept,
  cleaned,
  exit,
  failRequest,
  fault,
  first,
  kill,
  log,
  lost,
  probed,
  release,
  type Saying,
} from "./testing/events.ts";
import { phaseRule } from "./rule.ts";
import { findTask } from "./state.ts";
import { COLUMNS } from "./testing/table.ts";

function actOf(saying: Saying): Act {
  const { body } = log([saying])[0]!;
  assert(body.type === "onAttempt");
  return body.act;
}

Deno.test("failureOf() tells the class of failure that an act reports", () => {
  const key = first(1);
  const classes: readonly (readonly [Saying, string | null])[] = [
    [{ type: "FailRequested", key }, "requested"],
    [{ type: "ProviderFault", key, fault: "timeout" }, "fault"],
    [{ type: "OwnerLost", key }, "lost"],
    [exit(key, 1), "exit"],
    [exit(key, 255, "wrapper"), "exit"],
    [exit(key, 0), null],
    [probed(key, null), null],
    [{ type: "KillRequested", key }, null],
    [{ type: "AttemptReleased", key }, null],
  ];
  for (const [saying, expected] of classes) {
    assert.equal(failureOf(actOf(saying)), expected, saying.type);
  }
});

Deno.test("failureOf() tells the class with which a running attempt fails", () => {
  const t = findTask(1, COLUMNS.running.tasks)!;
  fc.assert(fc.property(anyLog, (events) => {
    for (const { body } of events) {
      if (body.type !== "onAttempt") continue;
      const cls = failureOf(body.act);
      if (cls === null) continue;
      const outcome = phaseRule(t, t.current!, body.act);
      assert(outcome.type === "applied");
      assert.deepEqual(outcome.next.current!.phase, { type: "failed", class: cls });
    }
  }));
});

Deno.test("acceptanceOf() tells the receipt that an act reports", () => {
  const key = first(1);
  assert.equal(acceptanceOf(actOf(accept(key, 0))), 0);
  assert.equal(acceptanceOf(actOf(probed(key, 5))), 5);
  for (const saying of [probed(key, null), exit(key, 0), cleaned(key)]) {
    assert.equal(acceptanceOf(actOf(saying)), null, saying.type);
  }
});

Deno.test("showsGone() holds of the worker's end, and not of the wrapper's", () => {
  const key = first(1);
  for (const saying of [lost(key), exit(key, 0), exit(key, 1)]) {
    assert.equal(showsGone(actOf(saying)), true, saying.type);
  }
  const others = [exit(key, 1, "wrapper"), fault(key), kill(key), release(key), failRequest(key)];
  for (const saying of others) assert.equal(showsGone(actOf(saying)), false, saying.type);
});

Deno.test("sameEvent() compares by structure, whatever the order of the fields", () => {
  fc.assert(
    fc.property(anyLog, anyLog, (some, others) => {
      for (const event of some) {
        assert(sameEvent(event, reversed(event) as Event));
        for (const other of others) {
          const expected =
            JSON.stringify(encodeEvent(event)) === JSON.stringify(encodeEvent(other));
          assert.equal(sameEvent(event, other), expected);
        }
      }
    }),
    { numRuns: 30 },
  );
});

/** The same data with the fields of each object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).reverse().map(([name, part]) => [name, reversed(part)]),
  );
}

Deno.test("sameEvent() tells events apart by one field, one dependency, or its order", () => {
  const base = { type: "TaskDeclared", eid: 1, task: 2, deps: [3, 4], retries: 5 };
  const event = decodeEvent(base);
  for (
    const change of [{ eid: 9 }, { task: 9 }, { retries: 9 }, { deps: [3] }, { deps: [4, 3] }, {
      deps: [3, 4, 5],
    }, { deps: [] }]
  ) {
    assert(!sameEvent(event, decodeEvent({ ...base, ...change })), JSON.stringify(change));
  }
  const [none, found] = log([probed(first(1), null), probed(first(1), 0)]);
  assert(!sameEvent(none!, { eid: none!.eid, body: found!.body }));
});
