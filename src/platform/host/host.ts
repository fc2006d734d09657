/**
 * The only door to processes, files, the clock and signals.
 *
 * Everything effectful takes a {@linkcode Host}; `deno.ts` is the real one, `memory.ts` a form for
 * tests. Paths are absolute or relative to the process's working directory.
 */

/** A child process to start. Nothing is inherited but the environment. */
export interface Command {
  /** Program and arguments; no shell is involved. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd?: string;
  /** Added to (and overriding) the inherited environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Says of each variable of our environment whether the child inherits it; all unless given. */
  readonly inherits?: (name: string) => boolean;
  /** Ends the child, and all its descendants, after this many milliseconds. */
  readonly deadlineMs?: number;
  /** Called with each complete line of stdout or stderr as it arrives, for progress. */
  readonly onLine?: (stream: "stdout" | "stderr", line: string) => void;
}

/** How a child ended: by its own exit code, by a signal, or by our deadline. */
export interface Exit {
  readonly code: number;
  readonly signal: string | null;
  readonly timedOut: boolean;
}

/** A finished child with all it wrote (UTF-8, invalid bytes replaced). */
export interface Finished extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

/** A running child with piped streams. The caller must drain stdout and stderr and `end` it. */
export interface Child {
  readonly pid: number;
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly exit: Promise<Exit>;
  /** Kills the child and all its descendants, and waits for the exit. Safe to call twice. */
  end(): Promise<Exit>;
}

/** An entry of a folder. */
export interface Entry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
}

/** Files. Reads of something absent return `undefined`; other failures throw. */
export interface Files {
  readText(path: string): Promise<string | undefined>;
  readBytes(path: string): Promise<Uint8Array | undefined>;
  /**
   * Entries in code-unit order of their names; `undefined` when the folder does not exist. A link is
   * what it leads to; one that leads nowhere, or to a folder it stands in, is neither file nor folder.
   */
  list(path: string): Promise<readonly Entry[] | undefined>;
  exists(path: string): Promise<boolean>;
  /** The kind of entry at a path, without following links; `undefined` when there is none. */
  kindOf(path: string): Promise<"file" | "folder" | "link" | "other" | undefined>;
  /** Size in bytes of a file; `undefined` when it is absent or a folder. */
  size(path: string): Promise<number | undefined>;
  /** Streams the bytes of a file that may not fit in memory. */
  readStream(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>;
  /** Writes a temporary sibling and renames it over `path`; creates the folder. All or nothing. */
  writeAtomic(path: string, content: string | Uint8Array): Promise<void>;
  /** Writes the stream to `path`, whose folder exists; what is there before the end is incomplete. */
  write(path: string, content: ReadableStream<Uint8Array>): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  /** The absolute path of something that is there, with no link in it. */
  realPath(path: string): Promise<string>;
  /** Removes a file or a whole folder; nothing happens when it is absent. */
  remove(path: string): Promise<void>;
  /** A new empty folder, removed by `dispose` of the host. */
  tempDir(prefix: string): Promise<string>;
  /** Flushes a file's content, or a folder's names, to the disk. */
  sync(path: string): Promise<void>;
  /** Opens a file to append to, and creates it in its folder, which exists. */
  openLog(path: string): Promise<LogFile>;
  /**
   * Takes the lock on a file, which is created in its folder; `undefined` when somebody else has it.
   * It is the system's own lock: it ends with the process that holds it, however that ends.
   */
  tryLock(path: string): Promise<Lock | undefined>;
}

/** A file that only grows. */
export interface LogFile {
  /** Bytes in the file. */
  readonly size: number;
  /**
   * Appends all of the bytes and returns once they would survive a loss of power. When that fails, the
   * file is cut back to what it was, as far as the system lets us, and the failure thrown.
   */
  append(bytes: Uint8Array): Promise<void>;
  /** Cuts the file to this many bytes, durably. */
  truncate(size: number): Promise<void>;
  close(): void;
}

/** A lock that is held. */
export interface Lock {
  /** Replaces the description of the holder in the lock file. */
  describe(holder: string): Promise<void>;
  /** Lets go of the lock; the file stays, and says nothing. */
  release(): void;
}

/** A module that runs beside this one and answers messages, in their order. */
export interface Thread {
  /**
   * The answer to a message.
   *
   * Both are copied. Rejects when the thread could not start, or has ended.
   */
  ask(message: unknown): Promise<unknown>;
  end(): void;
}

/** Everything the stages may do to the world. */
export interface Host {
  readonly files: Files;
  /** Working directory, absolute. */
  readonly cwd: string;
  /** Number of this process. */
  readonly pid: number;
  /** The Deno executable that runs this process, for child scripts. */
  readonly denoPath: string;
  /** Operating system and processor, e.g. `linux` and `x86_64`. */
  readonly os: string;
  /** Processors available, at least 1. */
  readonly cpus: number;
  /** Memory in bytes that new processes may take now; `Infinity` when the system does not say. */
  freeMemory(): number;
  env(name: string): string | undefined;
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** The time, UTC, as `YYYY-MM-DDTHH:MM:SS.sssZ`. */
  time(): string;
  /** The date, UTC, as `YYYY-MM-DD`. */
  today(): string;
  /** Aborts when the user interrupts; every child is ended then. */
  readonly signal: AbortSignal;
  /** Runs a child to its end. A child that cannot be started throws GateError `command_not_found` (set-up). */
  run(command: Command): Promise<Finished>;
  /** Starts a child with piped streams. */
  spawn(command: Omit<Command, "onLine">): Child;
  /** Starts a module as a thread; absent where there are none. */
  readonly startThread?: (module: URL) => Thread;
  /** First match of `program` on PATH, or the path itself if it has a slash. */
  which(program: string): Promise<string | undefined>;
}
