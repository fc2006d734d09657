/** That a first run fetches the packages of `verify`, and none of tests, benchmarks and tools. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DEVELOPMENT_LOCK, REPOSITORY } from "./support/cli.ts";

/** What is run or imported by users: the command lines, the library, and the process of a project's module. */
const ENTRIES = [
  "cli/main.ts",
  "cli/lifecycle/main.ts",
  "mod.ts",
  "gate.ts",
  "src/replay/modules/child/main.ts",
];

/** The packages that they import, and those that these need. */
const NEEDED = [
  "@stricli/core",
  "eslint-visitor-keys",
  "fast-check",
  "fastest-levenshtein",
  "jsonc-parser",
  "modern-tar",
  "p-limit",
  "picocolors",
  "pure-rand",
  "toml-eslint-parser",
  "yocto-queue",
  "zod",
];

interface Lock {
  readonly npm: Readonly<Record<string, { readonly integrity: string }>>;
}

async function lockOf(path: string): Promise<Lock> {
  return JSON.parse(await Deno.readTextFile(join(REPOSITORY, path)));
}

/** Type checks the modules with a frozen lock, which must have all that they import. */
async function check(...args: string[]): Promise<{ readonly ok: boolean; readonly said: string }> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--frozen", ...args],
    cwd: REPOSITORY,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  return { ok: success, said: new TextDecoder().decode(stderr) };
}

Deno.test("deno.lock has the packages of verify alone", async () => {
  const { npm } = await lockOf("deno.lock");
  const names = Object.keys(npm).map((id) => id.slice(0, id.lastIndexOf("@")));
  assert.deepEqual(names.sort(), NEEDED);
});

Deno.test("the entries import only packages of deno.lock", async () => {
  const { ok, said } = await check(...ENTRIES);
  assert.ok(ok, said);
});

Deno.test("a module that imports another package is refused with deno.lock", async () => {
  const tool = "ci/assemble.ts";
  const { ok, said } = await check(tool);
  assert.equal(ok, false);
  assert.match(said, /lockfile is out of date/);
  assert.match(said, /wabt/);
  assert.equal((await check(DEVELOPMENT_LOCK, tool)).ok, true);
});

Deno.test("both locks pin the packages of verify alike", async () => {
  const [{ npm }, development] = [await lockOf("deno.lock"), await lockOf("tests/deno.lock")];
  for (const [id, entry] of Object.entries(npm)) {
    assert.deepEqual(development.npm[id], entry, id);
  }
});
