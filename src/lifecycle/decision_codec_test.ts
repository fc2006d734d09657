import assert from "node:assert/strict";
import { decodeDecision, decodeDecisions, encodeDecision } from "./codec.ts";
import { effectTypes } from "./decision_codec.ts";
import { refuses } from "./testing/refuses.ts";

const key = [1, 2, 3, 4, 5];
const INTEGER = "expected an integer from 0 to 9007199254740991, got";

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
  { type: "continueFinish", key, tx: 6, candidate: 7 },
];

Deno.test("decodeDecision() reads every effect, and encodeDecision() writes it back", () => {
  assert.deepEqual(EFFECTS.map(({ type }) => type).sort(), [...effectTypes].sort());
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
