import assert from "node:assert/strict";
import { testProject } from "../config/testing/support.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { runStage } from "./stage.ts";
import { buildStage } from "./build.ts";
import { fakeToolchain } from "../../lean/toolchain/testing/fake.ts";

/**
 * Runs the stage on a package that Lean builds without a word.
 *
 * Git keeps the files named.
 */
async function built(lakefile: string, committed = "") {
  const { host } = memoryHost({
    files: {
      "formal/lakefile.toml": `name = "p"\n${lakefile}[[lean_lib]]\nname = "A"\n`,
      "formal/A.lean": "theorem a : 1 = 1 := rfl\n",
    },
    path: { git: "/bin/git" },
    programs: () => ({ stdout: committed }),
  });
  const toolchain = fakeToolchain(host, { backend: "embedded", pin: "" }, {
    build: () => Promise.resolve({ modules: ["A"], rebuilt: 1, findings: [] }),
  });
  const run = { host, project: testProject(), lean: "auto", progress: () => {} } as const;
  const { report, output } = await runStage(buildStage, run, { toolchain });
  return { report, built: output !== undefined };
}

Deno.test("the build stage agrees when Lean has built everything", async () => {
  const { report, built: isBuilt } = await built("");
  assert.equal(report.status, "passed");
  assert.equal(report.summary, "1 module (1 rebuilt), 1 theorem");
  assert.equal(isBuilt, true);
});

Deno.test("the build stage refuses what was built before", async () => {
  const { report, built: isBuilt } = await built("", ".lake/build/A.olean\0");
  assert.equal(report.status, "failed");
  assert.deepEqual(report.findings.map(({ code }) => code), ["build_committed"]);
  // The audit has its say all the same.
  assert.equal(isBuilt, true);
});
