/** Asks git about a folder, so that nothing of the repository has a say in how it answers. */
import type { Host } from "../../platform/host/host.ts";

const DEADLINE_MS = 60_000;

/**
 * Settings of one question to git.
 *
 * Git runs no program that the repository names, whoever owns it. It takes no folder of sources for a bare
 * repository, whose settings would count.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  "core.fsmonitor": "false",
  "core.untrackedCache": "false",
  "safe.bareRepository": "explicit",
  "safe.directory": "*",
};

/**
 * Splits git's answer at each NUL.
 *
 * `undefined` means that there is no answer: no git, no repository, or an error.
 */
export async function askGit(
  host: Pick<Host, "run" | "which">,
  folder: string,
  args: readonly string[],
): Promise<readonly string[] | undefined> {
  const git = await host.which("git");
  if (git === undefined) return undefined;
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { code, stdout } = await host.run({
    argv: [git, ...settings, ...args],
    cwd: folder,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_OPTIONAL_LOCKS: "0" },
    // By those a caller would have git answer for another repository.
    inherits: (name) => !name.startsWith("GIT_"),
    deadlineMs: DEADLINE_MS,
  });
  return code === 0 ? stdout.split("\0").slice(0, -1) : undefined;
}
