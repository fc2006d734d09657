/** Flags that several commands share. */
import { numberParser } from "@stricli/core";
import { GateError } from "../src/platform/diagnostic.ts";
import { parseShard } from "../src/replay/engines/shard.ts";
import type { BackendChoice } from "../src/lean/toolchain/toolchain.ts";

/** `--config FILE` */
export const configFlag = {
  kind: "parsed",
  parse: String,
  brief: "Config file (default: the nearest lean-gate.jsonc)",
  placeholder: "file",
  optional: true,
} as const;

/** Values of `--lean`. */
export const LEAN_CHOICES = ["auto", "native", "embedded"] as const;

/** `--lean auto|native|embedded` */
export const leanFlag = {
  kind: "enum",
  values: LEAN_CHOICES,
  default: "auto",
  brief: "Lean to use: native (elan, lake), embedded (WebAssembly), or auto",
} as const;

/** `--any-pin` */
const anyPinFlag = {
  kind: "boolean",
  default: false,
  withNegated: false,
  brief: "With --lean embedded: use it whatever the package pins; no verdict on the pinned Lean",
} as const;

/** Both flags that choose a Lean, for the commands that run it. */
export const leanFlags = { lean: leanFlag, anyPin: anyPinFlag } as const;

/** What the flags that choose a Lean say. */
export interface LeanFlags {
  readonly lean: Exclude<BackendChoice, "embeddedAnyPin">;
  readonly anyPin: boolean;
}

/** What `--lean` and `--any-pin` choose. */
export function leanChoice({ lean, anyPin }: LeanFlags): BackendChoice {
  if (!anyPin) return lean;
  if (lean === "embedded") return "embeddedAnyPin";
  throw new GateError("usage", {
    code: "flag_needs_other",
    message: `"--any-pin" goes with "--lean embedded", not with "--lean ${lean}"`,
    hint: "Native Lean is always the pinned one. Add --lean embedded, or leave out --any-pin.",
  });
}

/** `--deny warnings` */
export const denyFlag = {
  kind: "enum",
  values: ["warnings"],
  optional: true,
  brief: "Fail on warnings too; without it they are only shown",
} as const;

/** `--format text|json` */
export const formatFlag = {
  kind: "enum",
  values: ["text", "json"],
  default: "text",
  brief: "Form of the result on stdout",
} as const;

/** `--shard I/N` */
export const shardFlag = {
  kind: "parsed",
  parse: parseShard,
  optional: true,
  brief: "Replay the i-th of n even parts of the traces; all parts together are the whole",
  placeholder: "i/n",
} as const;

/** `--engine NAME`, any number of times */
export const engineFlag = {
  kind: "parsed",
  parse: String,
  variadic: true,
  optional: true,
  brief: "Engine of the config to take part, the first as reference (default: all of them)",
  placeholder: "name",
} as const;

/** `--oracle lean|none` */
export const oracleFlag = {
  kind: "enum",
  values: ["lean", "none"],
  default: "none",
  brief: "Whether the model itself takes part, as the reference",
} as const;

/** A number from 0 on. */
export function natural(text: string): number {
  return numberFrom(0, text);
}

/** A number from 1 on. */
export function positive(text: string): number {
  return numberFrom(1, text);
}

function numberFrom(least: number, text: string): number {
  const value = numberParser(text);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new SyntaxError(`Expected a number from ${least} on, got "${text}"`);
  }
  return value;
}

/** `--quiet` */
export const quietFlag = {
  kind: "boolean",
  default: false,
  withNegated: false,
  brief: "Show only what was found: nothing when everything agrees without a warning",
} as const;

/** `--verbose` */
export const verboseFlag = {
  kind: "boolean",
  default: false,
  withNegated: false,
  brief: "Show what each stage is at, line by line",
} as const;

/** `--watch` */
export const watchFlag = {
  kind: "boolean",
  default: false,
  withNegated: false,
  brief: "Go on watching, and judge again what a change affects",
} as const;

/** `--ran-only` */
export const ranOnlyFlag = {
  kind: "boolean",
  default: false,
  withNegated: false,
  hidden: true,
  brief: "Leave out the stages that were not asked for",
} as const;
