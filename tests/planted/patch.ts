/**
 * Bugs planted in the Rust reducer, kept as unified diffs.
 *
 * A patch starts with `# Plants: ` and what the reducer then does wrongly, and a line `# Needs: N: ` with the
 * fewest events by which that shows, and which they are. `git apply` passes over these lines.
 */
import { join } from "node:path";
import { REPOSITORY } from "../support/cli.ts";
import { gitApply } from "../support/git_apply.ts";

/** Where the patches are kept, from the root of the repository. */
export const PATCHES = "fixtures/rejected/rust";

/** One planted bug. */
export interface Planted {
  /** Name of the file without its ending. */
  readonly name: string;
  readonly plants: string;
  /** The fewest events by which it shows. */
  readonly needs: number;
  /** Which events those are. */
  readonly reason: string;
  readonly patch: string;
}

/** Every planted bug, in order of the names. */
export async function readPlanted(): Promise<Planted[]> {
  const folder = join(REPOSITORY, PATCHES);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(".patch")).sort();
  return await Promise.all(
    names.map(async (name) => parsePlanted(name, await Deno.readTextFile(join(folder, name)))),
  );
}

/** Reads a patch. Throws an Error when its header is not complete. */
export function parsePlanted(file: string, patch: string): Planted {
  const header = /^# Plants: (\S.*)\n# Needs: (\d+): (\S.*)\ndiff --git /.exec(patch);
  if (header === null) {
    throw new Error(`Failed to read "${file}": it does not start with "# Plants" and "# Needs"`);
  }
  const [, plants, needs, reason] = header;
  return {
    name: file.replace(/\.patch$/, ""),
    plants: plants!,
    needs: Number(needs),
    reason: reason!,
    patch,
  };
}

/** Applies the patch to the copy of the repository in `root`, or takes it back. Throws git's own words. */
export async function apply(root: string, { name, patch }: Planted, back = false): Promise<void> {
  await gitApply(root, `the planted bug "${name}"`, patch, back ? ["--reverse"] : []);
}
