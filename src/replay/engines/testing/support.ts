/** For tests: real hosts that know their children, and the engines of `fixtures/engines`. */
import assert from "node:assert/strict";
import { resolve } from "node:path";
import process from "node:process";
import { denoHost } from "../../../platform/host/deno.ts";
import type { Host } from "../../../platform/host/host.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { CommandConfig, ReplayRequest } from "../engine.ts";

/** The folder that engine paths are relative to. */
export const ROOT = resolve(import.meta.dirname!, "../../../..");

/**
 * Deadline for engines that are expected to miss it, in milliseconds: short, but not so short that a
 * busy machine misses it with an engine that answers.
 */
export const SHORT_MS = 1_000;

/** The engine that adds numbers and misbehaves on request. */
export function unruly(...args: string[]): CommandConfig {
  return {
    name: "adder",
    command: [
      Deno.execPath(),
      "run",
      "--no-config",
      "--no-lock",
      "--quiet",
      "fixtures/engines/unruly.ts",
      ...args,
    ],
  };
}

/** An engine that is a shell script. */
export function shell(name: string, ...args: string[]): CommandConfig {
  return { name, command: ["sh", `fixtures/engines/${name}.sh`, ...args] };
}

/** A request; it stands at line 7 of a trace file when that matters. */
export function request(id: string, ...events: Json[]): ReplayRequest {
  return { id, graph: 1, events, location: { file: "fixtures/traces/sums.ndjson", line: 7 } };
}

/** What the adder has to answer to numbers. */
export function sums(...events: number[]): { decisions: [string, number][]; final: Json } {
  let sum = 0;
  const decisions = events.map((n): [string, number] => ["applied", sum += n]);
  return { decisions, final: { sum } };
}

/** Runs `body` with a real host, and checks that no process it started is left afterwards. */
export async function withHost(
  body: (host: Host, interrupt: () => void) => Promise<void>,
): Promise<void> {
  const pids: number[] = [];
  const controller = new AbortController();
  {
    await using owned = denoHost(controller.signal);
    const host: Host = {
      ...owned.host,
      spawn(command) {
        const child = owned.host.spawn(command);
        pids.push(child.pid);
        return child;
      },
    };
    await body(host, () => controller.abort());
    // Before the host ends what is left: the engines must have done so themselves.
    for (const pid of pids) await assertGone(pid);
  }
}

/** Every child leads a process group, so this covers its descendants too. */
async function assertGone(pid: number): Promise<void> {
  const patience = performance.now() + 5_000;
  while (isGroupAlive(pid)) {
    assert.ok(performance.now() < patience, `Process group ${pid} is still there`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
