import assert from "node:assert/strict";
import { missingFixes } from "./pin.ts";

const missing = (version: string) => missingFixes({ version }).map(({ since }) => since);

Deno.test("missingFixes() compares down to the patch version", () => {
  assert.deepEqual(missing("4.34.1"), []);
  assert.deepEqual(missing("4.34.0"), ["4.34.1"]);
  assert.deepEqual(missing("4.33.1"), ["4.34.1"]);
  assert.deepEqual(missing("4.33.0"), ["4.33.1", "4.34.1"]);
  assert.deepEqual(missing("4.32.1"), ["4.32.2", "4.33.0", "4.33.1", "4.34.1"]);
  assert.equal(missing("4.28.0").length, 5);
  assert.equal(missing("3.51.1").length, 5);
  for (const version of ["4.34.2", "4.35.0", "4.100.0", "5.0.0"]) {
    assert.deepEqual(missing(version), [], version);
  }
});

Deno.test("missingFixes() puts a release candidate before its release", () => {
  assert.deepEqual(missing("4.33.0-rc1"), ["4.33.0", "4.33.1", "4.34.1"]);
  assert.deepEqual(missing("4.34.1-rc2"), ["4.34.1"]);
});

Deno.test("missingFixes() says nothing of a nightly", () => {
  assert.deepEqual(missing("nightly-2026-01-31"), []);
});
