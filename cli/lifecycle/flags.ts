/** Flags and arguments that several commands of the service share. */
import { GateError } from "../../src/platform/diagnostic.ts";
import type { Host } from "../../src/platform/host/host.ts";
import type { Key } from "../../src/lifecycle/value.ts";

/** Values of the flags that every command which records has. */
export interface StoreFlags {
  readonly store?: string;
  readonly wait: number;
}

/** `--store DIR` */
export const storeFlag = {
  kind: "parsed",
  parse: String,
  brief: "The store (default: $LIFECYCLE_STORE, or the nearest .lifecycle)",
  placeholder: "dir",
  optional: true,
} as const;

/** `--wait SECONDS` */
export const waitFlag = {
  kind: "parsed",
  parse: seconds,
  default: "30",
  brief: "How long to wait while another process records, in seconds",
  placeholder: "seconds",
} as const;

/** Both. */
export const storeFlags = { store: storeFlag, wait: waitFlag } as const;

/** The argument `TASK`, and no other. */
export const taskArgument = {
  kind: "tuple",
  parameters: [{ parse: String, brief: "Name of the task", placeholder: "task" }],
} as const;

/** `--key KEY` */
export const keyFlag = {
  kind: "parsed",
  parse: String,
  brief: "The attempt (default: $LIFECYCLE_KEY, as claim and supervise set it)",
  placeholder: "key",
  optional: true,
} as const;

/** A number of seconds, in milliseconds. */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 86_400) return value * 1000;
  throw new Error(`Expected a number of seconds from 0 to 86400, got "${text}"`);
}

/** A natural number. */
export function natural(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new Error(`Expected a natural number, got "${text}"`);
}

/**
 * The key of the flag, else of the environment. Throws GateError `key_missing`, `key_malformed`
 * (usage).
 */
export function keyOf(host: Host, flag: string | undefined): Key {
  const text = flag ?? (host.env("LIFECYCLE_KEY") || undefined);
  if (text === undefined) {
    throw new GateError("usage", {
      code: "key_missing",
      message: "Which attempt is meant is unknown: LIFECYCLE_KEY is not set",
      hint: "A worker that was started by supervise has it; elsewhere, name the key with --key.",
    });
  }
  const parts = text.split(",").map((part) => /^\d+$/.test(part) ? Number(part) : NaN);
  const [graph, task, generation, attempt, fence] = parts;
  if (parts.length !== 5 || !parts.every(Number.isSafeInteger)) {
    throw new GateError("usage", {
      code: "key_malformed",
      message: `Key "${text}" is none`,
      hint: "A key is graph,task,generation,attempt,fence, such as 1,7,0,1,1.",
    });
  }
  return {
    graph: graph!,
    task: task!,
    generation: generation!,
    attempt: attempt!,
    fence: fence!,
  };
}
