/** Joins a commit to a branch, by a merge that is the same commit whenever it is made. */
import type { Host } from "../platform/host/host.ts";
import { fields, type Git, gitIn, type Setting } from "./git.ts";

/** What to join. */
export interface Merge {
  /** Where the branch is: the first parent. */
  readonly tip: string;
  readonly candidate: string;
  readonly message: string;
}

/** Returns the commit that joins the candidate to the branch, or what conflicts. */
export async function mergeCommit(
  host: Host,
  folder: string,
  { tip, candidate, message }: Merge,
): Promise<{ readonly commit: string } | { readonly conflict: string }> {
  const git = gitIn(host, folder);
  const merging = gitIn(host, folder, { settings: [...SETTINGS, ...await driversOff(git)] });
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", tip, candidate];
  const merged = await merging.run(...args);
  const [tree = "", ...names] = fields(merged.stdout);
  if (merged.code === 1) return { conflict: names.join(", ") };
  // Anything but 0 is no answer: run it again for its error.
  if (merged.code !== 0) await merging.out(...args);
  const committing = gitIn(host, folder, { env: identity(await dateOf(git, candidate)) });
  return {
    commit: await committing.out(
      "commit-tree",
      ...[tree, "-p", tip, "-p", candidate, "-m", message],
    ),
  };
}

/** What the result of a merge depends on; no attributes are read from somebody's checkout. */
const SETTINGS: readonly Setting[] = [
  ["core.bare", "true"],
  ["merge.renames", "true"],
  ["merge.directoryRenames", "conflict"],
  ["merge.renormalize", "false"],
  ["merge.conflictStyle", "merge"],
  ["merge.renameLimit", "7000"],
];

/** Makes each configured merge driver fail: a conflict is refused, a driver would run code. */
async function driversOff(git: Git): Promise<readonly Setting[]> {
  const names = await git.run(
    "config",
    "-z",
    "--name-only",
    "--get-regexp",
    "^merge\\..*\\.driver$",
  );
  return fields(names.stdout).map((name) => [name, "false"]);
}

/** When a commit was made, in seconds since 1970. */
async function dateOf(git: Git, commit: string): Promise<string> {
  const text = await git.out("cat-file", "commit", commit);
  const [header = ""] = text.split("\n\n");
  return /^committer .* (\d+) [+-]\d+$/m.exec(header)?.[1] ?? "0";
}

function identity(seconds: string) {
  const [name, email, date] = ["lifecycle", "lifecycle@localhost", `@${seconds} +0000`];
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}
