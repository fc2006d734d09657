/** Runs embedded Lean as a child process that may touch nothing but the folders it is given. */
import { join } from "node:path";
import type { Command, Finished, Host } from "../../../platform/host/host.ts";
import type { EmbeddedLean } from "./install.ts";
import { MOUNTS_VARIABLE } from "./launcher.ts";

/** One run of Lean. Paths are absolute. */
export interface LeanRun {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Folders of compiled modules, besides Lean's own library. */
  readonly path: readonly string[];
  /** Further folders it may read. */
  readonly readable: readonly string[];
  /** Folders it may write to (and read). */
  readonly writable: readonly string[];
  /** None for a program that is talked to: whoever asks knows how long to wait. */
  readonly deadlineMs?: number;
}

/**
 * Compiling the WebAssembly lazily is the quickest way to a result: a run calls a small part of the
 * binary, and V8 cannot keep compiled code of this size between processes.
 */
const LAZY_COMPILATION = "--wasm-lazy-compilation";

/**
 * How deep a recursion may go, in KiB of machine stack: as far as the usual 8 MiB of the main thread
 * allow. The threads of the pool get the same (`RUST_MIN_STACK`), so that none runs over its end.
 */
const STACK_KIB = 7_000;

/** Runs Lean to its end. Its exit code is what `lean` natively ends with. */
export async function runLean(host: Host, lean: EmbeddedLean, run: LeanRun): Promise<Finished> {
  const finished = await host.run(leanCommand(host, lean, run));
  return { ...finished, stderr: withoutDebugLines(finished.stderr) };
}

/** The command that runs Lean. No path has a comma or a colon: see `checkSeparators`. */
export function leanCommand(
  host: Pick<Host, "denoPath">,
  lean: EmbeddedLean,
  run: LeanRun,
): Omit<Command, "onLine"> {
  const readable = outermost([lean.folder, run.cwd, ...run.path, ...run.readable, ...run.writable]);
  return {
    argv: [
      host.denoPath,
      "run",
      "--no-prompt",
      "--no-config",
      "--no-lock",
      "--no-remote",
      "--no-npm",
      "--cached-only",
      `--allow-read=${readable.join(",")}`,
      ...(run.writable.length > 0 ? [`--allow-write=${run.writable.join(",")}`] : []),
      `--allow-env=LEAN_PATH,${MOUNTS_VARIABLE}`,
      "--allow-sys=cpus",
      `--v8-flags=${LAZY_COMPILATION},--stack-size=${STACK_KIB}`,
      lean.launcher,
      ...run.args,
    ],
    cwd: run.cwd,
    env: {
      LEAN_PATH: [lean.library, ...run.path].join(":"),
      [MOUNTS_VARIABLE]: readable.join(":"),
      RUST_MIN_STACK: String(2 * STACK_KIB * 1024),
      NO_COLOR: "1",
      DENO_NO_UPDATE_CHECK: "1",
      // Compiled scripts are kept with the rest of Lean, not in the user's cache.
      DENO_DIR: join(lean.folder, "deno"),
    },
    ...(run.deadlineMs === undefined ? {} : { deadlineMs: run.deadlineMs }),
  };
}

/** The folders without those that lie in another: each part of the file system is mounted once. */
export function outermost(folders: readonly string[]): string[] {
  return [...new Set(folders)]
    .filter((folder, _, all) => !all.some((other) => folder.startsWith(`${other}/`)))
    .sort();
}

/** Drops what the build of Lean says about its own imports on standard error. */
export function withoutDebugLines(stderr: string): string {
  const isDebug = debugLines();
  return stderr.split("\n").filter((line) => !isDebug(line)).join("\n");
}

/** Tells, of one line after the other, whether it is about Lean's own imports. */
export function debugLines(): (line: string) => boolean {
  let isDebug = false;
  return (line) => {
    isDebug = line.startsWith("[DEBUG:") || (isDebug && /^ {2}(- \/|mainModule\? = )/.test(line));
    return isDebug;
  };
}
