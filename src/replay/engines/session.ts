/**
 * One run of an engine's process: its pipes, deadlines and end.
 *
 * stdin is written, stdout read and stderr drained at the same time, so no order in which the
 * engine fills or empties its pipes can block both sides.
 */
import { resolve } from "node:path";
import { GateError, messageOf } from "../../platform/diagnostic.ts";
import type { Child, Exit, Host } from "../../platform/host/host.ts";
import type { CommandConfig } from "./engine.ts";
import type { Limits } from "./limits.ts";
import { tailOf } from "./stderr_tail.ts";
import { type Line, readLines } from "./stdout_lines.ts";
import { watchdog, within } from "./watchdog.ts";

/** What reading gave. After anything but a line, the session is to be stopped. */
export type Reading =
  | Line
  /** Nothing complete came within the deadline; `partial` bytes of a line did. */
  | { readonly type: "late"; readonly partial: number; readonly stdinClosed: boolean }
  /** The engine closed its stdin although requests were still to be written. */
  | { readonly type: "stdin_closed" };

/** How a session ended. */
export interface Ending {
  /** Of the process itself. */
  readonly exit: Exit;
  /** The process had ended by itself before it was told to. */
  readonly byItself: boolean;
  /** The last lines of stderr, bounded; may be empty. */
  readonly stderr: string;
  /** Bytes that were written to stderr in all. */
  readonly noise: number;
}

/** A running engine process. */
export interface Session {
  /** Queues text for stdin; never fails, a broken pipe shows in `read`. */
  send(text: string): void;
  /** The next line of stdout, waited for at most `ms` milliseconds. One read at a time. */
  read(ms: number): Promise<Reading>;
  /** Closes stdin; everything sent must have been answered. */
  closeInput(): void;
  /** Waits at most `ms` milliseconds for the process to end by itself; tells whether it did. */
  ended(ms: number): Promise<boolean>;
  /** Ends the process and all its descendants, if it runs still. Safe to call twice. */
  stop(): Promise<Ending>;
}

/** How long the last bytes of stderr may take after the process is gone, in milliseconds. */
const STDERR_REST_MS = 200;
/** How long it may take to notice that stdin is closed, in milliseconds. */
const PROBE_MS = 50;

/** Starts the engine's process. Throws GateError `engine_not_started` (set-up) or `interrupted`. */
export function startSession(
  config: CommandConfig,
  root: string,
  host: Host,
  limits: Limits,
): Session {
  const child = spawnEngine(config, root, host);
  const lines = readLines(child.stdout, limits.lineBytes);
  const tail = tailOf(child.stderr, limits.stderrLines, limits.stderrBytes);
  const writer = child.stdin.getWriter();
  // A pipe that breaks while nothing is written would be an unhandled rejection.
  writer.closed.catch(() => {});

  const queue: string[] = [];
  let writing = false;
  let broken = false;
  let exited = false;
  let stopping: Promise<Ending> | undefined;
  let settlePending: ((reading: Reading) => void) | undefined;
  child.exit.then(() => exited = true);
  const dog = watchdog(host.now, async () => {
    // Taken first: an answer that comes during the probe is late all the same.
    const settle = settlePending;
    settlePending = undefined;
    const partial = lines.partial();
    settle?.({ type: "late", partial, stdinClosed: await isInputClosed() });
  });

  /** Settles the pending read, if there is one. */
  function done(reading: Reading): void {
    dog.rest();
    settlePending?.(reading);
    settlePending = undefined;
  }

  async function write(): Promise<void> {
    if (writing || broken) return;
    writing = true;
    while (queue.length > 0 && !broken) {
      const text = queue.splice(0).join("");
      try {
        await writer.write(new TextEncoder().encode(text));
      } catch {
        broken = true;
      }
    }
    writing = false;
    // A process that crashed breaks the pipe too: leave it the time to show that on stdout.
    if (broken && !await within(limits.graceMs, child.exit)) {
      done({ type: "stdin_closed" });
    }
  }

  /** Whether the engine has closed its stdin, which only a write can tell. */
  async function isInputClosed(): Promise<boolean> {
    if (broken || writing) return broken;
    let refused = false;
    const probe = writer.write(new TextEncoder().encode("\n")).catch(() => refused = true);
    await within(PROBE_MS, probe);
    return refused;
  }

  async function stop(): Promise<Ending> {
    const byItself = exited;
    dog.dispose();
    const exit = await child.end();
    // A descendant that left the process group may hold stderr open for ever.
    await within(STDERR_REST_MS, tail.done);
    const stderr = tail.text();
    await Promise.all([tail.cancel(), lines.cancel(), writer.abort().catch(() => {})]);
    return { exit, byItself, stderr, noise: tail.bytes() };
  }

  return {
    send(text) {
      queue.push(text);
      void write();
    },
    read(ms) {
      return new Promise<Reading>((settle) => {
        settlePending = settle;
        dog.arm(ms);
        lines.next().then(done);
      });
    },
    closeInput: () => void writer.close().catch(() => {}),
    ended: (ms) => within(ms, child.exit),
    stop: () => stopping ??= stop(),
  };
}

function spawnEngine(config: CommandConfig, root: string, host: Host): Child {
  const [program, ...args] = config.command;
  try {
    return host.spawn({
      argv: [program.includes("/") ? resolve(root, program) : program, ...args],
      cwd: resolve(root, config.cwd ?? "."),
      ...(config.env && { env: config.env }),
    });
  } catch (cause) {
    if (cause instanceof GateError && cause.kind === "interrupted") throw cause;
    const reason = messageOf(cause);
    throw new GateError("setup", {
      code: "engine_not_started",
      message: `Failed to start engine "${config.name}": ${reason}`,
      hint: `Build the engine, or correct its "command" in lean-gate.jsonc.`,
    });
  }
}
