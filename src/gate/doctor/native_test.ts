import assert from "node:assert/strict";
import { memoryHost } from "../../platform/host/memory.ts";
import { nativeChecks } from "./native.ts";

const PLACE = { projectRoot: "/project", formalRoot: "/project/formal" };

/** Looks at a machine with Lean of this version and these files; statuses by subject. */
async function looked(
  {
    version = "4.35.0",
    beside = ["leanexport", "nanoda_bin", "leanchecker"],
    lakefile = 'name = "p"\n[[lean_lib]]\nname = "A"\n',
    files = {} as Readonly<Record<string, string>>,
    required = false,
    lake = undefined as string | undefined,
    choice = "native" as "native" | "auto" | "embedded",
    installed = true,
  } = {},
) {
  const bin = `/home/me/.elan/toolchains/leanprover--lean4---v${version}/bin`;
  const programs = ["lean", "lake", ...beside].map((name) => [`${bin}/${name}`, ""]);
  const { host } = memoryHost({
    env: { HOME: "/home/me" },
    path: { elan: "/bin/elan", sh: "/bin/sh" },
    files: {
      "formal/lean-toolchain": `v${version}\n`,
      "formal/lakefile.toml": lakefile,
      ...files,
      ...(installed ? Object.fromEntries(programs) : {}),
    },
    programs: ({ argv }) => ({
      stdout: argv.includes("lean")
        ? `Lean (version ${version}, x86_64)\n`
        : `${lake ?? `Lake version 5.0.0 (Lean version ${version})`}\n`,
    }),
  });
  const checks = await nativeChecks(host, PLACE, choice, required);
  return Object.fromEntries(checks.map(({ subject, status }) => [subject, status]));
}

Deno.test("nativeChecks() finds a machine well that satisfies every fact", async () => {
  const statuses = await looked();
  assert.deepEqual(statuses, {
    "native pin": "ok",
    "native kernel fixes": "ok",
    "native lean": "ok",
    "native lake": "ok",
    "native lakefile": "ok",
    "native artifact cache": "ok",
    "native requirements": "ok",
    "native Mathlib": "ok",
    "native kernels": "ok",
    "native memory bounds": "ok",
  });
});

Deno.test("nativeChecks() names each fact that does not hold", async () => {
  assert.equal((await looked({ version: "4.27.0" }))["native pin"], "warning");
  assert.equal((await looked({ version: "4.34.0" }))["native kernel fixes"], "warning");
  assert.equal((await looked({ lake: "Lake (Lean version 4.1.0)" }))["native lake"], "warning");
  const cache = 'name = "p"\nenableArtifactCache = true\n';
  const of = async (version: string, lakefile: string) =>
    (await looked({ version, lakefile }))["native artifact cache"];
  assert.equal(await of("4.30.0", cache), "missing");
  assert.equal(await of("4.31.0", cache), "ok");
  assert.equal(await of("4.30.0", `${cache}restoreAllArtifacts = true\n`), "ok");
  const lakefile = 'name = "p"\n[[require]]\nname = "mathlib"\n';
  assert.equal((await looked({ lakefile }))["native requirements"], "warning");
  const files = { "formal/lake-manifest.json": '{"packages":[]}' };
  assert.equal((await looked({ lakefile, files }))["native requirements"], "ok");
  assert.equal((await looked({ beside: ["leanchecker"] }))["native kernels"], "warning");
  const needed = await looked({ beside: ["nanoda_bin"], required: true });
  assert.equal(needed["native kernels"], "missing");
});

Deno.test("nativeChecks() says nothing where no run would use native Lean", async () => {
  assert.deepEqual(await looked({ choice: "embedded" }), {});
  assert.deepEqual(await looked({ choice: "auto", installed: false }), {});
  assert.equal((await looked({ installed: false }))["native kernels"], "warning");
});
