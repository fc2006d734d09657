import assert from "node:assert/strict";
import { GateError } from "../../../platform/diagnostic.ts";
import type { Command, Finished } from "../../../platform/host/host.ts";
import { memoryHost } from "../../../platform/host/memory.ts";
import { parsePin } from "../pin.ts";
import { openNative } from "./toolchain.ts";

const DEADLINES = { moduleMs: 1_000, dependenciesMs: 60_000 };

Deno.test("prepare() has lake run the executable, once for each start, in the package's folder", async () => {
  const { host, commands } = memoryHost({ programs: () => ({ stdout: "said" }) });
  const place = { projectRoot: "/project", formalRoot: "/project/formal" };
  const lean = { version: "4.28.0", lake: ["/elan/lake"], paths: {} } as const;
  const toolchain = openNative(
    host,
    place,
    parsePin("leanprover/lean4:v4.28.0\n", "pin"),
    lean,
    DEADLINES,
  );
  await using prepared = await toolchain.prepare("ask");
  assert.deepEqual(commands, []);
  for (const times of [1, 2]) {
    const child = prepared.spawn();
    assert.equal(await new Response(child.stdout as BodyInit).text(), "said");
    await child.end();
    assert.equal(commands.length, times);
  }
  assert.deepEqual(commands[0], {
    argv: ["/elan/lake", "exe", "ask"],
    cwd: "/project/formal",
    env: { LAKE_ARTIFACT_CACHE: "false", LAKE_RESTORE_ARTIFACTS: "true" },
  });
});

const ENDED: Finished = { code: 0, signal: null, timedOut: false, stdout: "", stderr: "" };
const TRACE = JSON.stringify({ depHash: "1", log: [] });

/** A package of two modules whose Lake ends as `run` says, by its arguments. */
function packageOf(
  run: (args: string, command: Command) => Partial<Finished> | undefined,
  files: Readonly<Record<string, string>> = {},
) {
  const { host } = memoryHost({
    files: {
      "formal/lakefile.toml": 'name = "p"\n[[lean_lib]]\nname = "A"\n',
      "formal/A.lean": "import A.B\n",
      "formal/A/B.lean": "",
      ...files,
    },
  });
  const asked: { args: string; deadlineMs: number | undefined }[] = [];
  const running = {
    ...host,
    run(command: Command) {
      const args = command.argv.slice(1).join(" ");
      asked.push({ args, deadlineMs: command.deadlineMs });
      return Promise.resolve({ ...ENDED, ...run(args, command) });
    },
  };
  const place = { projectRoot: "/project", formalRoot: "/project/formal" };
  const lean = { version: "4.28.0", lake: ["/elan/lake"], paths: {} } as const;
  const pin = parsePin("v4.28.0", "pin");
  return { toolchain: openNative(running, place, pin, lean, DEADLINES), host, asked };
}

const quiet = () => {};
const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code);

Deno.test("build() names a deadline, and does not start the build again", async () => {
  const { toolchain, asked } = packageOf(() => ({ code: 143, signal: "SIGTERM", timedOut: true }));
  const { findings, modules } = await toolchain.build(quiet);
  assert.deepEqual(modules, []);
  assert.deepEqual(codes(findings), ["lean_timed_out"]);
  assert.match(findings[0]!.message, /"lake build" did not end within 3 s/);
  assert.deepEqual(asked.map(({ args }) => args), ["build A"]);
});

Deno.test("build() gives required packages their own time, and Mathlib its cache", async () => {
  const plain = packageOf(() => undefined);
  await plain.toolchain.build(quiet);
  assert.deepEqual(plain.asked[0], { args: "build A", deadlineMs: 3_000 });
  const manifest = (url: string, name: string) => JSON.stringify({ packages: [{ url, name }] });
  const builds = async (text: string, code = 0) => {
    const { toolchain, asked } = packageOf(
      (args) => args.startsWith("exe") ? { code } : undefined,
      { "formal/lake-manifest.json": text },
    );
    return { ...await toolchain.build(quiet), asked };
  };
  const mathlib = manifest("https://github.com/leanprover-community/mathlib4.git", "mathlib");
  const cached = await builds(mathlib);
  assert.deepEqual(cached.asked.slice(0, 2), [
    { args: "exe cache get", deadlineMs: 60_000 },
    { args: "build A", deadlineMs: 63_000 },
  ]);
  const other = await builds(manifest("https://github.com/leanprover/cslib", "cslib"));
  assert.deepEqual(other.asked[0], { args: "build A", deadlineMs: 63_000 });
  const offline = await builds(mathlib, 1);
  assert.ok(codes(offline.findings).includes("mathlib_cache_unavailable"));
  assert.equal(offline.asked[1]?.args, "build A");
});

