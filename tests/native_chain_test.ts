/**
 * The whole chain on native Lean: the real elan, and behind it the stand-in of `tests/standin`, for each
 * release that it plays.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../src/platform/host/deno.ts";
import type { Host } from "../src/platform/host/host.ts";
import { openProject } from "../src/gate/config/project.ts";
import { selectStages, verify } from "../src/gate/pipeline.ts";
import type { Report } from "../src/gate/report/report.ts";
import { fakeRelease, installStandin } from "./standin/install.ts";
import { RELEASES } from "./standin/releases.ts";

const ONLY = ["toolchain", "scan", "build", "audit", "kernels"] as const;

/** A package with a warning, in a build folder of its own, beside another package. */
const SOURCES: Readonly<Record<string, string>> = {
  "formal/lakefile.toml": [
    'name = "model"',
    'buildDir = "out"',
    "[[lean_lib]]",
    'name = "Model"',
    'srcDir = "src"',
    "[[lean_lib]]",
    'name = "Extra"',
    'srcDir = "src"',
    "",
  ].join("\n"),
  "formal/src/Model.lean":
    "module\n@[expose] public section\ndef unused (n : Nat) : Nat := 1\ntheorem two : 1 + 1 = 2 := rfl\n",
  "formal/src/Extra.lean":
    "module\npublic import Model\n@[expose] public section\ntheorem extra : 1 + 1 = 2 := two\n",
  "formal/examples/lakefile.toml": 'name = "examples"\n[[lean_lib]]\nname = "Example"\n',
  "formal/examples/Example.lean": "theorem unfinished : 1 = 1 := rfl\n",
};

/** A project of these sources, pinned to a release. */
async function project(host: Host, files: Readonly<Record<string, string>>, version: string) {
  const root = await host.files.realPath(await host.files.tempDir("lean-gate-chain"));
  const all = {
    ...files,
    "lean-gate.jsonc": JSON.stringify({
      formal: { root: "formal" },
      kernels: { memoryMb: 2 ** 23 },
    }),
    "formal/lean-toolchain": `v${version}\n`,
  };
  for (const [path, text] of Object.entries(all)) {
    await host.files.writeAtomic(join(root, path), text);
  }
  return await openProject({ ...host, cwd: root }, join(root, "lean-gate.jsonc"));
}

async function judged(host: Host, files: Readonly<Record<string, string>>, version: string) {
  const context = { host, project: await project(host, files, version), lean: "native" } as const;
  return await verify({ ...context, denyWarnings: false }, selectStages(ONLY));
}

function stage(report: Report, name: string) {
  return report.stages.find((it) => it.name === name)!;
}

for (const version of Object.keys(RELEASES)) {
  Deno.test(`Lean ${version}: the chain agrees, and tells Lean's warnings`, async () => {
    await using owned = denoHost(new AbortController().signal);
    const elanHome = await owned.host.files.tempDir("lean-gate-elan");
    const host = await installStandin(owned.host, elanHome, fakeRelease(version));
    const report = await judged(host, SOURCES, version);
    assert.equal(report.lean?.version, version);
    assert.equal(report.ok, true, JSON.stringify(report.stages, null, 1));
    // Lean's warning, from the trace that Lake keeps in the build folder of the lakefile.
    assert.deepEqual(
      stage(report, "build").findings.map(({ code, location }) => [code, location?.file]),
      [["lean_warning", "formal/src/Model.lean"]],
    );
    assert.equal(report.counts.modules, 2);
    assert.match(
      stage(report, "kernels").summary,
      version === "4.35.0" ? /accepted by nanoda_bin 0\.4\.17/ : /leanchecker of Lean/,
    );
    const outdated = stage(report, "audit").findings.some(({ code }) => code === "pin_outdated");
    assert.equal(outdated, ["4.28.0", "4.32.2"].includes(version));
  });
}
