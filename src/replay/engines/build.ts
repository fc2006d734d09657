/** Engines as the config names them: what starts one, and what builds it. */
import { join } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { outputTail } from "../../platform/host/output.ts";
import type { CommandConfig, EngineConfig, ModuleConfig } from "./engine.ts";

/** An engine of the config, with the command that builds it. */
export type EngineEntry =
  | Loose<Omit<ModuleConfig, "hidden">>
  | (Loose<CommandConfig> & { readonly build?: readonly [string, ...string[]] | undefined });

/** As the config's schema infers it: an optional field may be `undefined`. */
type Loose<T> = { readonly [K in keyof T]: T[K] | (undefined extends T[K] ? undefined : never) };

/** The folders of a config that have expected decisions. */
export interface AnswerFolders {
  readonly fixtures?: string | undefined;
  readonly journals?: string | undefined;
}

/**
 * The engine's part of an entry of the config: what starts it.
 *
 * It sees nothing of these folders.
 */
export function engineConfig(
  entry: EngineEntry,
  { fixtures, journals }: AnswerFolders,
): EngineConfig {
  if ("module" in entry) {
    const { name, module, deadlineMs } = entry;
    const hidden = [fixtures, journals].filter((folder) => folder !== undefined);
    return { name, module, hidden, ...(deadlineMs === undefined ? {} : { deadlineMs }) };
  }
  const { name, command, cwd, env, deadlineMs } = entry;
  return {
    name,
    command,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}

/** What building needs. */
export interface BuildContext {
  readonly host: Host;
  readonly project: {
    readonly root: string;
    readonly config: AnswerFolders & { readonly engines: readonly EngineEntry[] };
  };
  /** Told what the build says. */
  readonly progress: (note: string) => void;
}

/** Runs the engine's build command, if it has one. Throws GateError `engine_build_failed` (set-up). */
export async function buildEngine(
  { host, project, progress }: BuildContext,
  entry: EngineEntry,
): Promise<void> {
  if (!("build" in entry) || entry.build === undefined) return;
  const { name, build } = entry;
  progress(`${name}: ${build.join(" ")}`);
  const done = await host.run({
    argv: build,
    cwd: entry.cwd === undefined ? project.root : join(project.root, entry.cwd),
    ...(entry.env === undefined ? {} : { env: entry.env }),
    onLine: (_stream, line) => progress(`${name}: ${line.trim()}`),
  });
  if (done.code === 0) return;
  throw new GateError("setup", {
    code: "engine_build_failed",
    message: `Failed to build engine "${name}": "${
      build.join(" ")
    }" ended with exit code ${done.code}`,
    hint: "Run the command by itself, and correct what it reports.",
    detail: outputTail(done),
  });
}
