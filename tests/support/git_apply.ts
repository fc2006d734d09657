/** Applies unified diffs that are kept as fixtures. */
import { dirname } from "node:path";

/**
 * Applies the patch to the folder `root`, or takes it back. The failure begins with
 * `Failed to apply` and `what`, and ends with git's own words.
 *
 * @throws Error when the patch does not apply exactly.
 */
export async function gitApply(
  root: string,
  what: string,
  patch: string,
  flags: readonly string[] = [],
): Promise<void> {
  const git = new Deno.Command("git", {
    args: ["apply", "--whitespace=nowarn", ...flags, "-"],
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
  if (code === 0) return;
  throw new Error(`Failed to apply ${what}: ${new TextDecoder().decode(stderr).trim()}`);
}
