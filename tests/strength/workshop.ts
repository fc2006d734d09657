/** A folder of its own for a tool that changes sources. */
import { dirname, join } from "node:path";
import { REPOSITORY } from "../support/cli.ts";

/** Copies a file of the repository to its place in the folder. */
export async function copyInto(folder: string, path: string): Promise<void> {
  const to = join(folder, path);
  await Deno.mkdir(dirname(to), { recursive: true });
  await Deno.copyFile(join(REPOSITORY, path), to);
}

/** Runs a command whose exit code must be one of those allowed; what it says is shown. */
export async function run(
  cwd: string,
  [program, ...args]: readonly string[],
  allowed: readonly number[] = [0],
): Promise<void> {
  const command = new Deno.Command(program!, { args, cwd, stdout: "inherit", stderr: "inherit" });
  const { code } = await command.spawn().status;
  if (!allowed.includes(code)) {
    throw new Error(`"${[program, ...args].join(" ")}" ended with exit code ${code}`);
  }
}
