/**
 * The worktree of an attempt: made at the claim, looked at before a promotion, removed at cleanup.
 *
 * It is found by the repository's own record of it, and nothing else of the repository is touched.
 * A worktree that holds what exists nowhere else is kept.
 */
import { join, relative, resolve } from "node:path";
import { GateError } from "../platform/diagnostic.ts";
import type { Key } from "../lifecycle/value.ts";
import { commitOf, commonFolder, contains, type Git, gitIn } from "./git.ts";
import { attemptName } from "./ledger.ts";
import { type Checkout, lossesOf, type Scope } from "./losses.ts";
import { type Repository, repositoryOf, type World } from "./world.ts";

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
  if (await world.host.files.kindOf(folder) === undefined) return;
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

/** The attempt's worktree as the repository has it on record, or `undefined`. */
async function recorded(
  world: World,
  key: Key,
  { git }: Repository,
): Promise<Checkout | undefined> {
  const { files } = world.host;
  const folder = worktreeOf(world, key);
  const records = join(await commonFolder(git), "worktrees");
  for (const { name } of await files.list(records) ?? []) {
    const gitDir = join(records, name);
    const link = await files.readText(join(gitDir, "gitdir"));
    if (link !== undefined && resolve(gitDir, link.trim()) === join(folder, ".git")) {
      return { folder, gitDir };
    }
  }
  return undefined;
}

/** Why the folder is not the worktree that is on record, or `undefined` when it is. */
async function foreign(world: World, { folder, gitDir }: Checkout): Promise<string | undefined> {
  const { files } = world.host;
  const link = join(folder, ".git");
  if (await files.realPath(folder) !== folder) return "it is reached by a link";
  const text = await files.kindOf(link) === "file" ? await files.readText(link) : undefined;
  const leads = text?.replace(/^gitdir: /, "").trim();
  const isOwn = leads !== undefined && resolve(folder, leads) === gitDir;
  return isOwn ? undefined : "it is no worktree of the repository";
}

function gitOf({ host }: World, { folder, gitDir }: Checkout, here: boolean): Git {
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: folder };
  return gitIn(host, here ? folder : gitDir, { env });
}

function scopeOf({ store }: World, ignored: boolean, known?: string): Scope {
  return { scratch: store.scratch, ignored, ...(known === undefined ? {} : { known }) };
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
  const checkout = await recorded(world, key, repository);
  const why = checkout === undefined
    ? "it is no worktree of the repository"
    : await foreign(world, checkout);
  if (checkout === undefined || why !== undefined) return [`${shown(own)} is foreign: ${why}`];
  const losses = await lossesOf(host, checkout, scopeOf(world, false, repository.branch));
  if (losses.length > 0) return [`${shown(own)} is dirty: ${losses.slice(0, 5).join(", ")}`];
  const head = await commitOf(gitOf(world, checkout, true), "HEAD");
  if (commit === undefined || await contains(repository.git, head ?? "HEAD", commit)) return [];
  return [`${shown(own)} does not have commit "${commit}"`];
}

/** The commit that the attempt's worktree stands at, or `undefined` when there is none. */
export async function worktreeHead(world: World, key: Key): Promise<string | undefined> {
  const repository = repositoryOf(world);
  const checkout = repository && await recorded(world, key, repository);
  if (checkout === undefined) return undefined;
  const here = await world.host.files.exists(checkout.folder);
  return await commitOf(gitOf(world, checkout, here), "HEAD");
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

/** What `git worktree add` writes into a record until the worktree is whole. */
const BEING_MADE = "initializing";

/**
 * Removes the attempt's worktree, and the repository's record of it; nothing happens when both are
 * gone. Returns why it was kept, when something in it exists nowhere else.
 */
export async function removeWorktree(world: World, key: Key): Promise<string | undefined> {
  const repository = repositoryOf(world);
  if (repository === undefined) return undefined;
  const { files } = world.host;
  const own = worktreeOf(world, key);
  const kept = (why: string) => `Worktree "${relative(world.store.root, own)}" was kept: ${why}`;
  const checkout = await recorded(world, key, repository);
  const kind = await files.kindOf(own);
  if (checkout === undefined) {
    return kind === undefined ? undefined : kept("the repository has no record of it");
  }
  const locked = (await files.readText(join(checkout.gitDir, "locked")))?.trim();
  if (locked !== BEING_MADE) {
    if (locked !== undefined) return kept(`it is locked${locked === "" ? "" : `: ${locked}`}`);
    const why = kind === undefined ? undefined : await foreign(world, checkout);
    if (why !== undefined) return kept(why);
    const losses = await lossesOf(world.host, checkout, scopeOf(world, true, repository.branch));
    if (losses.length > 0) return kept(losses.slice(0, 5).join(", "));
  }
  const force = locked === undefined ? ["--force"] : ["--force", "--force"];
  const done = await repository.git.run("worktree", "remove", ...force, own);
  return done.code === 0 ? undefined : kept(done.stderr.trim());
}
