/** Flags that several commands share. */
import type { BackendChoice } from "../src/toolchain/toolchain.ts";

/** `--config FILE` */
export const configFlag = {
  kind: "parsed",
  parse: String,
  brief: "Config file (default: the nearest lean-gate.jsonc)",
  placeholder: "file",
  optional: true,
} as const;

/** Values of `--lean`. */
export const LEAN_CHOICES: readonly BackendChoice[] = ["auto", "native", "embedded"];

/** `--lean auto|native|embedded` */
export const leanFlag = {
  kind: "enum",
  values: LEAN_CHOICES,
  default: "auto",
  brief: "Lean to use: native (elan, lake), embedded (WebAssembly), or auto",
} as const;

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
