/** Runs a program of a toolchain with bounded memory, its output kept in a file. */
import { join } from "node:path";
import type { Finished, Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";

/** What bounds a run. */
export interface Bounds {
  readonly memoryBytes: number;
  readonly deadlineMs: number;
}

/** Systems that have no such limit go on without one. */
const SCRIPT = 'ulimit -S -v "$1" 2>/dev/null || true; out=$2; shift 2; exec "$@" > "$out"';

/** Runs the command; what it prints on stdout is in `output` afterwards. */
export async function runBounded(
  host: Host,
  argv: readonly string[],
  output: string,
  { memoryBytes, deadlineMs }: Bounds,
  cwd: string,
): Promise<Finished> {
  const kibibytes = String(Math.floor(memoryBytes / 1024));
  const finished = await host.run({
    argv: ["sh", "-c", SCRIPT, "sh", kibibytes, output, ...argv],
    cwd,
    // A program of Lean that panics goes on otherwise, and leaves out what it panicked about.
    env: { LEAN_ABORT_ON_PANIC: "1" },
    deadlineMs,
  });
  stopIfInterrupted(host);
  return finished;
}

const VERSION_DEADLINE_MS = 10_000;

/** The version that a program gives itself on its first line, e.g. `0.4.17`. */
export async function programVersion(
  host: Host,
  program: string,
  folder: string,
  { memoryBytes }: Pick<Bounds, "memoryBytes">,
): Promise<string | undefined> {
  for (const flag of ["--version", "--help"]) {
    const output = join(folder, "version");
    const bounds = { memoryBytes, deadlineMs: VERSION_DEADLINE_MS };
    const { code } = await runBounded(host, [program, flag], output, bounds, folder);
    const [line = ""] = (await host.files.readText(output) ?? "").split("\n");
    const version = /\b\d+\.\d+\.\d+[\w.+-]*/.exec(line)?.[0];
    if (code === 0 && version !== undefined) return version;
  }
  return undefined;
}
