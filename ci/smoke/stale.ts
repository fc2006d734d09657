/** What a stale process may leave behind: evidence. */
import assert from "node:assert/strict";
import type { World } from "./world.ts";

/**
 * Asserts that what the old generation said after the new one was claimed was observed, and no
 * more.
 */
export async function assertStaleOnly(world: World, generation: number): Promise<void> {
  const entries = await world.log();
  const claimed = entries.findLastIndex(({ event }) => event.type === "AttemptClaimed");
  const stale = entries.slice(claimed).filter(({ event: { key } }) =>
    Array.isArray(key) && key[2] === generation
  );
  const types = stale.map(({ event }) => event.type);
  assert.deepEqual(types, ["FinishBegun", "FailRequested", "ProviderFault"]);
  for (const { decision } of stale) {
    // The old generation's attempt was closed by the retry; no effect comes of it.
    assert.deepEqual(decision, ["observed(closed)"]);
  }
}
