/** Asks git about a folder, so that nothing of the repository has a say in how it answers. */
import type { Host } from "../../platform/host/host.ts";

const DEADLINE_MS = 60_000;

/**
 * Settings for a question alone: no program of the repository's choice runs, whoever owns it. Files of the project that
 * look like a repository's own, beside the sources, are none: their settings would count.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  "core.fsmonitor": "false",
  "core.untrackedCache": "false",
  "safe.bareRepository": "explicit",
  "safe.directory": "*",
};

/**
 * The parts of git's answer, each of which ends in a NUL. `undefined` where it gives none: there is no git, no
 * repository, or git fails.
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
