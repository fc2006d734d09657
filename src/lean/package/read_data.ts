/** Files beside the sources: what the code of a package reads while it is compiled, or runs, is an input too. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Host } from "../../platform/host/host.ts";

/** Words by which code reads files or folders. */
const READING =
  /include_str|read(?:Bin)?File|read(?:Bin)?ToEnd|FS\.lines|withFile|Handle|readDir|walkDir|pathExists|isDir|metadata/;

/** Folders that are no input: what is built, and what git keeps. */
const PASSED_OVER: ReadonlySet<string> = new Set([".lake", ".git"]);

/**
 * Digest of all files of the package but its Lean sources, by paths and bytes; empty when none of the sources
 * looks as if it read any.
 */
export async function digestOfData(
  host: Pick<Host, "files">,
  formalRoot: string,
  sources: readonly { readonly text: string }[],
): Promise<string> {
  if (!sources.some(({ text }) => READING.test(text))) return "";
  const hash = createHash("sha256");
  await add("");
  return hash.digest("hex");

  async function add(folder: string): Promise<void> {
    for (const entry of await host.files.list(join(formalRoot, folder)) ?? []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory) {
        hash.update(`${JSON.stringify(path)}/\n`);
        if (!PASSED_OVER.has(entry.name)) await add(path);
      } else if (entry.isFile && !entry.name.endsWith(".lean")) {
        hash.update(`${JSON.stringify(path)} ${await host.files.size(join(formalRoot, path))}\n`);
        const stream = await host.files.readStream(join(formalRoot, path));
        for await (const chunk of stream ?? []) hash.update(chunk);
      }
    }
  }
}
