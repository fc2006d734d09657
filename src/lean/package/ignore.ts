/** What git ignores, by the `.gitignore` files from the root of the checkout down. */
import { basename, dirname, join } from "node:path";
import ignore, { type Ignore } from "ignore";
import type { Host } from "../../platform/host/host.ts";

/** Name of the files. */
export const IGNORE_FILE = ".gitignore";

/** One such file. Paths are seen from a folder that is walked: `/` between parts, none at the ends. */
export interface IgnoreFile {
  /** From the folder of the file to the walked one, with a final `/`; empty for one inside. */
  readonly above: string;
  /** From the walked folder to that of the file, with a final `/`; empty for one above. */
  readonly inside: string;
  readonly rules: Ignore;
}

/**
 * The files in the folders above `folder`, outermost first, as far as there is a checkout around it.
 * None when they ignore `folder` itself: who walks it nevertheless has named it.
 */
export async function ignoreFilesAbove(host: Host, folder: string): Promise<IgnoreFile[]> {
  const files: IgnoreFile[] = [];
  let above = "";
  for (let at = folder;; at = dirname(at)) {
    if (at !== folder) {
      const text = await readIgnoreFile(host, at);
      if (text !== undefined) files.unshift(ignoreFile(text, { above }));
    }
    if (await host.files.exists(join(at, ".git"))) {
      const isIgnored = above !== "" && files.some(({ above, rules }) => rules.ignores(above));
      return isIgnored ? [] : files;
    }
    if (at === dirname(at)) return [];
    above = `${basename(at)}/${above}`;
  }
}

/** The text of the file in `folder`, if there is one. */
export async function readIgnoreFile(host: Host, folder: string): Promise<string | undefined> {
  const path = join(folder, IGNORE_FILE);
  return await host.files.size(path) === undefined ? undefined : await host.files.readText(path);
}

/** Reads the text of a file. */
export function ignoreFile(text: string, { above = "", inside = "" }): IgnoreFile {
  const rules = ignore({ ignorecase: false }).add(text.replace(/^\ufeff/, ""));
  return { above, inside, rules };
}

/** Whether `path`, in a folder that is not ignored, is: the innermost file that names it decides. */
export function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (let k = files.length - 1; k >= 0; k--) {
    const { ignored, unignored } = test(files[k]!, path, isFolder);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/**
 * The files that have a say inside the folder `path`. One that ignores the folder, but is overruled,
 * would ignore all that is in it: it is left out, so that rather too much is looked at.
 */
export function within(files: readonly IgnoreFile[], path: string): readonly IgnoreFile[] {
  return files.filter((file) => !test(file, path, true).ignored);
}

function test({ above, inside, rules }: IgnoreFile, path: string, isFolder: boolean) {
  return rules.test(`${above}${path.slice(inside.length)}${isFolder ? "/" : ""}`);
}
