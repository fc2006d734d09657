import assert from "node:assert/strict";
import { GateError } from "../platform/diagnostic.ts";
import { verifyProject } from "./api.ts";

const LAKEFILE = 'name = "p"\ndefaultTargets = ["P"]\n\n[[lean_lib]]\nname = "P"\n';

/** Scans a package with this theorem, from the outside. */
async function scanned(theorem: string, signal?: AbortSignal) {
  const folder = await Deno.makeTempDir({ prefix: "lean-gate-test-" });
  try {
    await Deno.writeTextFile(`${folder}/lakefile.toml`, LAKEFILE);
    await Deno.writeTextFile(`${folder}/P.lean`, theorem);
    const stages: string[] = [];
    const report = await verifyProject({
      folder,
      only: ["scan"],
      onStage: ({ name, status }) => status !== "skipped" && stages.push(`${name} ${status}`),
      ...(signal && { signal }),
    });
    return { report, stages };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("verifyProject() checks a project in any folder, and returns the report", async () => {
  const { report, stages } = await scanned("theorem t : 1 = 1 := rfl\n");
  assert.deepEqual([report.ok, report.exitCode, report.counts.files], [true, 0, 1]);
  assert.deepEqual(stages, ["scan passed"]);
  const { report: refused } = await scanned("theorem t : 1 = 2 := sorry\n");
  assert.deepEqual([refused.ok, refused.exitCode], [false, 1]);
});

Deno.test("verifyProject() reports an interrupt, and throws where there is no project", async () => {
  const aborted = AbortSignal.abort();
  assert.equal((await scanned("theorem t : 1 = 1 := rfl\n", aborted)).report.exitCode, 130);
  await assert.rejects(verifyProject({ folder: "/" }), GateError);
});
