/** Reads the mutants that are kept, and applies one to the model's text. */
import { dirname, join } from "node:path";
import { REPOSITORY } from "../support/cli.ts";
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
    await gitApply(root, mutant);
    return new Map(paths.map((path) => [path, Deno.readTextFileSync(join(root, path))]));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function gitApply(root: string, { name, patch }: Mutant): Promise<void> {
  const git = new Deno.Command("git", {
    args: ["apply", "--whitespace=nowarn", "-"],
    cwd: root,
    // Inside a repository git would take the paths from that one's root.
    env: { GIT_CEILING_DIRECTORIES: dirname(root), LC_ALL: "C" },
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const writer = git.stdin.getWriter();
  await writer.write(new TextEncoder().encode(patch));
  await writer.close();
  const { code, stderr } = await git.output();
  if (code !== 0) {
    const said = new TextDecoder().decode(stderr).trim();
    throw new Error(`Failed to apply the mutant "${name}": ${said}`);
  }
}
