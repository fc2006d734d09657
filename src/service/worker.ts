/** Runs a worker: from its start, which waits until its process is on record, to its end. */
import { resolve } from "node:path";
import { setInterval } from "node:timers";
import { join } from "node:path";
import { runToEnd } from "../platform/host/drain.ts";
import type { Child, Command, Exit, Host } from "../platform/host/host.ts";
import type { Key } from "../lifecycle/value.ts";
import { isWorkers } from "./git.ts";
import { openOutput } from "./output.ts";
import { keyText, recordOwner } from "./owner.ts";
import type { Store } from "./store.ts";

/** What bounds a worker. */
export interface Limits {
  /** How long it may take, in milliseconds. */
  readonly deadlineMs?: number;
  /** How long it may go without a sign of life, in milliseconds. */
  readonly heartbeatMs?: number;
  /** How many bytes of its output are kept. */
  readonly outputBytes: number;
}

/** A worker to run. */
export interface Worker extends Limits {
  readonly key: Key;
  /** The name of its attempt. */
  readonly name: string;
  readonly task: string;
  readonly argv: readonly [string, ...string[]];
  /** Its worktree. */
  readonly folder?: string;
  readonly onLine: NonNullable<Command["onLine"]>;
}

/** How a worker ended. */
export interface WorkerExit extends Exit {
  /** It gave no sign of life for too long. */
  readonly stalled: boolean;
  /** Why its output was not kept, when it was not. */
  readonly outputLost?: unknown;
}

/** How often a supervisor looks whether its worker is to stop, in milliseconds. */
const POLL_MS = 100;

/** Waits for a line, and becomes the worker: the process keeps its number and its start. */
const GATE = 'read -r _ && exec "$@"';

/** The environment by which a worker finds its attempt. */
export function environmentOf(
  store: Store,
  key: Key,
  task: string,
  worktree: string | undefined,
): Readonly<Record<string, string>> {
  return {
    LIFECYCLE_STORE: store.root,
    LIFECYCLE_KEY: keyText(key),
    LIFECYCLE_TASK: task,
    ...(worktree === undefined ? {} : { LIFECYCLE_WORKTREE: worktree }),
  };
}

/** Runs the worker to its end. Throws GateError `command_not_found` (set-up) when there is none. */
export async function runWorker(host: Host, store: Store, worker: Worker): Promise<WorkerExit> {
  const { key, name, deadlineMs, heartbeatMs, onLine } = worker;
  const [stop, beat] = [join(store.stops, name), join(store.owners, `${name}.beat`)];
  const output = openOutput(host, store, name, worker.outputBytes);
  const child = await start(host, store, worker, beat, deadlineMs);
  let alive = host.now();
  let stalled = false;
  const watch = setInterval(async () => {
    if (await host.files.exists(stop)) await child.end();
    if (heartbeatMs === undefined) return;
    if (await host.files.exists(beat)) {
      alive = host.now();
      await host.files.remove(beat);
    }
    if (host.now() - alive <= heartbeatMs) return;
    stalled = true;
    await child.end();
  }, POLL_MS);
  try {
    await recordOwner(host, store, name, key, child.pid);
    await open(child);
    const { code, signal, timedOut } = await runToEnd(child, (stream, line) => {
      alive = host.now();
      output.line(line);
      onLine(stream, line);
    });
    const lost = await output.close().then(() => ({}), (cause) => ({ outputLost: cause }));
    return { code, signal, timedOut, stalled, ...lost };
  } finally {
    watch.close();
    await child.end();
    await host.files.remove(stop);
    await host.files.remove(beat);
  }
}

async function start(
  host: Host,
  store: Store,
  { key, task, argv, folder }: Worker,
  beat: string,
  deadlineMs: number | undefined,
): Promise<Child> {
  const [program] = argv;
  const path = program.includes("/") ? resolve(folder ?? host.cwd, program) : program;
  // One that is not there is told by the host.
  const found = await host.which(path) !== undefined;
  return host.spawn({
    argv: found ? ["sh", "-c", GATE, "sh", ...argv] : argv,
    env: { ...environmentOf(store, key, task, folder), LIFECYCLE_HEARTBEAT: beat },
    inherits: isWorkers,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
}

/** Lets the worker begin. One that was ended before has nobody who reads. */
async function open({ stdin }: Child): Promise<void> {
  const writer = stdin.getWriter();
  await writer.write(new TextEncoder().encode("\n")).catch(() => {});
  writer.releaseLock();
}
