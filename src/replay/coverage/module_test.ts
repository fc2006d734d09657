import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { malformedSteps, openCoverage } from "./module.ts";
import { STEPS } from "./testing/support.ts";

/** Opens a module of this text. */
async function open(text: string) {
  const root = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${root}/coverage.js`, text);
    return await openCoverage("coverage.js", root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function refuses(text: string, code: string): Promise<void> {
  return assert.rejects(open(text), (cause) => {
    assert.ok(cause instanceof GateError);
    assert.equal(cause.kind, "setup");
    assert.equal(cause.diagnostic.code, code);
    assert.match(cause.diagnostic.message, /"coverage\.js"/);
    return true;
  });
}

Deno.test("openCoverage() imports the default export", async () => {
  const { reasons, effects, steps } = await open(
    'export default { reasons: ["r"], effects: ["e"], steps: () => [] };',
  );
  assert.deepEqual([reasons, effects], [["r"], ["e"]]);
  assert.deepEqual(steps({ graph: 1, events: [], decisions: [] }), []);
});

Deno.test("openCoverage() refuses a module that fails, or is none for coverage", async () => {
  await refuses('throw new Error("broken");', "coverage_module_failed");
  await assert.rejects(openCoverage("absent.js", "/nowhere"), /absent\.js/);
  for (
    const body of [
      "export const steps = () => [];",
      "export default null;",
      "export default { reasons: [], effects: [] };",
      "export default { reasons: [1], effects: [], steps: () => [] };",
      "export default { reasons: [], effects: 7, steps: () => [] };",
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
