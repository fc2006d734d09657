/** What differs on Windows: where the user's home is, and how programs are called. */
import type { Host } from "./host.ts";

/** The user's home folder, where there is one; Windows does not set `HOME`. */
export function homeFolder({ os, env }: Pick<Host, "os" | "env">): string | undefined {
  return (isWindows(os) ? env("USERPROFILE") : undefined) || env("HOME") || undefined;
}

/** The file name of a program, e.g. `lean.exe`. */
export function programFile({ os }: Pick<Host, "os">, name: string): string {
  return isWindows(os) ? `${name}.exe` : name;
}

function isWindows(os: string): boolean {
  return os.startsWith("windows");
}
