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

/** A package with a warning, as a module or as an ordinary file; it may require another one. */
function sources(isModule: boolean, requires: boolean): Readonly<Record<string, string>> {
  const header = isModule ? "module\n" : "";
  const [keyword, section] = isModule
    ? ["public import", "@[expose] public section\n"]
    : ["import", ""];
  const required = "theorem required : 1 + 1 = 2 := rfl\n";
  return {
    "formal/lakefile.toml": [
      'name = "model"',
      'buildDir = "out"',
      ...(requires ? ["[[require]]", 'name = "base"', 'path = "../base"'] : []),
      "[[lean_lib]]",
      'name = "Model"',
      'srcDir = "src"',
      "[[lean_lib]]",
      'name = "Extra"',
      'srcDir = "src"',
      "",
    ].join("\n"),
    "formal/src/Model.lean": `${header}${
      requires ? `${keyword} Base\n` : ""
    }${section}def unused (n : Nat) : Nat := 1\ntheorem two : 1 + 1 = 2 := ${
      requires ? "required" : "rfl"
    }\n`,
    "formal/src/Extra.lean":
      `${header}${keyword} Model\n${section}theorem extra : 1 + 1 = 2 := two\n`,
    "formal/examples/lakefile.toml": 'name = "examples"\n[[lean_lib]]\nname = "Example"\n',
    "formal/examples/Example.lean": "theorem unfinished : 1 = 1 := rfl\n",
    ...(requires
      ? {
        "base/lakefile.toml": 'name = "base"\n[[lean_lib]]\nname = "Base"\n',
        "base/Base.lean": `${header}${section}${required}`,
      }
      : {}),
  };
}

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

/** Folder for what embedded Lean compiled: every release gets the same packages. */
const SHARED = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-shared" }));

for (const version of Object.keys(RELEASES)) {
  Deno.test(`Lean ${version}: the chain agrees on packages of every shape`, async (t) => {
    await using owned = denoHost(new AbortController().signal);
    const elanHome = await owned.host.files.tempDir("lean-gate-elan");
    const toolchain = { ...fakeRelease(version), shared: SHARED };
    const host = await installStandin(owned.host, elanHome, toolchain);
    for (const isModule of [true, false]) {
      for (const requires of [false, true]) {
        const shape = `${isModule ? "modules" : "ordinary files"}${requires ? ", a require" : ""}`;
        await t.step(shape, async () => {
          const report = await judged(host, sources(isModule, requires), version);
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
          const outdated = stage(report, "audit").findings.some(({ code }) =>
            code === "pin_outdated"
          );
          assert.equal(outdated, ["4.28.0", "4.32.2"].includes(version));
        });
      }
    }
  });
}
