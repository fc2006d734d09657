/** Opens several engines of a project at once. */
import { type Diagnostic, GateError } from "../../platform/diagnostic.ts";
import { type BuildContext, buildEngine, engineConfig } from "./build.ts";
import type { Engine } from "./engine.ts";
import { openEngine } from "./replay.ts";

/** Engines that are ready to replay. Disposing them leaves no child. */
export interface Engines extends AsyncDisposable {
  /**
   * In the order of their names as given, or of the config.
   *
   * Behind the oracle if it takes part.
   */
  readonly all: readonly Engine[];
  /** Ends every engine in order, and returns what was wrong with their ends. */
  close(): Promise<readonly Diagnostic[]>;
}

/**
 * Builds and opens the engines of these names, or all of the config. Throws GateError `engine_unknown`
 * (usage), or what building and opening throw (set-up).
 */
export async function openEngines(
  context: BuildContext,
  names: readonly string[] = [],
): Promise<Engines> {
  const { host, project: { root, config } } = context;
  const known = config.engines.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new GateError("usage", {
      code: "engine_unknown",
      message: `The config has no engine "${unknown}"`,
      hint: `Its engines: ${known.join(", ")}.`,
    });
  }
  await using opening = new AsyncDisposableStack();
  const all: Engine[] = [];
  const order = names.length > 0 ? [...new Set(names)] : known;
  for (const name of order) {
    const entry = config.engines.find((entry) => entry.name === name)!;
    await buildEngine(context, entry);
    all.push(opening.use(await openEngine(engineConfig(entry, config), root, host)));
  }
  const opened = opening.move();
  return together(all, opened);
}

/** Engines that are opened; disposing them disposes of `opened`. */
export function together(all: readonly Engine[], opened: AsyncDisposableStack): Engines {
  return {
    all,
    async close() {
      const findings: Diagnostic[] = [];
      for (const engine of all) findings.push(...await engine.close());
      return findings;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
