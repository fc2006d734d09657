/**
 * Finds what would be lost with a checkout. It asks git's plumbing about the files themselves, and
 * believes no setting and no mark in the index that hides a change.
 */
import { join, resolve } from "node:path";
import type { Host } from "../platform/host/host.ts";
import { fields, type Git, gitIn } from "./git.ts";

/** A folder of files, and the git directory that it belongs to. */
export interface Checkout {
  readonly folder: string;
  readonly gitDir: string;
}

/** How far to look. */
export interface Scope {
  /** Folder for a file that is needed meanwhile. */
  readonly scratch: string;
  /** A branch whose commits name submodule commits that are known elsewhere. */
  readonly known?: string;
  /** Also into repositories that stand in ignored folders. */
  readonly ignored: boolean;
}

/** Files of a git directory that stand for an operation under way. */
const UNDER_WAY = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_LOG",
  "rebase-merge",
  "rebase-apply",
  "sequencer",
  "index.lock",
];

/** What of a checkout exists nowhere else, a few words each. A folder that is gone holds no files. */
export async function lossesOf(
  host: Host,
  checkout: Checkout,
  scope: Scope,
): Promise<readonly string[]> {
  const { folder, gitDir } = checkout;
  for (const name of UNDER_WAY) {
    if (await host.files.exists(join(gitDir, name))) return [`under way: ${name}`];
  }
  const here = await host.files.exists(folder);
  const index = join(scope.scratch, `index-${crypto.randomUUID()}`);
  const content = await host.files.readBytes(join(gitDir, "index"));
  await host.files.writeAtomic(index, content ?? new Uint8Array());
  try {
    const env = { GIT_DIR: gitDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: index };
    const git = gitIn(host, here ? folder : gitDir, { env });
    if ((await git.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}")).code !== 0) {
      return ["HEAD is no commit"];
    }
    const staged = await git.list("diff-index", "--cached", ...NAMES, "HEAD", "--");
    if (!here) {
      const modules = await host.files.list(join(gitDir, "modules")) ?? [];
      return [...said("staged", staged), ...said("submodule", modules.map(({ name }) => name))];
    }
    const entries = (await git.list("ls-files", "-v", "--stage", "-z")).map(parsed);
    await unmark(host, folder, git, entries);
    await git.run("update-index", "-q", "--refresh");
    const found = [
      ...said("staged", staged),
      ...said("changed", await git.list("diff-files", ...NAMES, "--ignore-submodules=dirty", "--")),
      ...said("untracked", await git.list(...UNTRACKED, "--no-empty-directory")),
    ];
    const links = entries.filter(({ mode }) => mode === "160000").map(({ path }) => path);
    for (const path of links) found.push(...await lossesInside(host, checkout, path, scope, git));
    if (scope.ignored) found.push(...await lossesIgnored(host, checkout, scope, git));
    return found;
  } finally {
    await host.files.remove(index);
  }
}

const NAMES = ["--name-only", "-z", "--no-renames", "--no-relative", "--no-ext-diff"];
/** Only what the tree itself says is ignored: not what one user or one clone ignores. */
const UNTRACKED = [
  "ls-files",
  "--others",
  "--directory",
  "-z",
  "--exclude-per-directory=.gitignore",
] as const;

function said(what: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${what} ${name}`);
}

/** `H 100644 <object> 0<TAB>path`: a lower-case letter is assumed unchanged, S is not to be there. */
function parsed(line: string) {
  const [, tag, mode, path] = /^(.) (\d+) [0-9a-f]+ \d\t([\s\S]*)$/.exec(line)!;
  return { tag: tag!, mode: mode!, path: path! };
}

type IndexEntry = ReturnType<typeof parsed>;

/** Takes from the copied index the marks that keep git from looking at a file. */
async function unmark(
  host: Host,
  folder: string,
  git: Git,
  entries: readonly IndexEntry[],
): Promise<void> {
  const assumed = entries.filter(({ tag }) => tag !== tag.toUpperCase()).map(({ path }) => path);
  if (assumed.length > 0) {
    await git.feed(assumed, "update-index", "--no-assume-unchanged", "-z", "--stdin");
  }
  const skipped: string[] = [];
  for (const { tag, path } of entries) {
    const there = tag.toUpperCase() === "S" && await host.files.kindOf(join(folder, path));
    if (there) skipped.push(path);
  }
  if (skipped.length > 0) {
    await git.feed(skipped, "update-index", "--no-skip-worktree", "-z", "--stdin");
  }
}

/** What would be lost with a repository inside of the checkout: its files, and commits of its own. */
async function lossesInside(
  host: Host,
  { folder, gitDir }: Checkout,
  path: string,
  scope: Scope,
  git: Git,
): Promise<readonly string[]> {
  const inner = join(folder, path);
  const link = join(inner, ".git");
  const kind = await host.files.kindOf(link);
  if (kind === undefined) {
    const stray = await host.files.list(inner) ?? [];
    return said("untracked", stray.map(({ name }) => join(path, name)));
  }
  const text = kind === "file" ? await host.files.readText(link) ?? "" : "gitdir: .git";
  const innerDir = resolve(inner, text.replace(/^gitdir: /, "").trim());
  const { known: _, ...rest } = scope;
  const within = await lossesOf(host, { folder: inner, gitDir: innerDir }, rest);
  const found = within.map((loss) => loss.replace(" ", ` ${path}/`));
  const dies = [folder, gitDir].some((parent) => innerDir.startsWith(`${parent}/`));
  if (!dies) return found;
  const own = gitIn(host, inner, { env: { GIT_DIR: innerDir } });
  const known = scope.known === undefined ? "" : (await git.run(
    ...["rev-parse", "--verify", "--quiet", "--end-of-options", `${scope.known}:${path}`],
  )).stdout.trim();
  const isThere = known !== "" && (await own.run("cat-file", "-e", `${known}^{commit}`)).code === 0;
  const commits = await own.run(
    ...["rev-list", "--max-count=1", "--all", "HEAD", "--not", "--remotes"],
    ...isThere ? [known] : [],
  );
  if (commits.code !== 0) return [...found, `unreadable ${path}`];
  const [commit] = commits.stdout.trim().split("\n");
  return commit ? [...found, `in "${path}" commit ${commit}, which is on no remote`] : found;
}

async function lossesIgnored(
  host: Host,
  checkout: Checkout,
  scope: Scope,
  git: Git,
): Promise<readonly string[]> {
  const found: string[] = [];
  const ignored = fields((await git.run(...UNTRACKED, "--ignored")).stdout);
  const repositories = async (path: string): Promise<void> => {
    const folder = join(checkout.folder, path);
    if (await host.files.kindOf(folder) !== "folder") return;
    if (await host.files.exists(join(folder, ".git"))) {
      found.push(...await lossesInside(host, checkout, path, scope, git));
      return;
    }
    for (const { name, isDirectory } of await host.files.list(folder) ?? []) {
      if (isDirectory) await repositories(join(path, name));
    }
  };
  for (const path of ignored) if (path.endsWith("/")) await repositories(path.slice(0, -1));
  return found;
}
