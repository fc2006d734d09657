/**
 * The wrapper: claims a task, runs the worker in the attempt's worktree, and reports how it ended.
 * What it reports is evidence; whether it counts is for the reducer to say.
 */
import { setInterval } from "node:timers";
import { join } from "node:path";
import type { Child, Command, Exit, Host } from "../platform/host/host.ts";
import { runToEnd } from "../platform/host/drain.ts";
import { GateError, messageOf } from "../platform/diagnostic.ts";
import type { Decision } from "../lifecycle/decision.ts";
import type { Phase } from "../lifecycle/state.ts";
import type { Class, Key } from "../lifecycle/value.ts";
import { ownerLock } from "./converge.ts";
import { drive, tidy } from "./drive.ts";
import { isWorkers } from "./git.ts";
import { showGraph } from "./graph.ts";
import type { Opening } from "./journal.ts";
import { attemptName, taskNamed } from "./ledger.ts";
import { takeLock } from "./lock.ts";
import { act, currentOf, openService, type Service } from "./service.ts";
import type { Store } from "./store.ts";
import { claim, nextKey, release } from "./tasks.ts";
import { keepLateCommits, worktreeOf } from "./worktree.ts";

/** What to run for which task. */
export interface Supervision {
  readonly task: string;
  readonly argv: readonly [string, ...string[]];
  /** How long the provider may take, in milliseconds. */
  readonly deadlineMs?: number;
  readonly onLine: NonNullable<Command["onLine"]>;
  /** Told what was recorded, each time the journal is let go. */
  readonly onRecorded: (service: Service) => void;
}

/** How a supervised attempt ended. */
export interface Supervised {
  /** The claim was refused by this decision, and nothing was run. */
  readonly refused?: Decision;
  readonly exit?: Exit;
  /** Where the attempt stands; `undefined` when it is not its task's current one any more. */
  readonly phase?: Phase["type"];
  /** Why it failed, when it did. */
  readonly failure?: Class;
}

/** How often a supervisor looks whether its worker is to stop, in milliseconds. */
const STOP_POLL_MS = 100;

/** Claims the task, runs the worker to its end and reports it. */
export async function supervise(
  host: Host,
  store: Store,
  opening: Opening,
  supervision: Supervision,
): Promise<Supervised> {
  const begun = await begin(host, store, opening, supervision);
  if ("refused" in begun) return begun;
  const { key, name, folder } = begun;
  try {
    let exit: Exit;
    try {
      const environment = environmentOf(store, key, supervision.task, folder);
      exit = await runWorker(host, store, name, supervision, folder, environment);
    } catch (cause) {
      using service = await openService(host, store, opening);
      await release(service, key, `The worker could not be started: ${messageOf(cause)}`);
      await showGraph(service);
      supervision.onRecorded(service);
      throw cause;
    }
    return await report(host, store, opening, supervision, key, exit);
  } finally {
    begun.owner.release();
    await host.files.remove(begun.lockFile);
  }
}

/** The environment by which a worker finds its attempt. */
export function environmentOf(
  store: Store,
  key: Key,
  task: string,
  worktree: string | undefined,
): Readonly<Record<string, string>> {
  return {
    LIFECYCLE_STORE: store.root,
    LIFECYCLE_KEY: [key.graph, key.task, key.generation, key.attempt, key.fence].join(","),
    LIFECYCLE_TASK: task,
    ...(worktree === undefined ? {} : { LIFECYCLE_WORKTREE: worktree }),
  };
}

/**
 * Claims, with the owner's lock taken before: from the claim on, whoever finds it free knows us
 * dead.
 */
async function begin(host: Host, store: Store, opening: Opening, supervision: Supervision) {
  using service = await openService(host, store, opening);
  const key = nextKey(service, taskNamed(service.ledger, supervision.task));
  const name = attemptName(service.ledger, key);
  const lockFile = ownerLock(service, key);
  await host.files.mkdir(store.owners);
  const owner = await takeLock(host, lockFile, { purpose: `supervise ${name}`, waitMs: 0 });
  try {
    const decision = await claim(service, key, true);
    await showGraph(service);
    supervision.onRecorded(service);
    if (decision.verdict.type !== "applied") {
      owner.release();
      await host.files.remove(lockFile);
      return { refused: decision };
    }
  } catch (cause) {
    owner.release();
    supervision.onRecorded(service);
    throw cause;
  }
  const own = worktreeOf(service, key);
  const folder = await host.files.exists(own) ? own : undefined;
  return { key, name, owner, lockFile, folder };
}

async function runWorker(
  host: Host,
  store: Store,
  name: string,
  { argv, deadlineMs, onLine }: Supervision,
  cwd: string | undefined,
  env: Readonly<Record<string, string>>,
): Promise<Exit> {
  const stop = join(store.stops, name);
  const child: Child = host.spawn({
    argv,
    env,
    inherits: isWorkers,
    ...(cwd === undefined ? {} : { cwd }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  const watch = setInterval(async () => {
    if (await host.files.exists(stop)) await child.end();
  }, STOP_POLL_MS);
  try {
    const { code, signal, timedOut } = await runToEnd(child, onLine);
    return { code, signal, timedOut };
  } finally {
    watch.close();
    await host.files.remove(stop);
  }
}

async function report(
  host: Host,
  store: Store,
  opening: Opening,
  { onRecorded }: Supervision,
  key: Key,
  exit: Exit,
): Promise<Supervised> {
  using service = await openService(host, store, opening);
  const tell = async (...[what, facts]: [Parameters<typeof act>[2], Parameters<typeof act>[3]?]) =>
    await driveUnlessInterrupted(service, await act(service, key, what, facts));
  if (exit.timedOut) await tell({ type: "providerFault", fault: "timeout" });
  const signal = exit.signal === null ? undefined : { reason: `It was ended by ${exit.signal}` };
  await tell({ type: "processExited", role: "worker", code: exit.code }, signal);
  if (host.signal.aborted) {
    await tell({ type: "processExited", role: "wrapper", code: 130 }, { reason: "Interrupted" });
  }
  const phase = currentOf(service, key)?.phase;
  // A killed or abandoned attempt has nobody left to look at its worktree; its commits are kept.
  if (phase === undefined && !host.signal.aborted) {
    await keepLateCommits(service, key);
    await tidy(service, key);
  }
  await showGraph(service);
  onRecorded(service);
  return {
    exit,
    ...(phase === undefined ? {} : { phase: phase.type }),
    ...(phase?.type === "failed" ? { failure: phase.class } : {}),
  };
}

/** An interrupt ends every child: what would need one is for the next `converge` to do. */
async function driveUnlessInterrupted(service: Service, decision: Decision): Promise<void> {
  try {
    await drive(service, decision);
  } catch (cause) {
    if (!(cause instanceof GateError && cause.kind === "interrupted")) throw cause;
    service.unfinished.push("The interrupt left effects to be carried out");
  }
}
