/** Opens the oracle: the executable of the package that answers for the model. */
import type { Project } from "../config/project.ts";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { type Engine, ORACLE } from "../../replay/engines/engine.ts";
import type { Limits } from "../../replay/engines/limits.ts";
import { openSubprocess } from "../../replay/engines/subprocess.ts";
import type { Toolchain } from "../../lean/toolchain/toolchain.ts";

/**
 * Embedded Lean elaborates the model before it answers, and native Lean may compile it; then each answer is
 * interpreted. Nobody waits for the oracle unasked, so it may take its time.
 */
const LIMITS: Partial<Limits> = { helloMs: 600_000, answerMs: 120_000 };

/**
 * Starts the oracle. Throws GateError `oracle_not_configured`, `oracle_name_taken` or `executable_unknown`
 * (usage), or what starting an engine throws (set-up).
 */
export async function openOracle(
  host: Host,
  { root, config: { formal, engines } }: Project,
  toolchain: Toolchain,
  limits: Partial<Limits> = LIMITS,
): Promise<Engine> {
  if (formal.oracle === undefined) {
    throw new GateError("usage", {
      code: "oracle_not_configured",
      message: "The config names no oracle: the model cannot be asked about further events",
      hint: 'Name the executable that answers the engine protocol: "formal": { "oracle": "…" }.',
    });
  }
  if (engines.some(({ name }) => name === ORACLE)) {
    throw new GateError("usage", {
      code: "oracle_name_taken",
      message: `An engine of the config is named "${ORACLE}", as the oracle is`,
      hint: "Give the engine another name.",
    });
  }
  const prepared = await toolchain.prepare(formal.oracle);
  const config = { name: ORACLE, command: [formal.oracle], cwd: formal.root } as const;
  try {
    const engine = await openSubprocess(
      config,
      root,
      { ...host, spawn: () => prepared.spawn() },
      limits,
    );
    return {
      ...engine,
      async [Symbol.asyncDispose]() {
        await engine[Symbol.asyncDispose]();
        await prepared[Symbol.asyncDispose]();
      },
    };
  } catch (cause) {
    await prepared[Symbol.asyncDispose]();
    throw cause;
  }
}
