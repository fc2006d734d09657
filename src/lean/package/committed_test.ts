import assert from "node:assert/strict";
import { memoryHost } from "../../platform/host/memory.ts";
import { committedBuild } from "./committed.ts";

const PLACE = { projectRoot: "/project", formalRoot: "/project/formal" };

async function found(stdout: string, { code = 0, git = true } = {}) {
  const { host, commands } = memoryHost({
    path: git ? { git: "/bin/git" } : {},
    programs: () => ({ code, stdout }),
  });
  const findings = await committedBuild(host, PLACE);
  return {
    found: findings.map((it) => `${it.code} ${it.location?.file}: ${it.message}`),
    commands,
  };
}

Deno.test("committedBuild() refuses built files that git keeps", async () => {
  const { found: findings, commands } = await found(".lake/build/A.olean\0.lake/x y\0");
  assert.deepEqual(findings, [
    'build_committed formal/.lake/build/A.olean: git keeps built files: "formal/.lake/build/A.olean" and 1 more',
  ]);
  assert.equal(commands[0]?.cwd, "/project/formal");
  assert.deepEqual(commands[0]?.argv.slice(3), ["--", ".lake", "*.olean", "*.olean.*"]);
  // Lake would believe those in any folder that the lakefile names.
  assert.deepEqual((await found("built/A.olean\0")).found, [
    'build_committed formal/built/A.olean: git keeps built files: "formal/built/A.olean"',
  ]);
  // A link in the folder's place is one too.
  assert.equal((await found(".lake\0")).found.length, 1);
});

Deno.test("committedBuild() says nothing where git keeps none, is absent, or knows no repository", async () => {
  assert.deepEqual((await found("")).found, []);
  assert.deepEqual((await found(".lake/x\0", { code: 128 })).found, []);
  assert.deepEqual((await found(".lake/x\0", { git: false })).found, []);
});
