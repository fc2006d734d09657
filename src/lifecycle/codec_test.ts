import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeDecisions, decodeEvent, decodeEvents } from "./codec.ts";
import { encodeDecision, encodeEvent } from "./codec.ts";
import { replay } from "./reduce.ts";
import { initialState } from "./state.ts";
import { anyLog } from "./testing/arbitrary.ts";
import { refuses } from "./testing/refuses.ts";

const key = [1, 2, 3, 4, 5];
const INTEGER = "expected an integer from 0 to 9007199254740991, got";

/** One event of each type, with every field, as the wire format writes it. */
const EVENTS: readonly Record<string, unknown>[] = [
  { type: "TaskDeclared", eid: 1, task: 2, deps: [3, 4], retries: 5 },
  {
    type: "LegacyImported",
    eid: 1,
    task: 2,
    deps: [],
    retries: 5,
    status: "active",
    trusted: true,
  },
  { type: "AttemptClaimed", eid: 1, key },
  { type: "AttemptReleased", eid: 1, key },
  { type: "FinishBegun", eid: 1, key, tx: 6, candidate: 7, contract: "deliver" },
  { type: "CandidateValidated", eid: 1, key, tx: 6, candidate: 7, passed: false },
  { type: "PromotionIntended", eid: 1, key, tx: 6, candidate: 7 },
  { type: "OutcomeAccepted", eid: 1, key, tx: 6, candidate: 7, receipt: 8 },
  { type: "PromotionProbed", eid: 1, key, tx: 6, found: 8 },
  { type: "CleanupRecorded", eid: 1, key, tx: 6, receipt: 8, cleanup: 9 },
  { type: "FailRequested", eid: 1, key },
  { type: "ProcessExited", eid: 1, key, role: "wrapper", code: 137 },
  { type: "ProviderFault", eid: 1, key, fault: "unavailable" },
  { type: "OwnerLost", eid: 1, key },
  { type: "LateCommitSeen", eid: 1, key, commit: 10 },
  {
    type: "ProjectionObserved",
    eid: 1,
    task: 2,
    generation: 3,
    projection: { status: "done", receipt: 8 },
  },
  { type: "KillRequested", eid: 1, key },
  { type: "AbandonRequested", eid: 1, task: 2, generation: 3 },
  { type: "RetryRequested", eid: 1, task: 2, generation: 3 },
  { type: "ConvergeRequested", eid: 1, task: 2 },
  { type: "ReopenRequested", eid: 1, task: 2, generation: 3 },
  { type: "HoldCleared", eid: 1, task: 2, generation: 3 },
  { type: "RetriesGranted", eid: 1, task: 2, generation: 3, count: 4 },
  { type: "LegacyTrusted", eid: 1, task: 2, generation: 3 },
  { type: "DependencyWaived", eid: 1, task: 2, generation: 3, dep: 4 },
];

Deno.test("decodeEvent() reads every type of event, and encodeEvent() writes it back", () => {
  for (const json of EVENTS) {
    const event = decodeEvent(json);
    assert.equal(event.eid, 1);
    assert.equal(JSON.stringify(encodeEvent(event)), JSON.stringify(json));
  }
  assert.equal(new Set(EVENTS.map(({ type }) => type)).size, 25);
});

Deno.test("decodeEvent() reads what stands in the fields", () => {
  const named = { graph: 1, task: 2, generation: 3, attempt: 4, fence: 5 };
  assert.deepEqual(decodeEvent(EVENTS[4]), {
    eid: 1,
    body: {
      type: "onAttempt",
      key: named,
      act: { type: "finishBegun", tx: 6, candidate: 7, contract: "deliver" },
    },
  });
  assert.deepEqual(decodeEvent(EVENTS[15]).body, {
    type: "onTask",
    task: 2,
    generation: 3,
    act: { type: "projectionObserved", projection: { type: "shown", status: "done", receipt: 8 } },
  });
  assert.deepEqual(decodeEvent({ ...EVENTS[15], projection: null }).body, {
    type: "onTask",
    task: 2,
    generation: 3,
    act: { type: "projectionObserved", projection: { type: "missing" } },
  });
  assert.deepEqual(decodeEvent(EVENTS[22]).body, {
    type: "onTask",
    task: 2,
    generation: 3,
    act: { type: "retriesGranted", count: 4 },
  });
  assert.deepEqual(decodeEvent({ ...EVENTS[8], found: null }).body, {
    type: "onAttempt",
    key: named,
    act: { type: "promotionProbed", tx: 6, found: null },
  });
});

Deno.test("decodeEvent() refuses an event that lacks a field or has another", () => {
  for (const json of EVENTS) {
    for (const name of Object.keys(json)) {
      const { [name]: _, ...rest } = json;
      refuses(() => decodeEvent(rest), "event", `missing field "${name}"`);
    }
    refuses(() => decodeEvent({ ...json, extra: 1 }), "event", 'unknown field "extra"');
    refuses(
      () => decodeEvent(JSON.parse(`{"__proto__":1,${JSON.stringify(json).slice(1)}`)),
      "event",
      'unknown field "__proto__"',
    );
  }
});

Deno.test("decodeEvent() names a missing field rather than what has its place", () => {
  const { tx: _, ...rest } = EVENTS[4]!;
  refuses(() => decodeEvent({ ...rest, extra: 1 }), "event", 'missing field "tx"');
  refuses(() => decodeEvent({ ...EVENTS[4], tx: "x", extra: 1 }), "event", 'unknown field "extra"');
});

