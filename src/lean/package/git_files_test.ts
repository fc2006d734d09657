import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { denoHost } from "../../platform/host/deno.ts";
import { leanPaths } from "./files.ts";

/** What is done in a folder of its own, with a configuration that ignores every Lean file. */
async function inRepository(
  files: Readonly<Record<string, string>>,
  work: (repository: {
    readonly git: (...args: [string, ...string[]]) => Promise<void>;
    readonly paths: (folder?: string) => Promise<string[]>;
    readonly root: string;
  }) => Promise<void>,
): Promise<void> {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const home = await host.files.tempDir("git-files");
  const root = join(home, "repository");
  const ignored = join(home, "ignored");
  await host.files.writeAtomic(ignored, "*.lean\n");
  const identity = "[user]\nname = a\nemail = a@localhost\n";
  const config = join(home, "config");
  await host.files.writeAtomic(config, `${identity}[core]\nexcludesFile = ${ignored}\n`);
  for (const [path, text] of Object.entries(files)) {
    await host.files.mkdir(join(root, dirname(path)));
    await host.files.writeAtomic(join(root, path), text);
  }
  const git = async (...args: [string, ...string[]]) => {
    const env = { GIT_CONFIG_GLOBAL: config, GIT_CONFIG_NOSYSTEM: "1" };
    const { code, stderr } = await host.run({ argv: ["git", ...args], cwd: root, env });
    assert.equal(code, 0, stderr);
  };
  await git("init", "--quiet");
  const asking = {
    ...host,
    run: (command: Parameters<typeof host.run>[0]) =>
      host.run({ ...command, env: { HOME: home, XDG_CONFIG_HOME: home, ...command.env } }),
  };
  await work({ git, root, paths: (folder = "") => leanPaths(asking, join(root, folder)) });
}

Deno.test("leanPaths() takes what git tracks, whatever a .gitignore names", async () => {
  const files = {
    ".gitignore": "Hidden.lean\nbuild/\n/Top.lean\n",
    "Hidden.lean": "",
    "Good.lean": "",
    "Top.lean": "",
    "in/Top.lean": "",
    "build/Made.lean": "",
    "build/Kept.lean": "",
    "a/.gitignore": "!build/\n",
    "a/build/A.lean": "",
  };
  await inRepository(files, async ({ git, paths, root }) => {
    const free = ["Good.lean", "a/build/A.lean", "in/Top.lean"];
    assert.deepEqual(await paths(), free);
    await git("add", "--force", "Hidden.lean", "build/Kept.lean");
    assert.deepEqual(await paths(), [
      "Good.lean",
      "Hidden.lean",
      "a/build/A.lean",
      "build/Kept.lean",
      "in/Top.lean",
    ]);
    assert.deepEqual(await paths("in"), ["Top.lean"]);
    await Deno.remove(join(root, "Hidden.lean"));
    assert.ok(!(await paths()).includes("Hidden.lean"));
  });
});

Deno.test("leanPaths() takes all of an ignored folder that is named", async () => {
  await inRepository({ ".gitignore": "out/\n", "out/in/B.lean": "" }, async ({ paths }) => {
    assert.deepEqual(await paths("out"), ["in/B.lean"]);
  });
});

Deno.test("leanPaths() goes by no list of the user's own and into repositories and links inside", async () => {
  const files = { ".git/info/exclude": "A.lean\n", "A.lean": "", "inner/B.lean": "" };
  await inRepository(files, async ({ git, root, paths }) => {
    await git("init", "--quiet", "inner");
    await Deno.writeTextFile(join(root, "inner/.gitignore"), "Made.lean\n");
    await Deno.writeTextFile(join(root, "inner/Made.lean"), "");
    await Deno.mkdir(join(root, "target"));
    await Deno.writeTextFile(join(root, "target/C.lean"), "");
    await Deno.symlink("target", join(root, "link"));
    assert.deepEqual(await paths(), ["A.lean", "inner/B.lean", "link/C.lean", "target/C.lean"]);
  });
});
