/**
 * An engine that is a module of the project.
 *
 * It runs in a child that may read nothing but its own code.
 */
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { moduleCommand } from "../modules/command.ts";
import type { Engine, ModuleConfig } from "./engine.ts";
import type { Limits } from "./limits.ts";
import { openSubprocess } from "./subprocess.ts";

/** Longest wait for the module to load, in milliseconds. */
const LOAD_MS = 60_000;

/**
 * Starts the child, which speaks the engine protocol for the module. Throws GateError (set-up)
 * `engine_module_failed`, `engine_module_malformed` or `module_reads_fixtures`.
 */
export async function openModule(
  { name, module, hidden, deadlineMs }: ModuleConfig,
  root: string,
  host: Host,
  limits: Partial<Limits> = {},
): Promise<Engine> {
  const command = await moduleCommand(host, { kind: "engine", path: module, root, hidden });
  const config = {
    name,
    command,
    shown: `deno run ${module}`,
    cwd: host.cwd,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
  try {
    return await openSubprocess(config, root, host, { helloMs: LOAD_MS, ...limits });
  } catch (cause) {
    if (!(cause instanceof GateError) || cause.kind !== "setup") throw cause;
    const { code, message, detail } = cause.diagnostic;
    const malformed = code === "engine_module_malformed";
    throw new GateError("setup", {
      code: malformed ? code : "engine_module_failed",
      message: malformed ? message : `Failed to import "${module}": ${message}`,
      hint: malformed
        ? "Export an object of the type EngineModule as the default."
        : `Correct "module" of the engine in lean-gate.jsonc.`,
      ...(detail === undefined ? {} : { detail }),
    });
  }
}
