import assert from "node:assert/strict";
import { isOutdated } from "./pin.ts";

Deno.test("isOutdated() knows releases before 4.34, and says nothing of a nightly", () => {
  for (const version of ["4.28.0", "4.33.2", "3.51.1", "4.33.0-rc1"]) {
    assert.ok(isOutdated({ version }), version);
  }
  for (const version of ["4.34.0", "4.100.0", "5.0.0", "nightly-2026-01-31"]) {
    assert.ok(!isOutdated({ version }), version);
  }
});
