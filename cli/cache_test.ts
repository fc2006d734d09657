import assert from "node:assert/strict";
import { runCli } from "./run.ts";
import { testContext } from "./testing/support.ts";

const WORLD = {
  files: {
    "lean-gate.jsonc": '{"formal": {"root": "formal"}}',
    "formal/.lake/lean-gate/emitted/key/a.ndjson": "forged",
    "formal/.lake/lean-gate/checked/A.lean": "x".repeat(1_200_000),
    "/cache/other.txt": "",
  },
  env: { LEAN_GATE_CACHE: "/cache" },
};

async function cache(...args: string[]) {
  const { context, out, err, host } = testContext(WORLD);
  const code = await runCli(["cache", ...args], context);
  return { code, out: out.join(""), err: err.join(""), host };
}

Deno.test("cache shows what is kept with sizes, and a seal that fails", async () => {
  const { code, out } = await cache();
  assert.equal(code, 1);
  assert.match(
    out,
    /^✗ traces +0\.0 MB {2}its seal does not match .* formal\/\.lake\/.*emitted\/key$/m,
  );
  assert.match(out, /^✓ scratch +1\.2 MB .* formal\/\.lake\/lean-gate\/checked$/m);
  assert.match(out, /^1 other entry in "\/cache", left alone\n1\.2 MB in all\n$/m);
});

Deno.test("cache --clear removes the kinds that are named, and says how much", async () => {
  const { code, out, host } = await cache("traces", "--clear");
  assert.equal(code, 0);
  assert.match(out, /^✗ traces .* removed .*$/m);
  assert.match(out, /^removed 0\.0 MB$/m);
  assert.equal(await host.files.exists("formal/.lake/lean-gate/emitted/key"), false);
  assert.equal(await host.files.exists("formal/.lake/lean-gate/checked/A.lean"), true);
  assert.equal(await host.files.exists("/cache/other.txt"), true);
});

Deno.test("cache --format json gives the same as a document", async () => {
  const { code, out } = await cache("--format", "json");
  const document = JSON.parse(out);
  assert.equal(code, 1);
  assert.equal(document.schema, "lean-gate/cache/1");
  assert.equal(document.ok, false);
  assert.equal(document.foreign, 1);
  assert.deepEqual(
    document.kept.map(({ kind, status, bytes }: Record<string, unknown>) => [kind, status, bytes]),
    [["traces", "damaged", 6], ["scratch", "ok", 1_200_000]],
  );
});

Deno.test("cache refuses an unknown kind", async () => {
  const { code, err } = await cache("modles");
  assert.equal(code, 2);
  assert.match(
    err,
    /Nothing of the kind "modles" is kept\n.*lean, modules, audit, traces, scratch/,
  );
});
