/** Tells who uses a branch, so that moving it would leave a checkout or an operation behind. */
import { dirname, join, resolve } from "node:path";
import type { Host } from "../platform/host/host.ts";
import { commonFolder, type Git, gitIn } from "./git.ts";

/** A use of a branch. */
export interface BranchUse {
  /** What is done with it, as in `it is checked out`. */
  readonly what: "checked out" | "being rebased" | "being bisected" | "a symbolic ref";
  /** The worktree, or the ref that the symbolic one stands for. */
  readonly where: string;
}

/** The first use of a branch, given by its full name, or `undefined` when there is none. */
export async function branchUse(
  host: Host,
  git: Git,
  branch: string,
): Promise<BranchUse | undefined> {
  const link = await git.run("symbolic-ref", "--quiet", branch);
  if (link.code === 0) return { what: "a symbolic ref", where: link.stdout.trim() };
  const { stdout } = await git.run("config", "--type=bool", "--get", "core.ignoreCase");
  const fold = (name: string) => stdout.trim() === "true" ? name.toLowerCase() : name;
  const isIt = (name: string | undefined) => name !== undefined && fold(name) === fold(branch);
  for (const { gitDir, folder } of await checkouts(host, git)) {
    if (isIt(await headOf(host, gitDir))) return { what: "checked out", where: folder };
    for (const [what, names] of await operations(host, gitDir)) {
      if (names.some(isIt)) return { what, where: folder };
    }
  }
  return undefined;
}

/** Every checkout of the repository, those included whose folder cannot be seen now. */
async function checkouts(host: Host, git: Git) {
  const common = await commonFolder(git);
  const linked = join(common, "worktrees");
  const found: { readonly gitDir: string; readonly folder: string }[] = [];
  const main = gitIn(host, common, { env: { GIT_DIR: common } });
  if (await main.out("rev-parse", "--is-bare-repository") !== "true") {
    found.push({ gitDir: common, folder: dirname(common) });
  }
  for (const { name } of await host.files.list(linked) ?? []) {
    const gitDir = join(linked, name);
    const link = await host.files.readText(join(gitDir, "gitdir"));
    if (link !== undefined) found.push({ gitDir, folder: dirname(resolve(gitDir, link.trim())) });
  }
  return found;
}

/** The branch that HEAD stands for in the end, through every symbolic ref. */
async function headOf(host: Host, gitDir: string): Promise<string | undefined> {
  const text = await host.files.readText(join(gitDir, "HEAD"));
  if (text === undefined || !text.startsWith("ref:")) return undefined;
  const git = gitIn(host, gitDir, { env: { GIT_DIR: gitDir } });
  const { code, stdout } = await git.run("symbolic-ref", "--quiet", "HEAD");
  return code === 0 ? stdout.trim() : undefined;
}

/** The branches that operations under way will move. */
async function operations(host: Host, gitDir: string) {
  const read = async (name: string) =>
    (await host.files.readText(join(gitDir, name)) ?? "").split("\n").map((line) => line.trim());
  const rebased = [
    ...await read("rebase-merge/head-name"),
    ...await read("rebase-apply/head-name"),
    ...await read("rebase-merge/update-refs"),
  ];
  const bisected = (await read("BISECT_START")).filter((name) => name !== "").flatMap(
    (name) => [name, `refs/heads/${name}`],
  );
  return [["being rebased", rebased], ["being bisected", bisected]] as const;
}