Deno.test("build() asks only about modules that Lake did not build, and never has it build them", async () => {
  const { toolchain, host, asked } = packageOf((args, { cwd }) => {
    if (args !== "build A") return { code: 1 };
    host.files.writeAtomic(`${cwd}/.lake/build/lib/lean/A/B.trace`, TRACE);
    return { code: 1 };
  });
  const { modules, findings } = await toolchain.build(quiet);
  assert.deepEqual(modules, ["A.B"]);
  assert.deepEqual(codes(findings), ["lean_crashed", "lake_failed"]);
  assert.deepEqual(asked.map(({ args }) => args), [
    "build A",
    "lean --no-build A.lean -- --json",
  ]);
});

Deno.test("build() reads the messages that Lake kept, and asks where it kept none", async () => {
  const warning = { level: "warning", message: "A.lean:1:0: deprecated" };
  const { toolchain, asked } = packageOf(() => undefined, {
    "formal/.lake/build/lib/lean/A.trace": JSON.stringify({ depHash: "1", log: [warning] }),
    "formal/.lake/build/lib/lean/A.olean": "x",
    "formal/.lake/build/lib/lean/A/B.trace": JSON.stringify({ log: [], synthetic: true }),
    "formal/.lake/build/lib/lean/A/B.olean": "x",
  });
  const { findings, rebuilt } = await toolchain.build(quiet);
  assert.equal(rebuilt, 0);
  assert.deepEqual(findings.map(({ message, location }) => [message, location?.file]), [
    ["deprecated", "formal/A.lean"],
  ]);
  assert.equal(asked[1]?.args, "lean --no-build A/B.lean -- --json");
});

Deno.test("build() refuses modules in the place of Lean's own", async () => {
  const { toolchain } = packageOf(() => undefined, {
    "formal/lakefile.toml": 'name = "p"\n[[lean_lib]]\nname = "Lean"\nroots = ["Lean.Class"]\n',
    "formal/Lean/Class.lean": "",
    "formal/A.lean": "",
  });
  const { findings } = await toolchain.build(quiet);
  assert.ok(codes(findings).includes("module_taken"));
});

Deno.test("config() has Lake translate a lakefile.lean, and passes on its refusal", async () => {
  const toml = 'name = "p"\nbuildDir = "out"\n[[lean_lib]]\nname = "A"\nsrcDir = "src"\n';
  const lean = (code: number) => {
    const made = packageOf((args) => {
      const [, path] = /^translate-config toml (\S+)$/.exec(args)!;
      if (code === 0) made.host.files.writeAtomic(path!, toml);
      return { code, stderr: "lakefile.lean:2:0: error" };
    });
    return made;
  };
  const translated = lean(0);
  await translated.host.files.remove("/project/formal/lakefile.toml");
  await translated.host.files.writeAtomic("/project/formal/lakefile.lean", "import Lake\n");
  const { lakefile } = await translated.toolchain.config();
  assert.deepEqual([lakefile.libs[0]?.srcDir, lakefile.library], [
    "src",
    "out/lib/lean",
  ]);
  const refused = lean(1);
  await refused.host.files.remove("/project/formal/lakefile.toml");
  await refused.host.files.writeAtomic("/project/formal/lakefile.lean", "import Lake\n");
  await assert.rejects(refused.toolchain.config(), (cause: unknown) => {
    assert.ok(cause instanceof GateError);
    assert.equal(cause.diagnostic.code, "lakefile_malformed");
    assert.match(cause.diagnostic.detail ?? "", /lakefile\.lean:2:0/);
    return true;
  });
});

Deno.test("ask() and exec() name a deadline", async () => {
  const { toolchain } = packageOf(() => ({ code: 143, timedOut: true }));
  for (const run of [() => toolchain.ask("", ""), () => toolchain.exec("emit", [], quiet)]) {
    await assert.rejects(run, (cause: unknown) => {
      assert.ok(cause instanceof GateError);
      assert.equal(cause.diagnostic.code, "lean_timed_out");
      return true;
    });
  }
});
