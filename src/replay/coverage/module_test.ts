import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { all, withModule } from "../modules/testing/support.ts";
import { trace } from "../trace/testing/support.ts";
import { malformedSteps, openCoverage } from "./module.ts";
import { STEPS } from "./testing/support.ts";

const PLACED = { trace: trace("a", 2), location: { file: "a.ndjson", line: 2 } };

function refuses(text: string | undefined, code: string): Promise<void> {
  return withModule(text, async (folder, host) => {
    await assert.rejects(openCoverage("module.js", folder, host), (cause) => {
      assert.ok(cause instanceof GateError);
      assert.equal(cause.kind, "setup");
      assert.equal(cause.diagnostic.code, code);
      assert.match(cause.diagnostic.message, /"module\.js"/);
      return true;
    });
  });
}

Deno.test("openCoverage() starts the module, and asks it for the steps of each trace", () =>
  withModule(
    `export default {
      reasons: ["r"],
      effects: ["e"],
      steps({ events, decisions }) {
        if (events.length === 0) throw new Error("nothing");
        return [events.length, decisions.length];
      },
    };`,
    async (folder, host) => {
      await using module = await openCoverage("module.js", folder, host);
      assert.deepEqual([module.reasons, module.effects], [["r"], ["e"]]);
      const empty = { ...PLACED, trace: trace("b", 0) };
      assert.deepEqual(await all(module.steps([PLACED, empty, PLACED])), [
        { ok: true, value: [2, 2] },
        { ok: false, phrase: 'threw "nothing"' },
        { ok: true, value: [2, 2] },
      ]);
    },
  ));

Deno.test("openCoverage() refuses a module that fails, or has another shape", async () => {
  await refuses('throw new Error("broken");', "coverage_module_failed");
  await refuses(undefined, "coverage_module_failed");
  for (
    const body of [
      "export const steps = () => [];",
      "export default null;",
      "export default { reasons: [], effects: [] };",
      "export default { reasons: [1], effects: [], steps: () => [] };",
      "export default { reasons: [], effects: 7, steps: () => [] };",
      "export default { reasons: [1.5], effects: [], steps: () => [] };",
    ]
  ) await refuses(body, "coverage_module_malformed");
});

Deno.test("malformedSteps() accepts a step for every event, and says what else is wrong", () => {
  assert.equal(malformedSteps(STEPS, STEPS.length), undefined);
  assert.equal(malformedSteps(7, 0), "not a list");
  assert.equal(malformedSteps(STEPS, 2), "5 steps for 2 events");
  const good = STEPS[0]!;
  for (
    const bad of [
      null,
      { ...good, cell: ["a", "b"] },
      { ...good, cell: ["a", "b", 7] },
      { ...good, reason: undefined },
      { ...good, effects: "grew" },
    ]
  ) assert.equal(malformedSteps([good, bad], 2), '"[1]" has no cell, reason and effects');
});