Deno.test("decodeEvent() refuses every number that is not an integer of the wire, with its path", () => {
  const numbers = [
    [1.5, "1.5"],
    [-1, "-1"],
    [-0, "-0"],
    [9007199254740992, "9007199254740992"],
    [1e300, "1e+300"],
    [NaN, "NaN"],
    [null, "null"],
    ["1", '"1"'],
    [true, "true"],
    [[1], "a list"],
    [{}, "an object"],
  ] as const;
  for (const json of EVENTS) {
    for (const [name, value] of Object.entries(json)) {
      if (typeof value !== "number") continue;
      for (const [number, text] of numbers) {
        if (name === "found" && number === null) continue;
        const expected = name === "count" ? INTEGER.replace("from 0", "from 1") : INTEGER;
        refuses(
          () => decodeEvent({ ...json, [name]: number }),
          `event.${name}`,
          `${expected} ${text}`,
        );
      }
    }
    if (!("key" in json)) continue;
    for (const [number, text] of numbers) {
      for (const i of [0, 1, 2, 3, 4]) {
        const wrong = key.map((n, at) => at === i ? number : n);
        refuses(
          () => decodeEvent({ ...json, key: wrong }),
          `event.key[${i}]`,
          `${INTEGER} ${text}`,
        );
      }
    }
  }
  decodeEvent({ ...EVENTS[19], eid: 9007199254740991, task: 0 });
});

Deno.test("decodeEvents() names the event, the field and the place in it", () => {
  const wrong = { ...EVENTS[2], key: [1, 2, 1.5, 4, 5] };
  const list = [EVENTS[0], EVENTS[1], EVENTS[2], wrong];
  assert.throws(() => decodeEvents(list), {
    name: "CodecError",
    message: "events[3].key[2]: expected an integer from 0 to 9007199254740991, got 1.5",
    path: "events[3].key[2]",
    reason: "expected an integer from 0 to 9007199254740991, got 1.5",
  });
  refuses(() => decodeEvents({}), "events", "expected a list, got an object");
  refuses(() => decodeEvents([1], "log"), "log[0]", "expected an object, got 1");
  assert.deepEqual(decodeEvents([]), []);
});

Deno.test("decodeEvent() says what else it expected, and where", () => {
  const [declared, imported] = EVENTS;
  const observed = EVENTS[15]!;
  const cases: readonly (readonly [unknown, string, string])[] = [
    [null, "event", "expected an object, got null"],
    [[], "event", "expected an object, got a list"],
    ["x", "event", 'expected an object, got "x"'],
    [{}, "event", 'missing field "type"'],
    [{ type: "Foo" }, "event.type", 'expected the type of an event, got "Foo"'],
    // Names of the model that are none on the wire.
    [{ type: "OnTask" }, "event.type", 'expected the type of an event, got "OnTask"'],
    [{ type: "ownerLost" }, "event.type", 'expected the type of an event, got "ownerLost"'],
    [
      { ...EVENTS[22], count: 0 },
      "event.count",
      "expected an integer from 1 to 9007199254740991, got 0",
    ],
    [{ type: "toString" }, "event.type", 'expected the type of an event, got "toString"'],
    [{ type: 1 }, "event.type", "expected the type of an event, got 1"],
    [{ ...declared, deps: 1 }, "event.deps", "expected a list, got 1"],
    [{ ...declared, deps: [3, -1] }, "event.deps[1]", `${INTEGER} -1`],
    [{ ...declared, deps: [3, 4, 3] }, "event.deps[2]", "repeated dependency 3"],
    [{ ...declared, deps: [3, 3] }, "event.deps[1]", "repeated dependency 3"],
    [
      { ...imported, status: "Done" },
      "event.status",
      'expected "open", "active", "done", "failed" or "abandoned", got "Done"',
    ],
    [{ ...imported, trusted: 1 }, "event.trusted", "expected true or false, got 1"],
    [
      { ...EVENTS[4], contract: null },
      "event.contract",
      'expected "land", "deliver" or "report", got null',
    ],
    [{ ...EVENTS[11], role: "owner" }, "event.role", 'expected "worker" or "wrapper", got "owner"'],
    [
      { ...EVENTS[12], fault: [] },
      "event.fault",
      'expected "timeout" or "unavailable", got a list',
    ],
    [{ ...EVENTS[2], key: {} }, "event.key", "expected a list, got an object"],
    [{ ...EVENTS[2], key: [1] }, "event.key", "expected a list of 5 integers, got a list of 1"],
    [{ ...observed, projection: 1 }, "event.projection", "expected an object, got 1"],
    [{ ...observed, projection: {} }, "event.projection", 'missing field "status"'],
    [
      { ...observed, projection: { status: "done", receipt: -1 } },
      "event.projection.receipt",
      `${INTEGER} -1`,
    ],
    [
      { ...observed, projection: { status: "done", receipt: 1, extra: 1 } },
      "event.projection",
      'unknown field "extra"',
    ],
    [
      { type: "x".repeat(60) },
      "event.type",
      `expected the type of an event, got "${"x".repeat(40)}…"`,
    ],
    [
      { type: "😀".repeat(40) },
      "event.type",
      `expected the type of an event, got "${"😀".repeat(40)}"`,
    ],
  ];
  for (const [json, path, reason] of cases) refuses(() => decodeEvent(json), path, reason);
});

Deno.test("decodeEvent() and decodeDecision() read back what was written", () => {
  fc.assert(fc.property(anyLog, (log) => {
    const events = JSON.parse(JSON.stringify(log.map(encodeEvent)));
    assert.deepEqual(decodeEvents(events), log);
    const { decisions } = replay(initialState(1), log);
    const json = JSON.parse(JSON.stringify(decisions.map(encodeDecision)));
    assert.deepEqual(decodeDecisions(json), decisions);
  }));
});
