import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { CodecError, decodeDecision, decodeEvent, decodeState } from "./codec.ts";
import { encodeDecision, encodeEvent, encodeState } from "./codec.ts";
import { replay } from "./reduce.ts";
import { DecisionSchema, EventSchema, KeySchema, StateSchema } from "./schema.ts";
import { initialState } from "./state.ts";
import { anyLog } from "./testing/arbitrary.ts";
import { anyDamage } from "./testing/mutate.ts";

/** Why a reader refuses a value, or `undefined` when it accepts it. */
function refusal(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof CodecError) return error.message;
    throw error;
  }
}

Deno.test("EventSchema accepts exactly the events that decodeEvent() accepts", () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(anyLog, fc.nat(), anyDamage, (log, pick, damage) => {
      if (log.length === 0) return;
      const json = damage(encodeEvent(log[pick % log.length]!));
      const refused = refusal(() => decodeEvent(json));
      assert.equal(EventSchema.safeParse(json).success, refused === undefined, refused);
      seen[refused === undefined ? "accepted" : "refused"]++;
    }),
    { numRuns: 1500 },
  );
  assert(seen.accepted > 10 && seen.refused > 10, "the damage must leave some well-formed");
});

Deno.test("DecisionSchema accepts exactly the decisions that decodeDecision() accepts", () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(anyLog, fc.nat(), anyDamage, (log, pick, damage) => {
      const { decisions } = replay(initialState(1), log);
      const busy = decisions.filter(({ effects }) => effects.length > 0);
      if (busy.length === 0) return;
      const json = damage(encodeDecision(busy[pick % busy.length]!));
      const refused = refusal(() => decodeDecision(json));
      assert.equal(DecisionSchema.safeParse(json).success, refused === undefined, refused);
      seen[refused === undefined ? "accepted" : "refused"]++;
    }),
    { numRuns: 1500 },
  );
  assert(seen.accepted > 10 && seen.refused > 10, "the damage must leave some well-formed");
});

/** What decodeState() refuses beyond the form. */
const ILL_FORMED = new RegExp(
  [
    "repeated task",
    "repeated eid",
    "expected a task declared earlier",
    "expected the eid of an event in the log",
    "expected true, as the task may be claimed",
    'expected "gone", as another attempt was claimed since',
    "expected a dependency of the task",
    "expected \\d+, got \\d+",
  ].join("|"),
);

Deno.test("StateSchema accepts the states that decodeState() accepts, and those of their form", () => {
  const seen = { accepted: 0, refused: 0, illFormed: 0 };
  fc.assert(
    fc.property(anyLog, anyDamage, (log, damage) => {
      const json = damage(encodeState(replay(initialState(1), log).final));
      const refused = refusal(() => decodeState(json, log));
      if (StateSchema.safeParse(json).success) {
        if (refused === undefined) seen.accepted++;
        else {
          assert.match(refused, ILL_FORMED);
          seen.illFormed++;
        }
      } else {
        assert.notEqual(refused, undefined);
        seen.refused++;
      }
    }),
    { numRuns: 1500 },
  );
  assert(Object.values(seen).every((count) => count > 5), JSON.stringify(seen));
});

Deno.test("schemas are zod schemas", () => {
  for (const schema of [KeySchema, EventSchema, DecisionSchema, StateSchema]) {
    assert(schema instanceof z.ZodType);
  }
});

Deno.test("EventSchema says where a fault is", () => {
  const json = { type: "AttemptClaimed", eid: 1, key: [1, 1, 1.5, 1, 1] };
  const result = EventSchema.safeParse(json);
  assert(!result.success);
  assert.deepEqual(result.error.issues.map(({ path }) => path), [["key", 2]]);
});
