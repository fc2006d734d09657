/** For tests: a store with a real repository, whose state can be saved and restored. */
import { join } from "node:path";
import { denoHost } from "../../platform/host/deno.ts";
import type { Host } from "../../platform/host/host.ts";
import type { Key } from "../../lifecycle/value.ts";
import { init } from "../init.ts";
import { attemptName } from "../ledger.ts";
import { within } from "./memory.ts";
import { type Store, storeAt } from "../store.ts";

/** A repository with one commit on `main`, and a store beside it that lands on `integration`. */
export interface GitStore extends AsyncDisposable {
  readonly host: Host;
  readonly root: string;
  readonly repository: string;
  readonly store: Store;
  /** Runs git in the repository; what it wrote, without the last line end. */
  git(...args: string[]): Promise<string>;
  /** Commits a file in the worktree of an attempt. */
  commit(key: Key, file: string, text: string): Promise<string>;
  /**
   * Commits a file in the worktree of the first attempt at "build", while somebody holds the
   * journal.
   */
  commitBehind(file: string): Promise<string>;
  /** Keeps repository and store as they are, for `restore`. */
  save(): Promise<void>;
  restore(): Promise<void>;
}

/** Creates the world in a temporary folder. */
export async function gitStore(): Promise<GitStore> {
  const owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const folder = await Deno.realPath(await host.files.tempDir("lifecycle-test"));
  const [root, saved] = [join(folder, "world"), join(folder, "saved")];
  const [repository, store] = [join(root, "repository"), storeAt(join(root, "store"))];
  await host.files.mkdir(repository);

  async function run(cwd: string, ...argv: [string, ...string[]]): Promise<string> {
    const done = await host.run({ argv, cwd, env: IDENTITY });
    if (done.code !== 0) throw new Error(`${argv.join(" ")}\n${done.stderr}`);
    return done.stdout.trimEnd();
  }

  async function commitIn(cwd: string, file: string, text: string): Promise<string> {
    await Deno.writeTextFile(join(cwd, file), text);
    await run(cwd, "git", "add", file);
    await run(cwd, "git", "commit", "--quiet", `--message=Add ${file}`);
    return await run(cwd, "git", "rev-parse", "HEAD");
  }

  await run(repository, "git", "init", "--quiet", "--initial-branch=main");
  await commitIn(repository, "README", "A project\n");
  await init(host, { store: store.root, repository, branch: "integration", graph: 1 });
  return {
    host,
    root,
    repository,
    store,
    git: (...args) => run(repository, "git", ...args),
    async commit(key, file, text) {
      const name = await within(
        { host, store },
        ({ ledger }) => Promise.resolve(attemptName(ledger, key)),
      );
      return await commitIn(join(store.worktrees, name), file, text);
    },
    commitBehind: (file) => commitIn(join(store.worktrees, "build-1"), file, `${file}\n`),
    async save() {
      await run(folder, "rm", "-rf", saved);
      await run(folder, "cp", "-a", root, saved);
    },
    async restore() {
      await run(folder, "rm", "-rf", root);
      await run(folder, "cp", "-a", saved, root);
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

const IDENTITY = {
  GIT_AUTHOR_NAME: "worker",
  GIT_AUTHOR_EMAIL: "worker@localhost",
  GIT_COMMITTER_NAME: "worker",
  GIT_COMMITTER_EMAIL: "worker@localhost",
  GIT_CONFIG_GLOBAL: "/dev/null",
};
