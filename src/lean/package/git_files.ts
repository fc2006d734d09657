/**
 * Which files of a folder count as the project's: those that git tracks, and those that no `.gitignore` names.
 * Git itself is asked, and no setting of the user has a say in the answer.
 */
import type { Host } from "../../platform/host/host.ts";
import { askGit } from "./ask_git.ts";

/** What git says of a folder. Paths are relative to it, with `/`. */
export interface GitFiles {
  /** Files that are tracked or not ignored; a repository inside is one of them, as `path` or `path/`. */
  readonly files: ReadonlySet<string>;
  /** Folders that hold some of them. */
  readonly folders: ReadonlySet<string>;
}

/** What is listed: `.gitignore` files count, lists of the user's own do not. */
const LIST = ["-z", "--cached", "--others", "--exclude-per-directory=.gitignore"];

/**
 * Asks git for the files of `folder`. `undefined` where it gives no answer: there is no git, no repository, git
 * fails, or all of the folder is ignored, although somebody has named it. Then every file counts.
 */
export async function gitFiles(
  host: Pick<Host, "run" | "which">,
  folder: string,
): Promise<GitFiles | undefined> {
  const files = new Set(await askGit(host, folder, ["ls-files", ...LIST]));
  if (files.size === 0) return undefined;
  const folders = new Set<string>();
  for (const file of files) {
    // The folders above one that is known are known, too.
    for (
      let at = file.lastIndexOf("/", file.length - 2);
      at > 0;
      at = file.lastIndexOf("/", at - 1)
    ) {
      const above = file.slice(0, at);
      if (folders.has(above)) break;
      folders.add(above);
    }
  }
  return { files, folders };
}
