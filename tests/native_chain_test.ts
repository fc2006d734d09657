/**
 * The whole chain on native Lean: the real elan, and behind it the stand-in of `tests/standin`, for each
 * release that it plays.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../src/platform/host/deno.ts";
import type { Host } from "../src/platform/host/host.ts";
import { openProject, type Project } from "../src/gate/config/project.ts";
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
  return await judgedAt(host, await project(host, files, version));
}

async function judgedAt(host: Host, project: Project) {
  const context = { host, project, lean: "native", denyWarnings: false } as const;
  return await verify(context, selectStages(ONLY));
}

/** Where each finding of the build is. */
function warnings(report: Report) {
  return stage(report, "build").findings.map(({ code, location }) => [code, location?.file]);
}

function stage(report: Report, name: string) {
  return report.stages.find((it) => it.name === name)!;
}

const WARNED = [["lean_warning", "formal/src/Model.lean"]];

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
          assert.deepEqual(warnings(report), WARNED);
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

/** The stand-in for a release, that shares what was compiled. */
async function standin(owned: { readonly host: Host }, version: string): Promise<Host> {
  const elanHome = await owned.host.files.tempDir("lean-gate-elan");
  return await installStandin(owned.host, elanHome, { ...fakeRelease(version), shared: SHARED });
}

const PLAIN = sources(true, false);

Deno.test("the chain has Lake translate a lakefile.lean: folders, libraries, no default target", async () => {
  await using owned = denoHost(new AbortController().signal);
  const host = await standin(owned, "4.32.2");
  const { "formal/lakefile.toml": toml, ...files } = PLAIN;
  const lakefile = (translation: string) => ({
    ...files,
    "formal/lakefile.lean": `import Lake\n/- translate-config toml\n${translation}-/\n`,
  });
  const report = await judged(host, lakefile(toml!), "4.32.2");
  assert.equal(report.ok, true, JSON.stringify(report.stages, null, 1));
  assert.deepEqual(warnings(report), WARNED);
  assert.equal(report.counts.modules, 2);
  // A library that the lakefile does not have: its file is reached by nothing.
  const less = await judged(
    host,
    lakefile(toml!.replace(/\[\[lean_lib\]\]\nname = "Extra".*/s, "")),
    "4.32.2",
  );
  assert.equal(less.ok, false);
  assert.ok(
    stage(less, "build").findings.some(({ code, location }) =>
      code === "module_unreached" && location?.file === "formal/src/Extra.lean"
    ),
  );
});

Deno.test("the chain reads what Lake's artifact cache restores, and refuses what it does not", async (t) => {
  await using owned = denoHost(new AbortController().signal);
  const cached = (settings: string) => ({
    ...PLAIN,
    "formal/lakefile.toml": `${settings}\n${PLAIN["formal/lakefile.toml"]}`,
  });
  const own = "enableArtifactCache = true";

  await t.step("since 4.31 the environment has Lake restore it, messages excepted", async () => {
    const host = await standin(owned, "4.32.2");
    const opened = await project(host, cached(own), "4.32.2");
    assert.equal((await judgedAt(host, opened)).ok, true);
    // As on another machine with the same cache: the trace is there, and keeps no messages.
    await host.files.remove(join(opened.root, "formal", "out"));
    const restored = await judgedAt(host, opened);
    assert.equal(restored.ok, true, JSON.stringify(restored.stages, null, 1));
    assert.deepEqual(warnings(restored), WARNED);
  });

  await t.step("before, the lakefile has to", async () => {
    const host = await standin(owned, "4.28.0");
    const report = await judged(host, cached(own), "4.28.0");
    assert.equal(report.ok, false);
    const missing = stage(report, "build").findings.find(({ code }) => code === "artifact_missing");
    assert.match(missing?.message ?? "", /"formal\/out\/lib\/lean\/Model\.olean".*1 more/);
    const restored = await judged(host, cached(`${own}\nrestoreAllArtifacts = true`), "4.28.0");
    assert.equal(restored.ok, true, JSON.stringify(restored.stages, null, 1));
  });

  await t.step("a cache that only the environment turned on is not used", async () => {
    const host = await standin(owned, "4.28.0");
    const on = { LAKE_ARTIFACT_CACHE: "true" };
    const asked: Host = {
      ...host,
      run: (command) => host.run({ ...command, env: { ...on, ...command.env } }),
    };
    const report = await judged(asked, PLAIN, "4.28.0");
    assert.equal(report.ok, true, JSON.stringify(report.stages, null, 1));
  });
});
