/** Reads the mutants that are kept, and applies one to the model's text. */
import { dirname, join } from "node:path";
import { REPOSITORY } from "../support/cli.ts";
import { gitApply } from "../support/git_apply.ts";
import { type Mutant, MUTANTS, parseMutant } from "./mutant.ts";

/** Every mutant, in order of their names. */
export async function readMutants(): Promise<Mutant[]> {
  const folder = join(REPOSITORY, MUTANTS);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  return await Promise.all(
    names.map(async (name) => parseMutant(name, await Deno.readTextFile(join(folder, name)))),
  );
}

/**
 * The files that the mutant touches, with their text after it. `read` gives the text before it, for a
 * path from the root of the repository.
 *
 * @throws Error with git's own words when the patch does not apply exactly.
 */
export async function applyMutant(
  mutant: Mutant,
  read: (path: string) => string,
): Promise<Map<string, string>> {
  const root = await Deno.makeTempDir({ prefix: "lean-gate-mutant-" });
  try {
    const paths = [...new Set(mutant.touches.map(({ file }) => file))];
    for (const path of paths) {
      await Deno.mkdir(dirname(join(root, path)), { recursive: true });
      await Deno.writeTextFile(join(root, path), read(path));
    }
    await gitApply(root, `the mutant "${mutant.name}"`, mutant.patch);
    return new Map(paths.map((path) => [path, Deno.readTextFileSync(join(root, path))]));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
