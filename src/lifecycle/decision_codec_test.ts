import assert from "node:assert/strict";
import { decodeDecision, decodeDecisions, encodeDecision } from "./codec.ts";
import { refuses } from "./testing/refuses.ts";

const key = [1, 2, 3, 4, 5];
const INTEGER = "expected an integer from 0 to 9007199254740991, got";
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
    type: "projectionObserved",
    task: 2,
    generation: 3,
    projection: { type: "shown", status: "done", receipt: 8 },
  });
  assert.deepEqual(decodeEvent({ ...EVENTS[15], projection: null }).body, {
    type: "projectionObserved",
    task: 2,
    generation: 3,
    projection: { type: "missing" },
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

const INTEGER = "expected an integer from 0 to 9007199254740991, got";

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
        refuses(
          () => decodeEvent({ ...json, [name]: number }),
          `event.${name}`,
          `${INTEGER} ${text}`,
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

const named = { graph: 1, task: 2, generation: 3, attempt: 4, fence: 5 };

/** One effect of each type, as the wire format writes it. */
const EFFECTS: readonly Record<string, unknown>[] = [
  { type: "ready", task: 2, generation: 3 },
  { type: "promote", key, tx: 6, candidate: 7 },
  { type: "probe", key, tx: 6 },
  { type: "succeeded", key, disposition: "delivered", receipt: 8 },
  { type: "startCleanup", key, tx: 6 },
  { type: "attemptFailed", key, class: "noCompletion" },
  { type: "projectDone", task: 2, generation: 3, disposition: "reported", receipt: 8 },
  { type: "projectFailed", task: 2, generation: 3, class: "lost" },
  { type: "projectAbandoned", task: 2, generation: 3 },
  { type: "openGeneration", task: 2, generation: 3 },
  { type: "stopProcess", key },
];

Deno.test("decodeDecision() reads every effect, and encodeDecision() writes it back", () => {
  for (const effect of EFFECTS) {
    const json = ["observed(afterSuccess)", effect];
    const decision = decodeDecision(json);
    assert.deepEqual(decision.verdict, { type: "observed", why: "afterSuccess" });
    assert.deepEqual(decision.effects, ["key" in effect ? { ...effect, key: named } : effect]);
    assert.equal(JSON.stringify(encodeDecision(decision)), JSON.stringify(json));
  }
});

Deno.test("decodeDecision() refuses an effect that lacks a field or has another", () => {
  for (const effect of EFFECTS) {
    for (const name of Object.keys(effect)) {
      const { [name]: _, ...rest } = effect;
      refuses(() => decodeDecision(["applied", rest]), "decision[1]", `missing field "${name}"`);
    }
    refuses(
      () => decodeDecision(["applied", { ...effect, extra: 1 }]),
      "decision[1]",
      'unknown field "extra"',
    );
  }
});

Deno.test("decodeDecision() reads a verdict from its text", () => {
  assert.deepEqual(decodeDecision(["applied"]), { verdict: { type: "applied" }, effects: [] });
  for (const type of ["noop", "observed", "rejected", "hold"] as const) {
    const verdict = { type, why: "staleFence" } as const;
    assert.deepEqual(decodeDecision([`${type}(staleFence)`]).verdict, verdict);
    assert.deepEqual(encodeDecision({ verdict, effects: [] }), [`${type}(staleFence)`]);
  }
});

Deno.test("decodeDecision() refuses what is not a decision, with its path", () => {
  const cases: readonly (readonly [unknown, string, string])[] = [
    [[], "decision", "expected a verdict, got an empty list"],
    [{}, "decision", "expected a list, got an object"],
    [["applied(already)"], "decision[0]", 'expected a verdict, got "applied(already)"'],
    [["noop"], "decision[0]", 'expected a verdict, got "noop"'],
    [[null], "decision[0]", "expected a verdict, got null"],
    [["applied", { type: "x" }], "decision[1].type", 'expected the type of an effect, got "x"'],
    [["applied", EFFECTS[0], { ...EFFECTS[1], tx: 1.5 }], "decision[2].tx", `${INTEGER} 1.5`],
    [["applied", { ...EFFECTS[0], extra: 1 }], "decision[1]", 'unknown field "extra"'],
    [["applied", { type: "probe", key }], "decision[1]", 'missing field "tx"'],
  ];
  for (const [json, path, reason] of cases) refuses(() => decodeDecision(json), path, reason);
  refuses(
    () => decodeDecisions([["applied"], [1]]),
    "decisions[1][0]",
    "expected a verdict, got 1",
  );
});
