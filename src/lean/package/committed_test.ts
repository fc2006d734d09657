import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../../platform/host/deno.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { inspectBuilt } from "./committed.ts";

const PLACE = { projectRoot: "/project", formalRoot: "/project/formal" };

/** A git that answers so, if there is one; and these files. */
interface World {
  readonly stdout?: string;
  readonly code?: number;
  readonly git?: boolean;
  readonly files?: Readonly<Record<string, string>>;
  readonly backend?: "native" | "embedded";
}

function world({ stdout = "", code = 0, git = true, files = {} }: World) {
  return memoryHost({
    files,
    env: { HOME: "/home/a" },
    path: git ? { git: "/bin/git" } : {},
    programs: () => ({ code, stdout }),
  });
}

async function found(given: World) {
  const { host, commands } = world(given);
  const { findings } = await inspectBuilt(host, PLACE, given.backend ?? "native");
  return {
    found: findings.map((it) => `${it.code} ${it.location?.file}: ${it.message}`),
    codes: findings.map(({ code }) => code),
    commands,
  };
}

const BUILT = { "formal/.lake/build/lib/A.olean": "theorem t : 2 = 2" };

Deno.test("inspectBuilt() refuses built files that git keeps", async () => {
  const stdout = ".lake/build/A.olean\0.lake/x y\0";
  const { found: findings, commands } = await found({ stdout });
  assert.deepEqual(findings, [
    'build_committed formal/.lake/build/A.olean: git keeps built files: "formal/.lake/build/A.olean" and 1 more',
  ]);
  assert.equal(commands[0]?.cwd, "/project/formal");
  assert.deepEqual(commands[0]?.argv.slice(-4), [
    "--",
    ".lake",
    ":(top)*.olean",
    ":(top)*.olean.*",
  ]);
  assert.equal(commands[0]?.inherits?.("GIT_DIR"), false);
  // Lake would believe those in any folder that the lakefile names.
  assert.deepEqual((await found({ stdout: "built/A.olean\0" })).found, [
    'build_committed formal/built/A.olean: git keeps built files: "formal/built/A.olean"',
  ]);
  // A link in the folder's place is one too.
  assert.equal((await found({ stdout: ".lake\0", backend: "embedded" })).found.length, 1);
});

Deno.test("inspectBuilt() says nothing of built files that git answers not to keep", async () => {
  assert.deepEqual((await found({ files: BUILT })).codes, []);
});

Deno.test("inspectBuilt() takes no silence of git for an answer", async () => {
  for (const silent of [{ git: false }, { code: 128, stdout: "" }, { code: 128, stdout: ".l\0" }]) {
    assert.deepEqual((await found({ ...silent, files: BUILT })).codes, ["build_unverified"]);
    const elsewhere = { "formal/out/A.olean": "x" };
    assert.deepEqual((await found({ ...silent, files: elsewhere })).codes, ["build_unverified"]);
    // Nothing is there to be believed, and embedded Lean believes only what is sealed.
    assert.deepEqual((await found({ ...silent, files: { "formal/A.lean": "" } })).codes, []);
    assert.deepEqual((await found({ ...silent, files: BUILT, backend: "embedded" })).codes, []);
  }
});

Deno.test("inspectBuilt() knows without git what this user's gate left, until it is changed", async () => {
  const { host } = world({ git: false });
  const codes = async () =>
    (await inspectBuilt(host, PLACE, "native")).findings.map(({ code }) => code);
  const first = await inspectBuilt(host, PLACE, "native");
  assert.deepEqual(first.findings, []);
  const [path] = Object.keys(BUILT);
  await host.files.writeAtomic(`/project/${path}`, "built");
  await first.seal();
  assert.deepEqual(await codes(), []);
  await host.files.writeAtomic(`/project/${path}`, "another text");
  const changed = await inspectBuilt(host, PLACE, "native");
  assert.deepEqual(changed.findings.map(({ code }) => code), ["build_unverified"]);
  // What was refused is not sealed.
  await changed.seal();
  assert.deepEqual(await codes(), ["build_unverified"]);
  await host.files.writeAtomic(`/project/${path}`, "built");
  assert.deepEqual(await codes(), []);
  // Another user's seal, in the same place.
  await host.files.writeAtomic("/home/a/.local/state/lean-gate/key", "f".repeat(64));
  assert.deepEqual(await codes(), ["build_unverified"]);
});

Deno.test("inspectBuilt() asks no repository that is made of the project's own files", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const projectRoot = await host.files.tempDir("committed");
  const formalRoot = join(projectRoot, "formal");
  const write = (path: string, text: string) =>
    host.files.writeAtomic(join(projectRoot, path), text);
  const git = async (...args: string[]) => {
    const { code, stderr } = await host.run({ argv: ["git", ...args], cwd: projectRoot });
    assert.equal(code, 0, stderr);
  };
  const codes = async () =>
    (await inspectBuilt(host, { projectRoot, formalRoot }, "native")).findings
      .map(({ code }) => code);
  await write("formal/.lake/build/lib/A.olean", "theorem t : 1 = 2");
  await git("init", "--quiet");
  await git("add", "--force", ".");
  assert.deepEqual(await codes(), ["build_committed"]);
  // By these git would take the folder for a repository, with settings and an index of its own.
  const pretence = {
    "HEAD": "ref: refs/heads/main\n",
    "config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n",
    "objects/x": "",
    "refs/x": "",
  };
  for (const [path, text] of Object.entries(pretence)) await write(`formal/${path}`, text);
  assert.deepEqual(await codes(), ["build_unverified"]);
});

Deno.test("inspectBuilt() finds built files beside the package and in a submodule", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const top = await host.files.tempDir("committed-beside");
  const git = async (cwd: string, ...args: string[]) => {
    const settings = ["protocol.file.allow=always", "user.name=a", "user.email=a@example.org"];
    const { code, stderr } = await host.run({
      argv: ["git", ...settings.flatMap((it) => ["-c", it]), ...args],
      cwd: join(top, cwd),
    });
    assert.equal(code, 0, stderr);
  };
  const write = (path: string) => host.files.writeAtomic(join(top, path), "theorem t : 1 = 2");
  const findings = async () => {
    const place = { projectRoot: join(top, "p"), formalRoot: join(top, "p/formal") };
    return (await inspectBuilt(host, place, "native")).findings
      .map(({ code, location }) => `${code} ${location?.file}`);
  };
  await write("p/formal/A.lean");
  await write("p/built/A.olean");
  await git("p", "init", "--quiet");
  await git("p", "add", "formal");
  // Lake may have built it: git does not keep it.
  assert.deepEqual(await findings(), []);
  await git("p", "add", "built");
  assert.deepEqual(await findings(), ["build_committed built/A.olean"]);
  await git("p", "rm", "--quiet", "--cached", "built/A.olean");
  await write("other/lib/B.olean");
  await git("other", "init", "--quiet");
  await git("other", "add", ".");
  await git("other", "commit", "--quiet", "--message", "built");
  await git("p", "submodule", "--quiet", "add", join(top, "other"), "formal/out");
  assert.deepEqual(await findings(), ["build_committed formal/out/lib/B.olean"]);
});
