import assert from "node:assert/strict";
import { error, warning } from "../../../platform/diagnostic.ts";
import { namedLimit } from "./limits.ts";

const NO_CODE =
  "Could not find native implementation of external declaration 'N.f' (symbols 'l_N_f___boxed' or 'l_N_f').";
const place = { location: { file: "A.lean", line: 2, column: 1 }, hint: "Correct it." };

Deno.test("namedLimit() names a function that embedded Lean cannot run, and keeps Lean's words", () => {
  for (const said of [NO_CODE, `❌️ Docstring does not match:\n\n+ error: ${NO_CODE}`]) {
    const { code, severity, message, detail, location } = namedLimit(
      error("lean_error", said, place),
    );
    assert.deepEqual([code, severity, detail], ["embedded_limit", "error", said]);
    assert.match(message, /"N\.f"/);
    assert.deepEqual(location, place.location);
  }
});

Deno.test("namedLimit() leaves every other finding as it is", () => {
  for (
    const finding of [
      error("lean_error", "Unknown identifier `f`", place),
      warning("lean_warning", NO_CODE, place),
    ]
  ) assert.equal(namedLimit(finding), finding);
});
