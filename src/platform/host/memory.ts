/**
 * A host for tests: files are a map, the clock stands until the test moves it, and children do what
 * the test scripts. Nothing outside of the process is touched.
 */
import { commandNotFound } from "./command_not_found.ts";
import { runToEnd } from "./drain.ts";
import type { Command, Host } from "./host.ts";
import { type MemoryClock, memoryClock } from "./memory_clock.ts";
import { type Content, type MemoryFiles, memoryFiles } from "./memory_files.ts";
import { type Answer, startScript } from "./memory_process.ts";

/** The world as a test sets it up; everything has a default. */
export interface MemoryWorld {
  /** Working directory, absolute; `/project` unless given. */
  readonly cwd?: string;
  /** Content by path, relative to `cwd` or absolute. */
  readonly files?: Readonly<Record<string, Content>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The date, `2026-01-01` unless given. */
  readonly today?: string;
  readonly cpus?: number;
  /** What each command comes to; `undefined`: there is no such program. */
  readonly programs?: (command: Omit<Command, "onLine">) => Answer | undefined;
  /** Absolute paths of what `which` finds, by name. */
  readonly path?: Readonly<Record<string, string>>;
}

/** The in-memory host, and what a test does to it and sees of it. */
export interface MemoryHost extends Pick<MemoryClock, "advance"> {
  readonly host: Host & { readonly files: MemoryFiles };
  /** Every command that was asked for, in order. */
  readonly commands: readonly Omit<Command, "onLine">[];
  /** The user's Ctrl-C: ends every child. */
  interrupt(): void;
}

/** Creates an in-memory host. */
export function memoryHost(world: MemoryWorld = {}): MemoryHost {
  const { cwd = "/project", env = {}, path = {} } = world;
  const files = memoryFiles(cwd, world.files);
  const clock = memoryClock();
  const interrupt = new AbortController();
  const commands: Omit<Command, "onLine">[] = [];

  const spawn: Host["spawn"] = (command) => {
    commands.push(command);
    const answer = world.programs?.(command);
    if (answer === undefined) throw commandNotFound(command, "there is no such program");
    return startScript(command, answer, commands.length, clock, interrupt.signal);
  };
  const host = {
    files,
    cwd,
    pid: 1,
    denoPath: "/bin/deno",
    os: "linux-x86_64",
    cpus: world.cpus ?? 1,
    freeMemory: () => Infinity,
    env: (name: string) => env[name],
    now: clock.now,
    time: () => `${world.today ?? "2026-01-01"}T00:00:00.000Z`,
    today: () => world.today ?? "2026-01-01",
    signal: interrupt.signal,
    spawn,
    async run({ onLine, ...command }: Command) {
      return await runToEnd(spawn(command), onLine);
    },
    which: async (program: string) =>
      program.includes("/") ? (await files.exists(program) ? program : undefined) : path[program],
  };
  return { host, commands, advance: clock.advance, interrupt: () => interrupt.abort() };
}
