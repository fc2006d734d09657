import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { parseLeanVersion, parsePin, pinAccepts } from "./pin.ts";

Deno.test("parsePin() reads a release pin with its origin", () => {
  assert.deepEqual(parsePin("leanprover/lean4:v4.28.0\r\n", "lean-toolchain"), {
    text: "leanprover/lean4:v4.28.0",
    toolchain: "leanprover/lean4:v4.28.0",
    version: "4.28.0",
  });
  assert.equal(parsePin("v4.28.0-rc1", "lean-toolchain").version, "4.28.0-rc1");
  assert.equal(
    parsePin("leanprover/lean4-nightly:nightly-2026-01-31", "lean-toolchain").version,
    "nightly-2026-01-31",
  );
});

Deno.test("parsePin() resolves every form of a pin as elan does", () => {
  const resolved: Readonly<Record<string, string>> = {
    "v4.28.0": "leanprover/lean4:v4.28.0",
    "4.28.0": "leanprover/lean4:v4.28.0",
    "leanprover/lean4:4.28.0": "leanprover/lean4:v4.28.0",
    "4.28.0-rc1\nsecond line": "leanprover/lean4:v4.28.0-rc1",
    "nightly-2026-01-31": "leanprover/lean4-nightly:nightly-2026-01-31",
    "leanprover/lean4:nightly-2026-01-31": "leanprover/lean4-nightly:nightly-2026-01-31",
    "leanprover/lean4-nightly:nightly-2026-01-31": "leanprover/lean4-nightly:nightly-2026-01-31",
    "own/fork_1:v4.28.0": "own/fork_1:v4.28.0",
  };
  for (const [text, toolchain] of Object.entries(resolved)) {
    assert.equal(parsePin(text, "lean-toolchain").toolchain, toolchain, text);
  }
});

Deno.test("parsePin() refuses what is not one exact version, naming file and value", () => {
  for (const text of ["", "stable", "leanprover/lean4:stable", "leanprover/lean4:v4.28", "a b"]) {
    assert.throws(() => parsePin(text, "formal/lean-toolchain"), (error: unknown) => {
      assert.ok(error instanceof GateError);
      assert.equal(error.kind, "setup");
      assert.equal(error.diagnostic.code, "pin_malformed");
      assert.equal(error.diagnostic.location?.file, "formal/lean-toolchain");
      assert.ok(error.message.includes(JSON.stringify(text)));
      return true;
    });
  }
});

Deno.test("parsePin() reads the first line, as elan does, and no byte order mark", () => {
  assert.equal(
    parsePin(" \t v4.28.0 \u00a0\r\n# v4.29.0\n", "lean-toolchain").toolchain,
    "leanprover/lean4:v4.28.0",
  );
  const refused: Readonly<Record<string, RegExp>> = {
    "\nv4.28.0\n": /: "" does not name/,
    "\r\nv4.28.0\r\n": /: "" does not name/,
    "\uFEFFv4.28.0\n": /: "\\ufeffv4\.28\.0" does not name/,
    "v4.28.0 # the pin\n": /: "v4\.28\.0 # the pin" does not name/,
    "v4.28.0\rv4.29.0": /does not name/,
  };
  for (const [text, message] of Object.entries(refused)) {
    assert.throws(() => parsePin(text, "lean-toolchain"), { message }, JSON.stringify(text));
  }
});

Deno.test("pinAccepts() accepts the same version only", () => {
  const pin = parsePin("leanprover/lean4:v4.28.0", "lean-toolchain");
  assert.equal(pinAccepts(pin, "4.28.0"), true);
  for (const other of ["4.28.1", "4.28.0-rc1", "4.28.0-pre", "4.28", "14.28.0"]) {
    assert.equal(pinAccepts(pin, other), false, other);
  }
  const nightly = parsePin("leanprover/lean4-nightly:nightly-2026-01-31", "lean-toolchain");
  assert.equal(pinAccepts(nightly, "4.29.0-nightly-2026-01-31"), true);
  assert.equal(pinAccepts(nightly, "4.29.0-nightly-2026-02-01"), false);
});

Deno.test("parseLeanVersion() reads what lean prints and nothing else", () => {
  assert.equal(
    parseLeanVersion(
      "Lean (version 4.28.0, x86_64-unknown-linux-gnu, commit 7d01a1bf3ab5, Release)\n",
    ),
    "4.28.0",
  );
  assert.equal(parseLeanVersion("info: downloading\nLean (version 4.9.0-rc1)\n"), "4.9.0-rc1");
  assert.equal(parseLeanVersion("Lake version 5.0.0 (Lean version 4.28.0)\n"), undefined);
});
