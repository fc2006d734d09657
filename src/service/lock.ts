/** Waits for a lock, and says who has it. */
import { setTimeout } from "node:timers/promises";
import { GateError } from "../platform/diagnostic.ts";
import type { Host, Lock } from "../platform/host/host.ts";
import { stopIfInterrupted } from "../platform/host/interrupt.ts";

/** What a lock is taken for. */
interface Taking {
  /** As others who wait are told. */
  readonly purpose: string;
  /** How long to wait, in milliseconds. */
  readonly waitMs: number;
}

/** How often a lock that others hold is asked for, in milliseconds. */
const POLL_MS = 20;

/** How this program writes about itself in a lock file. */
const OURS = /^pid \d+: lifecycle /;

/**
 * Takes the lock. It is the system's: one whose holder has died is free, so there is no stale one to
 * judge.
 *
 * @throws {GateError} set-up, `journal_locked`, when it is still held after the wait.
 */
export async function takeLock(host: Host, path: string, taking: Taking): Promise<Lock> {
  const until = host.now() + taking.waitMs;
  // Whoever asks after the interrupt has something to record about it.
  const heedless = host.signal.aborted;
  for (;;) {
    const lock = await host.files.tryLock(path);
    if (lock !== undefined) {
      await lock.describe(`pid ${host.pid}: lifecycle ${taking.purpose}`);
      return lock;
    }
    if (host.now() >= until) throw await locked(host, path, taking.waitMs);
    if (!heedless) stopIfInterrupted(host);
    await setTimeout(POLL_MS);
  }
}

async function locked(host: Host, path: string, waitMs: number): Promise<GateError> {
  const holder = (await host.files.readText(path) ?? "").slice(0, 200);
  const ours = OURS.test(holder);
  const says = holder === "" ? "" : ` (the lock file says ${JSON.stringify(holder)})`;
  const who = ours ? `"${holder}"` : `another program${says}`;
  return new GateError("setup", {
    code: "journal_locked",
    message: `Failed to lock "${path}": ${who} holds it, and did still after ${waitMs / 1000} s`,
    hint: ours
      ? "Wait for it to end, or wait longer with --wait. The lock ends with its process; there is no file to remove."
      : "End the program that holds it: only lifecycle may append to the journal.",
  });
}
