/** The real host: Deno's processes, files, clock and signals. */
import { Buffer } from "node:buffer";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { GateError } from "../diagnostic.ts";
import type { Child, Command, Entry, Exit, Files, Finished, Host } from "./host.ts";
import { interrupted } from "./interrupt.ts";
import { splitLines } from "./lines.ts";

/** How long a child may take to end after SIGTERM before it gets SIGKILL, in milliseconds. */
const GRACE_MS = 2_000;

/** A host bound to this process, and the function that frees what it holds. */
export interface OwnedHost extends AsyncDisposable {
  readonly host: Host;
}

/** Creates the real host. `signal` is the user's interrupt; disposing ends all children and temporary folders. */
export function denoHost(signal: AbortSignal): OwnedHost {
  const running = new Set<Child>();
  const temporary = new Set<string>();
  const files = denoFiles(temporary);

  function spawn(command: Omit<Command, "onLine">): Child {
    const child = start(command, signal);
    running.add(child);
    child.exit.finally(() => running.delete(child));
    return child;
  }

  const host: Host = {
    files,
    cwd: Deno.cwd(),
    denoPath: Deno.execPath(),
    os: `${Deno.build.os}-${Deno.build.arch}`,
    cpus: Math.max(1, availableParallelism()),
    freeMemory,
    env: (name) => Deno.env.get(name),
    now: () => performance.now(),
    today: () => new Date().toISOString().slice(0, 10),
    signal,
    spawn,
    run: (command) => runToEnd(spawn(command), command.onLine),
    which: (program) => which(program, Deno.env.get("PATH") ?? ""),
  };
  const endAll = () => Promise.all([...running].map((child) => child.end()));
  signal.addEventListener("abort", endAll, { once: true });
  return {
    host,
    async [Symbol.asyncDispose]() {
      signal.removeEventListener("abort", endAll);
      await endAll();
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
      ...(command.env === undefined ? {} : { env: command.env }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.PermissionDenied) {
      throw new GateError("setup", {
        code: "command_not_found",
        message: `Failed to start "${program}"${
          command.cwd ? ` in "${command.cwd}"` : ""
        }: ${cause.message}`,
        hint:
          "Check that the program is installed, executable and on PATH, and that its folder exists.",
      });
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

function killGroup(pid: number, signal: Deno.Signal): void {
  try {
    Deno.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}

async function runToEnd(child: Child, onLine: Command["onLine"]): Promise<Finished> {
  const closing = child.stdin.close().catch(() => {});
  const [stdout, stderr, exit] = await Promise.all([
    collect(child.stdout, onLine && ((line) => onLine("stdout", line))),
    collect(child.stderr, onLine && ((line) => onLine("stderr", line))),
    child.exit,
    closing,
  ]);
  return { ...exit, stdout, stderr };
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  onLine: ((line: string) => void) | undefined,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const lines = onLine && splitLines(onLine);
  for await (const chunk of stream) {
    chunks.push(chunk);
    lines?.push(chunk);
  }
  lines?.flush();
  return Buffer.concat(chunks).toString("utf8");
}

async function which(program: string, path: string): Promise<string | undefined> {
  const candidates = program.includes("/")
    ? [program]
    : path.split(delimiter).map((dir) => join(dir, program));
  for (const candidate of candidates) {
    const info = await Deno.stat(candidate).catch(() => undefined);
    if (info?.isFile && (info.mode ?? 0o111) & 0o111) return candidate;
  }
  return undefined;
}

function freeMemory(): number {
  try {
    return Deno.systemMemoryInfo().available;
  } catch {
    return Infinity;
  }
}

function denoFiles(temporary: Set<string>): Files {
  const files: Files = {
    readText: (path) => absent(Deno.readTextFile(path)),
    readBytes: (path) => absent(Deno.readFile(path)),
    async list(path) {
      const entries: Entry[] = [];
      try {
        for await (const { name, isFile, isDirectory } of Deno.readDir(path)) {
          entries.push({ name, isFile, isDirectory });
        }
      } catch (cause) {
        if (isAbsence(cause)) return undefined;
        throw cause;
      }
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async exists(path) {
      return (await absent(Deno.stat(path))) !== undefined;
    },
    async size(path) {
      const info = await absent(Deno.stat(path));
      return info?.isFile ? info.size : undefined;
    },
    async readStream(path) {
      return (await absent(Deno.open(path)))?.readable;
    },
    async writeAtomic(path, content) {
      await Deno.mkdir(dirname(path), { recursive: true });
      const sibling = `${path}.${crypto.randomUUID()}.tmp`;
      try {
        await Deno.writeFile(sibling, typeof content === "string" ? Buffer.from(content) : content);
        await Deno.rename(sibling, path);
      } catch (cause) {
        await files.remove(sibling);
        throw cause;
      }
    },
    write: (path, content) => Deno.writeFile(path, content),
    rename: (from, to) => Deno.rename(from, to),
    mkdir: (path) => Deno.mkdir(path, { recursive: true }),
    async remove(path) {
      await absent(Deno.remove(path, { recursive: true }));
    },
    async tempDir(prefix) {
      const folder = await Deno.makeTempDir({ prefix: `${prefix}-` });
      temporary.add(folder);
      return folder;
    },
  };
  return files;
}

async function absent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (cause) {
    if (isAbsence(cause)) return undefined;
    throw cause;
  }
}

function isAbsence(cause: unknown): boolean {
  return cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotADirectory;
}
