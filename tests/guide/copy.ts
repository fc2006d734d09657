/** A copy of this repository in which the guide can be followed. */
import { dirname, join } from "node:path";
import { REPOSITORY } from "../support/cli.ts";

/** What is built already, so that only what changes is built anew. */
const BUILT = ["formal/.lake", "rust/target"];

/** Copies what git keeps or would keep, and what is built of it. */
export async function copyRepositoryWhole(folder: string): Promise<void> {
  const listed = await output("git", [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  const files = listed.split("\0").filter((path) => path !== "");
  for (const path of [...files, ...BUILT]) {
    const from = join(REPOSITORY, path);
    try {
      await Deno.stat(from);
    } catch {
      continue; // Deleted and not committed yet, or not built.
    }
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await output("cp", ["-a", from, join(folder, path)]);
  }
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const command = new Deno.Command(program, { args: [...args], cwd: REPOSITORY });
  const { success, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  if (!success) throw new Error(`Failed to run ${program}: ${text.decode(stderr)}`);
  return text.decode(stdout);
}

/** Runs a command in the folder as a reader of the guide would. */
export async function follow(folder: string, command: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", command],
    cwd: folder,
    env: {
      NO_COLOR: "1",
      PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`,
      // A repository around the folder is not the one that the patches are for.
      GIT_CEILING_DIRECTORIES: dirname(folder),
    },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return text.decode(stderr) + text.decode(stdout);
}
