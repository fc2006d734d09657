/**
 * The wrapper: claims a task, runs the worker in the attempt's worktree, and reports how it ended.
 * What it reports is evidence; whether it counts is for the reducer to say.
 */
import type { Command, Exit, Host } from "../platform/host/host.ts";
import { GateError, messageOf } from "../platform/diagnostic.ts";
import type { Decision } from "../lifecycle/decision.ts";
import type { Phase } from "../lifecycle/state.ts";
import type { Class, Key } from "../lifecycle/value.ts";
import { drive, tidy } from "./drive.ts";
import { showGraph } from "./graph.ts";
import type { Opening } from "./journal.ts";
import { attemptName, taskNamed } from "./ledger.ts";
import { takeLock } from "./lock.ts";
import { forgetOwner, ownerLock } from "./owner.ts";
import { act, currentOf, openService, type Service } from "./service.ts";
import { stopRequest } from "./stop.ts";
import type { Store } from "./store.ts";
import { claim, nextKey, release } from "./tasks.ts";
import { type Limits, runWorker, type WorkerExit } from "./worker.ts";
import { keepLateCommits, worktreeOf } from "./worktree.ts";

/** What to run for which task. */
export interface Supervision extends Limits {
  readonly task: string;
  readonly argv: readonly [string, ...string[]];
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
    let exit: WorkerExit;
    try {
      const own = folder === undefined ? {} : { folder };
      exit = await runWorker(host, store, { ...supervision, key, name, ...own });
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
    await forgetOwner(host, store, name);
  }
}

/**
 * Claims, with the owner's lock taken before: from the claim on, whoever finds it free knows us
 * dead.
 */
async function begin(host: Host, store: Store, opening: Opening, supervision: Supervision) {
  using service = await openService(host, store, opening);
  const key = nextKey(service, taskNamed(service.ledger, supervision.task));
  const name = attemptName(service.ledger, key);
  await host.files.mkdir(store.owners);
  const lockFile = ownerLock(service, key);
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
  return { key, name, owner, folder };
}

async function report(
  host: Host,
  store: Store,
  opening: Opening,
  { onRecorded }: Supervision,
  key: Key,
  exit: WorkerExit,
): Promise<Supervised> {
  using service = await openService(host, store, opening);
  const tell = async (...[what, facts]: [Parameters<typeof act>[2], Parameters<typeof act>[3]?]) =>
    await driveUnlessInterrupted(service, await act(service, key, what, facts));
  const interrupted = host.signal.aborted;
  // By a kill the task is ready again, and keeps its retries: its exit would be a failure.
  if (interrupted && isUndecided(service, key)) {
    await tell({ type: "killRequested" }, { reason: "Its supervisor was interrupted" });
  }
  if (exit.timedOut) await tell({ type: "providerFault", fault: "timeout" });
  if (exit.stalled) {
    const reason = "It gave no sign of life for too long";
    await tell({ type: "providerFault", fault: "unavailable" }, { reason });
  }
  const signal = exit.signal === null ? undefined : { reason: `It was ended by ${exit.signal}` };
  await tell({ type: "processExited", role: "worker", code: exit.code }, signal);
  if (interrupted) {
    await tell({ type: "processExited", role: "wrapper", code: 130 }, { reason: "Interrupted" });
  }
  // A request to stop that came by these reports is for nobody any more.
  await host.files.remove(stopRequest(service, key));
  if (exit.outputLost !== undefined) {
    service.unfinished.push(`Some output was not kept: ${messageOf(exit.outputLost)}`);
  }
  const phase = currentOf(service, key)?.phase;
  // A killed or abandoned attempt has nobody left to look at its worktree; its commits are kept.
  if (phase === undefined && !interrupted) {
    await keepLateCommits(service, key);
    await tidy(service, key);
  }
  await showGraph(service);
  onRecorded(service);
  const { code, timedOut } = exit;
  return {
    exit: { code, signal: exit.signal, timedOut },
    ...(phase === undefined ? {} : { phase: phase.type }),
    ...(phase?.type === "failed" ? { failure: phase.class } : {}),
  };
}

/** Whether the attempt may still end either way. */
function isUndecided(service: Service, key: Key): boolean {
  const phase = currentOf(service, key)?.phase.type;
  return phase === "running" || phase === "finishing" || phase === "promoting";
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
