import assert from "node:assert/strict";
import { ConfigSchema } from "../../src/gate/config/schema.ts";
import { affectedBy, type Inputs } from "./inputs.ts";

const CONFIG = {
  formal: { root: "formal", emitter: "emit" },
  fixtures: "fixtures/traces",
  engines: [{ name: "typescript", module: "src/engine.ts" }],
  coverage: { module: "src/coverage.ts" },
  certify: { module: "src/certificate.ts" },
  fuzz: { module: "src/lists.ts" },
};

function inputs(more: Record<string, unknown> = {}): Inputs {
  return {
    config: ConfigSchema.parse({ ...CONFIG, ...more }),
    configFile: "lean-gate.jsonc",
    modules: {
      engines: new Set(["src/engine.ts", "src/reduce.ts"]),
      coverage: new Set(["src/coverage.ts", "src/reduce.ts"]),
      certify: new Set(["src/certificate.ts"]),
      lists: new Set(["src/lists.ts"]),
    },
  };
}

const PROGRAM = { engines: [{ name: "rust", command: ["target/engine"] }] };
const affected = (path: string, more = {}) => [...affectedBy(path, inputs(more))].sort();

Deno.test("a change of the model affects what Lean does, and no engine", () => {
  for (const path of ["formal/A.lean", "formal/lean-toolchain"]) {
    assert.deepEqual(affected(path), [
      "audit",
      "build",
      "certify",
      "emit",
      "kernels",
      "scan",
      "statements",
      "toolchain",
    ]);
  }
});

Deno.test("a change of a module affects those stages whose modules import it", () => {
  assert.deepEqual(affected("src/reduce.ts"), ["coverage", "diff", "fuzz", "journals", "replay"]);
  assert.deepEqual(affected("src/certificate.ts"), ["certify"]);
  assert.deepEqual(affected("src/lists.ts"), ["fuzz"]);
  assert.deepEqual(affected("src/reduce_test.ts"), []);
});

Deno.test("a change of the traces affects all that read them", () => {
  const stages = ["certify", "coverage", "diff", "emit", "replay"];
  assert.deepEqual(affected("fixtures/traces/a.ndjson"), stages);
  assert.deepEqual(affected("fixtures/regressions/a.ndjson"), ["fuzz"]);
});

Deno.test("a change of the config, or of the baseline, affects everything", () => {
  assert.equal(affected("lean-gate.jsonc").length, affected("lean-gate.baseline.json").length);
  assert.ok(affected("lean-gate.jsonc").includes("certify"));
  assert.ok(affected("lean-gate.jsonc").includes("replay"));
});

Deno.test("a program may be made of any file that nothing else is made of, prose aside", () => {
  const stages = ["diff", "fuzz", "journals", "replay"];
  assert.deepEqual(affected("rust/src/lib.rs", PROGRAM), stages);
  assert.deepEqual(affected("rust/src/lib.rs"), []);
  for (const path of ["README.md", "tests/a_test.ts"]) {
    assert.deepEqual(affected(path, PROGRAM), []);
  }
});

Deno.test("a folder that merely starts alike is another folder", () => {
  assert.deepEqual(affected("formality/A.lean"), []);
  assert.deepEqual(affected("fixtures/traces2/a.ndjson"), []);
});
