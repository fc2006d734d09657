/**
 * The worktree of an attempt: made at the claim, looked at before a promotion, removed at cleanup.
 */
import { join, relative, resolve } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Key } from "../lifecycle/value.ts";
import { commitOf, contains, gitIn } from "./git.ts";
import { attemptName } from "./ledger.ts";
import { repositoryOf, type World } from "./world.ts";

/** The folder of an attempt's worktree. */
export function worktreeOf(world: World, key: Key): string {
  return join(world.store.worktrees, attemptName(world.ledger, key));
}

/**
 * A worktree as it is recorded, relative to the store: the attempt's own, unless another is named.
 */
export function worktreeFact(world: World, key: Key, named?: string): string {
  const { root } = world.store;
  return relative(
    root,
    named === undefined ? worktreeOf(world, key) : resolve(world.host.cwd, named),
  );
}

/**
 * Throws GateError `worktree_in_the_way` (set-up) when the place of the attempt's worktree is taken:
 * no attempt of this journal's has made that, and git would work in whatever stands around it.
 */
export async function refuseTaken(world: World, key: Key): Promise<void> {
  const folder = worktreeOf(world, key);
  if (!await world.host.files.exists(folder)) return;
  throw new GateError("setup", {
    code: "worktree_in_the_way",
    message: `Failed to begin an attempt: its worktree "${folder}" is there before it`,
    hint: "Nothing was recorded. Look into it, and move it elsewhere.",
  });
}

/** Makes the attempt's worktree at a commit. */
export async function makeWorktree(world: World, key: Key, base: string): Promise<void> {
  const repository = repositoryOf(world);
  const folder = worktreeOf(world, key);
  if (repository === undefined) return;
  await repository.git.out("worktree", "add", "--quiet", "--detach", folder, base);
}

/**
 * Why a folder may not be promoted from: it is not the attempt's own worktree, it holds what was not
 * committed, or it does not have `commit`, when one is given. Paths are told relative to
 * the store, for the reason is recorded.
 */
export async function worktreeProblems(
  world: World,
  key: Key,
  folder: string,
  commit?: string,
): Promise<readonly string[]> {
  const { host, store } = world;
  const own = worktreeOf(world, key);
  const shown = (path: string) => `Worktree "${relative(store.root, path)}"`;
  if (folder !== own) return [`${shown(folder)} is foreign: the attempt's own is another`];
  const repository = repositoryOf(world);
  if (repository === undefined || !await host.files.exists(own)) {
    return [`${shown(own)} does not exist`];
  }
  const git = gitIn(host, own);
  const common = ["rev-parse", "--path-format=absolute", "--git-common-dir"];
  const inside = ["rev-parse", "--show-prefix"];
  // A folder that is no worktree is found to be inside of whatever stands around it.
  const [dir, prefix] = [await git.out(...common), await git.out(...inside)];
  if (dir !== await repository.git.out(...common) || prefix !== "") {
    return [`${shown(own)} is foreign: it is no worktree of the repository`];
  }
  const dirty = await git.out("status", "--porcelain");
  if (dirty !== "") return [`${shown(own)} is dirty: ${dirty.split("\n").slice(0, 5).join(", ")}`];
  const head = await commitOf(git, "HEAD");
  if (commit === undefined || await contains(git, head ?? "HEAD", commit)) return [];
  return [`${shown(own)} does not have commit "${commit}"`];
}

/** The commit that the attempt's worktree stands at, or `undefined` when there is none. */
export async function worktreeHead(world: World, key: Key): Promise<string | undefined> {
  const folder = worktreeOf(world, key);
  if (repositoryOf(world) === undefined || !await world.host.files.exists(folder)) return undefined;
  return await commitOf(gitIn(world.host, folder), "HEAD");
}

/**
 * Keeps the commits that the worktree has beyond `since`, or beyond the integration branch, under a
 * ref of the attempt, so that no work is lost with the worktree. Oldest first.
 */
export async function keepLateCommits(
  world: World,
  key: Key,
  since?: string,
): Promise<readonly string[]> {
  const repository = repositoryOf(world);
  const head = await worktreeHead(world, key);
  if (repository === undefined || head === undefined) return [];
  const { git, branch } = repository;
  const late = await git.out(
    "rev-list",
    "--reverse",
    head,
    "--not",
    branch,
    ...since ? [since] : [],
  );
  if (late === "") return [];
  await git.out("update-ref", `refs/lifecycle/kept/${attemptName(world.ledger, key)}`, head);
  return late.split("\n");
}

/** Removes the attempt's worktree with all that is in it; nothing happens when it is gone. */
export async function removeWorktree(world: World, key: Key): Promise<void> {
  const repository = repositoryOf(world);
  if (repository === undefined) return;
  await world.host.files.remove(worktreeOf(world, key));
  await repository.git.out("worktree", "prune");
}
