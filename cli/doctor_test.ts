import assert from "node:assert/strict";
import type { MemoryWorld } from "../src/platform/host/memory.ts";
import { runCli } from "./run.ts";
import { testContext } from "./testing/support.ts";

const CONFIG = JSON.stringify({
  formal: { root: "formal", emitter: "emit" },
  fixtures: "traces",
  engines: [
    { name: "here", module: "engine.ts" },
    { name: "made", build: ["cargo", "build"], command: ["target/made"] },
    { name: "script", command: ["python3", "engine.py"] },
  ],
  coverage: { module: "coverage.ts" },
});

/** A machine that has everything. */
const WELL: MemoryWorld = {
  files: {
    "lean-gate.jsonc": CONFIG,
    "formal/lean-toolchain": "leanprover/lean4:v4.28.0\n",
    "formal/lakefile.toml": 'name = "formal"\n',
    "traces/a.ndjson": "",
    "engine.ts": "",
    "coverage.ts": "",
  },
  env: { LEAN_GATE_CACHE: "/cache" },
  path: { cargo: "/bin/cargo", python3: "/bin/python3", df: "/bin/df" },
  programs: ({ argv: [program] }) => {
    const stdout = {
      "/bin/deno": "deno 2.9.6 (stable)\n",
      "/bin/cargo": "cargo 1.95.0\n",
      "/bin/python3": "Python 3.11.7\n",
      "/bin/df": "Filesystem 1024-blocks Used Available Capacity Mounted\n/ 9 1 99999999 1% /\n",
    }[program];
    return stdout === undefined ? undefined : { stdout };
  },
};

async function doctor(world: MemoryWorld, ...args: string[]) {
  const { context, out, err } = testContext(world);
  const code = await runCli(["doctor", "--format", "json", ...args], context);
  assert.equal(err.join(""), "");
  const { checks, ok } = JSON.parse(out.join(""));
  const of = (status: string): string[] =>
    checks.filter((check: { status: string }) => check.status === status)
      .map(({ subject }: { subject: string }) => subject);
  return { code, ok, missing: of("missing"), warnings: of("warning"), checks };
}

Deno.test("doctor finds a machine well that has everything, and says versions and paths", async () => {
  const { code, ok, missing, checks } = await doctor(WELL);
  assert.deepEqual({ code, ok, missing }, { code: 0, ok: true, missing: [] });
  const said = checks.map(({ subject, found }: Record<string, string>) => `${subject}: ${found}`);
  for (
    const line of [
      "deno: deno 2.9.6 (stable) (/bin/deno)",
      "cache: /cache, may be written to",
      "disk: 95.4 GiB free for the cache",
      "lean pin: leanprover/lean4:v4.28.0 (formal/lean-toolchain)",
      "engine here: engine.ts",
      "engine made: cargo 1.95.0 (/bin/cargo)",
      "engine made: target/made, built on the first run",
      "engine script: Python 3.11.7 (/bin/python3)",
      "coverage: coverage.ts",
    ]
  ) assert.ok(said.includes(line), `${line}\n${said.join("\n")}`);
});

Deno.test("doctor leaves nothing in the cache", async () => {
  const { context } = testContext(WELL);
  await runCli(["doctor"], context);
  assert.deepEqual(await context.host.files.list("/cache") ?? [], []);
});

Deno.test("doctor names each thing that is missing, with a fix, and ends with 3", async () => {
  const { "traces/a.ndjson": _, ...noTraces } = WELL.files!;
  const cases: readonly [MemoryWorld, ...string[]][] = [
    [{ ...WELL, files: noTraces }, "fixtures"],
    [{ ...WELL, path: { cargo: "/bin/cargo" } }, "engine script"],
    [{ ...WELL, path: { python3: "/bin/python3" } }, "engine made"],
    // Embedded Lean would be kept there.
    [{ ...WELL, env: {} }, "cache", "lean"],
    [{ ...WELL, files: { "lean-gate.jsonc": "{" } }, "config"],
    [{ ...WELL, files: {} }, "config"],
  ];
  for (const [world, ...subjects] of cases) {
    const { code, ok, missing, checks } = await doctor(world);
    assert.deepEqual({ code, ok, missing }, { code: 3, ok: false, missing: subjects });
    for (const { status, fix } of checks) assert.equal(status === "ok", fix === undefined);
  }
});

Deno.test("doctor names modules and pins that are missing", async () => {
  for (
    const [file, subject] of [
      ["engine.ts", "engine here"],
      ["coverage.ts", "coverage"],
      ["formal/lean-toolchain", "lean pin"],
    ] as const
  ) {
    const files = Object.fromEntries(
      Object.entries(WELL.files!).filter(([name]) => name !== file),
    );
    assert.deepEqual((await doctor({ ...WELL, files })).missing, [subject], file);
  }
});

Deno.test("doctor asks for the Lean that is wanted", async () => {
  assert.deepEqual((await doctor(WELL, "--lean", "native")).missing, ["lean"]);
  assert.deepEqual((await doctor(WELL, "--lean", "embedded")).missing, []);
  // What would be said of the other one helps nobody.
  const { context, out } = testContext({ ...WELL, env: { LEAN_GATE_CACHE: "/c,d" } });
  assert.equal(await runCli(["doctor", "--lean", "embedded"], context), 3);
  assert.match(out.join(""), /✗ lean .*no backend would do\n +help: Set LEAN_GATE_CACHE/);
});

Deno.test("doctor doubts an old Deno, and a disk that is full", async () => {
  const stdout = { "/bin/deno": "deno 2.8.9\n", "/bin/df": "head\n/ 9 1 1024 1% /\n" };
  const programs: MemoryWorld["programs"] = (command) => {
    const said = stdout[command.argv[0] as keyof typeof stdout];
    return said === undefined ? WELL.programs!(command) : { stdout: said };
  };
  const { code, warnings } = await doctor({ ...WELL, programs });
  assert.equal(code, 0);
  assert.ok(warnings.includes("deno") && warnings.includes("disk"), warnings.join());
});

Deno.test("doctor shows a line for each thing, the fix below, and the verdict last", async () => {
  const { context, out } = testContext({ ...WELL, path: { cargo: "/bin/cargo" } });
  assert.equal(await runCli(["doctor"], context), 3);
  const text = out.join("");
  assert.match(text, /^✗ engine script {2}"python3" is not on PATH\n +help: Install "python3"/m);
  assert.match(text, /\n1 thing missing, \d warnings?\n$/);
});
