import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { withModule } from "../modules/testing/support.ts";
import { malformedView, openView } from "./module.ts";

/** Opens a module of this text. */
const open = (text: string) =>
  withModule(text, async (folder, host) => {
    await using view = await openView("module.js", folder, host);
    return view;
  });

const GOOD = '{ places: [{ id: "a", column: 0, row: 1 }], tones: { ok: "good" }, steps: () => [] }';

Deno.test("openView() starts the module", async () => {
  const { places, tones } = await open(`export default ${GOOD};`);
  assert.deepEqual([places, tones], [[{ id: "a", column: 0, row: 1 }], { ok: "good" }]);
});

Deno.test("openView() refuses a module that fails, or has another shape", async () => {
  const refuses = (text: string, code: string) =>
    assert.rejects(open(text), (cause) => {
      assert.ok(cause instanceof GateError);
      assert.deepEqual([cause.kind, cause.diagnostic.code], ["setup", code]);
      return true;
    });
  await refuses('throw new Error("broken");', "view_module_failed");
  for (
    const [from, to] of [["id:", "name:"], ['"good"', '"pink"'], ["row: 1", "row: true"], [
      "() => []",
      "[]",
    ]]
  ) {
    await refuses(`export default ${GOOD.replace(from!, to!)};`, "view_module_malformed");
  }
  await refuses("export default null;", "view_module_malformed");
});

Deno.test("malformedView() accepts a step for every event, and says what else is wrong", () => {
  const step = { title: "Add", detail: "", about: null, from: null, to: "a", state: null };
  assert.equal(malformedView([step], 1), undefined);
  assert.equal(malformedView("step", 1), "not a list");
  assert.equal(malformedView([step], 2), "1 steps for 2 events");
  for (const wrong of [{ title: 1 }, { about: 7 }, { state: undefined }]) {
    assert.match(malformedView([{ ...step, ...wrong }], 1)!, /^"\[0\]" has no title/);
  }
});
