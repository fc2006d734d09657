/** Programs on PATH, and the versions that they give themselves. */
import type { Host } from "../../platform/host/host.ts";

/** How long a program may take to say its version, in milliseconds. */
const VERSION_DEADLINE_MS = 10_000;

/** The first line of what `PROGRAM --version` says, or `undefined` when it says none. */
export async function versionOf(host: Host, program: string): Promise<string | undefined> {
  const argv = [program, "--version"] as const;
  const asked = await host.run({ argv, deadlineMs: VERSION_DEADLINE_MS }).catch(() => undefined);
  if (asked?.code !== 0) return undefined;
  // Python 2 and some others say it on stderr.
  const [line = ""] = `${asked.stdout}${asked.stderr}`.trim().split("\n");
  return line === "" ? undefined : line;
}
