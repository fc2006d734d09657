/** The git commands that the service needs, on a repository that others use too. */
import { GateError } from "../platform/diagnostic.ts";
import type { Finished, Host } from "../platform/host/host.ts";
import { outputTail } from "../platform/host/output.ts";

/** A repository: any folder that git finds it from. */
export interface Git {
  /** Runs git and returns what it wrote, without the last line end; throws `git_failed` (set-up). */
  out(...args: string[]): Promise<string>;
  /** Runs git and tells how it ended. */
  run(...args: string[]): Promise<Finished>;
}

/** Git in a folder; `env` is added to its environment. */
export function gitIn(host: Host, folder: string, env: Readonly<Record<string, string>> = {}): Git {
  // Its own folder, for ours may be a worktree that was just removed.
  const run = (...args: string[]) =>
    host.run({ argv: ["git", ...args], cwd: folder, env: { ...ENV, ...env }, unset: CHOSEN });
  return {
    run,
    async out(...args) {
      const done = await run(...args);
      if (done.code === 0) return done.stdout.replace(/\n$/, "");
      throw new GateError("setup", {
        code: "git_failed",
        message: `Failed to run "git ${args.join(" ")}" in "${folder}": exit code ${done.code}`,
        hint: 'Correct what git reports, then run "lifecycle converge".',
        detail: outputTail(done),
      });
    },
  };
}

/** No prompt, no pager, and messages in the language that this code knows. */
const ENV = { GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };

/**
 * By these, whoever runs us (a git hook, say) would choose the repository for every git below, in
 * whatever folder that runs.
 */
export const CHOSEN: readonly string[] = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
];

/** The commit that a name stands for, or `undefined`. */
export async function commitOf(git: Git, name: string): Promise<string | undefined> {
  const { code, stdout } = await git.run("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  return code === 0 ? stdout.trim() : undefined;
}

/** Whether a commit is the other, or before it. */
export async function contains(git: Git, later: string, earlier: string): Promise<boolean> {
  const { code } = await git.run("merge-base", "--is-ancestor", earlier, later);
  return code === 0;
}

/** The folder of the worktree in which the branch is checked out, or `undefined`. */
export async function checkedOutIn(git: Git, branch: string): Promise<string | undefined> {
  const list = await git.out("worktree", "list", "--porcelain");
  const blocks = list.split("\n\n").map((block) => block.split("\n"));
  return blocks.find((lines) => lines.includes(`branch ${branch}`))?.[0]?.replace(/^worktree /, "");
}

/**
 * A commit that joins the candidate to the branch, or what conflicts. It is the same commit whenever
 * it is made, so that making it twice is making it once.
 */
export async function mergeCommit(
  host: Host,
  folder: string,
  { tip, candidate, message }: {
    readonly tip: string;
    readonly candidate: string;
    readonly message: string;
  },
): Promise<{ readonly commit: string } | { readonly conflict: string }> {
  const git = gitIn(host, folder);
  const merged = await git.run("merge-tree", "--write-tree", "--name-only", tip, candidate);
  const [tree = "", ...names] = merged.stdout.split("\n\n")[0]!.trim().split("\n");
  if (merged.code === 1) return { conflict: names.join(", ") };
  // Anything but 0 is no answer: run it again for its error.
  if (merged.code !== 0) await git.out("merge-tree", "--write-tree", tip, candidate);
  const date = await git.out("show", "--no-patch", "--format=%ct +0000", candidate);
  const committing = gitIn(host, folder, { ...identity, ...dates(date) });
  return {
    commit: await committing.out(
      "commit-tree",
      ...[tree, "-p", tip, "-p", candidate, "-m", message],
    ),
  };
}

const identity = {
  GIT_AUTHOR_NAME: "lifecycle",
  GIT_AUTHOR_EMAIL: "lifecycle@localhost",
  GIT_COMMITTER_NAME: "lifecycle",
  GIT_COMMITTER_EMAIL: "lifecycle@localhost",
};

function dates(date: string) {
  return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
}
