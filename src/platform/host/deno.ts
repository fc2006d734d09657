/** The real host: Deno's processes, files, clock and signals. */
import { availableParallelism } from "node:os";
import { delimiter, extname, join } from "node:path";
import { constrainedMemory } from "node:process";
import { GateError } from "../diagnostic.ts";
import { commandNotFound } from "./command_not_found.ts";
import { denoFiles } from "./deno_files.ts";
import { denoThread } from "./deno_thread.ts";
import { type Guard, openGuard } from "./guard.ts";
import { runToEnd } from "./drain.ts";
import type { Child, Command, Exit, Host } from "./host.ts";
import { interrupted } from "./interrupt.ts";

/** How long a child may take to end after SIGTERM before it gets SIGKILL, in milliseconds. */
const GRACE_MS = 2_000;

/** A host bound to this process, and the function that frees what it holds. */
export interface OwnedHost extends AsyncDisposable {
  readonly host: Host;
}

/** What a host may do besides. */
export interface HostOptions {
  /** Whether a guard ends the children if this process is killed. */
  readonly guarded?: boolean;
}

/** Creates the real host. `signal` is the user's interrupt; disposing ends all children and temporary folders. */
export function denoHost(signal: AbortSignal, { guarded = false }: HostOptions = {}): OwnedHost {
  if (!("Deno" in globalThis)) {
    throw new GateError("setup", {
      code: "deno_missing",
      message: "Failed to run the gate: this JavaScript runtime is not Deno",
      hint: "Run the program with Deno 2.9. Of this library only the reducer runs elsewhere.",
    });
  }
  let guard: Guard | undefined;
  const running = new Set<Child>();
  const temporary = new Set<string>();
  const files = denoFiles(temporary);

  function spawn(command: Omit<Command, "onLine">): Child {
    const child = start(command, signal);
    if (guarded) guard ??= openGuard();
    guard?.started(child.pid);
    running.add(child);
    child.exit.finally(() => {
      guard?.ended(child.pid);
      running.delete(child);
    });
    return child;
  }

  const host: Host = {
    files,
    cwd: workingFolder(),
    pid: Deno.pid,
    // A compiled program is no Deno: it would start itself.
    denoPath: Deno.build.standalone ? "deno" : Deno.execPath(),
    os: `${Deno.build.os}-${Deno.build.arch}`,
    cpus: Math.max(1, availableParallelism()),
    freeMemory,
    env: (name) => Deno.env.get(name),
    now: () => performance.now(),
    time: () => new Date().toISOString(),
    today: () => new Date().toISOString().slice(0, 10),
    signal,
    spawn,
    run: async (command) => await runToEnd(spawn(command), command.onLine),
    startThread: denoThread,
    which: (program) => which(program, Deno.env.get("PATH") ?? ""),
  };
  const endAll = () => Promise.all([...running].map((child) => child.end()));
  signal.addEventListener("abort", endAll, { once: true });
  return {
    host,
    async [Symbol.asyncDispose]() {
      signal.removeEventListener("abort", endAll);
      await endAll();
      guard?.close();
      for (const folder of temporary) await files.remove(folder);
    },
  };
}

/**
 * Starts the child in a process group of its own, so that `end` reaches its descendants too (`lake`
 * starts `lean`, `cargo` starts `rustc`), and so that a terminal's Ctrl-C is ours to pass on.
 */
function start(command: Omit<Command, "onLine">, signal: AbortSignal): Child {
  if (signal.aborted) throw interrupted();
  const [program, ...args] = command.argv;
  let process: Deno.ChildProcess;
  try {
    process = new Deno.Command(program, {
      args,
      ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
      ...environmentOf(command),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.PermissionDenied) {
      throw commandNotFound(command, reasonOf(cause, command.cwd));
    }
    throw cause;
  }

  let timedOut = false;
  let ended = false;
  const deadline = command.deadlineMs === undefined ? undefined : setTimeout(() => {
    timedOut = true;
    void end();
  }, command.deadlineMs);
  const exit: Promise<Exit> = process.status.then((status) => {
    ended = true;
    clearTimeout(deadline);
    // A leader that is gone may leave descendants that hold our pipes open.
    killGroup(process.pid, "SIGKILL");
    return { code: status.code, signal: status.signal, timedOut };
  });
  async function end(): Promise<Exit> {
    if (!ended) {
      killGroup(process.pid, "SIGTERM");
      const grace = setTimeout(() => killGroup(process.pid, "SIGKILL"), GRACE_MS);
      await exit;
      clearTimeout(grace);
    }
    return exit;
  }
  return {
    pid: process.pid,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    exit,
    end,
  };
}

/** The working directory; `/` when it is gone, so that only absolute paths mean anything. */
function workingFolder(): string {
  try {
    return Deno.cwd();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    return "/";
  }
}

function environmentOf({ env, inherits }: Pick<Command, "env" | "inherits">): Deno.CommandOptions {
  if (inherits === undefined) return env === undefined ? {} : { env };
  const ours = Object.entries(Deno.env.toObject());
  const inherited = Object.fromEntries(ours.filter(([name]) => inherits(name)));
  return { clearEnv: true, env: { ...inherited, ...env } };
}

function reasonOf(cause: Error, cwd: string | undefined): string {
  if (cause instanceof Deno.errors.PermissionDenied) return "it may not be executed";
  const folder = cwd === undefined || isFolder(cwd);
  return folder ? "there is no such program" : "there is no such folder";
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

function killGroup(pid: number, signal: Deno.Signal): void {
  try {
    Deno.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** First match of `program` in the folders of `path`, as `Host.which` finds it. */
export async function which(program: string, path: string): Promise<string | undefined> {
  const windows = Deno.build.os === "windows";
  const isPath = program.includes("/") || (windows && program.includes("\\"));
  const names = windows && extname(program) === "" ? [`${program}.exe`, program] : [program];
  const candidates = isPath
    ? names
    : path.split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
  for (const candidate of candidates) {
    const info = await Deno.stat(candidate).catch(() => undefined);
    if (info?.isFile && (info.mode ?? 0o111) & 0o111) return candidate;
  }
  return undefined;
}

function freeMemory(): number {
  try {
    // A container may have less than the machine; 0 where none is told.
    const limit = constrainedMemory() || Infinity;
    return Math.min(Deno.systemMemoryInfo().available, limit);
  } catch {
    return Infinity;
  }
}
