import assert from "node:assert/strict";
import { GateError } from "../../../platform/diagnostic.ts";
import { TINY_GLUE as GLUE } from "../testing/tiny_package.ts";
import { deriveLauncher, EDITS, usedExports } from "./launcher.ts";

function refuses(glue: string, words: RegExp): void {
  assert.throws(() => deriveLauncher(glue), (error: unknown) => {
    assert.ok(error instanceof GateError);
    assert.equal(error.kind, "setup");
    assert.equal(error.diagnostic.code, "embedded_glue_mismatch");
    assert.match(error.message, words);
    return true;
  });
}

Deno.test("deriveLauncher() makes every edit, and keeps only the exports that the glue mentions", () => {
  const launcher = deriveLauncher(GLUE);
  assert.ok(!launcher.includes("[DEBUG:G] Now calling"));
  assert.ok(launcher.includes('beta=wasmExports["beta"]'));
  assert.ok(!launcher.includes("alpha") && !launcher.includes("gamma"));
  assert.deepEqual([...usedExports(launcher)].sort(), ["__main_argc_argv", "beta"]);
});

Deno.test("deriveLauncher() refuses a glue in which an edit matches twice, or not at all", () => {
  for (const { find, what, times } of EDITS) {
    if (times !== undefined) continue;
    refuses(`${GLUE}\n${find}`, new RegExp(`Lean launcher: ${what.replace(/\W/g, ".")}`));
    refuses(GLUE.replace(find, ""), /did not match exactly once/);
  }
});

Deno.test("deriveLauncher() refuses one debug line more or less", () => {
  refuses(`${GLUE}\nconsole.log("[DEBUG:`, /debug lines.*did not match exactly 53 times/);
  refuses(GLUE.replace(/console\.log\("\[DEBUG:\n/, ""), /exactly 53 times/);
});

Deno.test("deriveLauncher() refuses a glue without the export assignments, or with two", () => {
  refuses("", /the export assignments/);
  refuses(GLUE + "function assignWasmExports(wasmExports){}", /the export assignments/);
});
