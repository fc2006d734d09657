/** `lean-gate toolchain`: placeholder until describeToolchain lands */
import { buildCommand } from "@stricli/core";
import type { Context } from "../context.ts";
export const toolchainCommand = buildCommand<Record<never, never>, [], Context>({
  func() {},
  parameters: {},
  docs: { brief: "Show the pin, the backend and what to do about a mismatch" },
});
