/** Looks again and again, until the user interrupts. */
import { setTimeout } from "node:timers/promises";
import type { Host } from "../../src/platform/host/host.ts";

/** How often to look, in milliseconds. */
const POLL_MS = 250;

/** Calls `look` until the user interrupts. */
export async function whileChanging(host: Host, look: () => Promise<void>): Promise<void> {
  while (!host.signal.aborted) {
    await setTimeout(POLL_MS, undefined, { signal: host.signal }).catch(() => {});
    if (!host.signal.aborted) await look();
  }
}
