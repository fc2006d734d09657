/** Ordinary packages without a config: embedded Lean verifies each, and refuses each with a hole in it. */
import assert from "node:assert/strict";
import { PACKAGES } from "./ordinary/packages.ts";
import { verifyJson } from "./support/cli.ts";
import { newProject } from "./support/project.ts";

for (const { name, files, hole } of PACKAGES) {
  Deno.test(`verify accepts ${name}, and refuses a hole in it`, async () => {
    await using project = await newProject({
      "lean-toolchain": "leanprover/lean4:v4.28.0\n",
      ...files,
    });
    const honest = await verifyJson(["--lean", "embedded"], project.root);
    assert.equal(honest.code, 0, JSON.stringify(honest.findings, null, 2));
    assert.ok(honest.report.counts.theorems! > 0);
    await project.edit(hole.file, hole.find, hole.replace);
    // What the text shows costs no Lean.
    const refused = await verifyJson(
      ["--lean", "embedded", "--only", hole.code === "vacuous" ? "audit" : "scan"],
      project.root,
    );
    assert.equal(refused.code, 1);
    const found = refused.findings.filter(({ severity }) => severity === "error");
    assert.deepEqual(found.map(({ code, file }) => [code, file]), [[hole.code, hole.file]]);
  });
}
