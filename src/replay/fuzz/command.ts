/** What the command and the stage of fuzzing have in common. */
import { GateError } from "../../platform/diagnostic.ts";
import type { Engine } from "../engines/engine.ts";

/** The engines, when there are two to compare. Throws GateError `nothing_to_compare` (usage). */
export function comparable(engines: readonly Engine[]): readonly Engine[] {
  if (engines.length > 1) return engines;
  throw new GateError("usage", {
    code: "nothing_to_compare",
    message: `There is one engine, "${engines[0]?.name}", and nothing to compare it with`,
    hint: "Name another engine in the config, or let the model decide with --oracle lean.",
  });
}

/** How a list is drawn again. */
export interface Again {
  readonly seed: number;
  readonly engines?: readonly string[];
  readonly oracle?: string;
  readonly config?: string;
}

/** The command that draws the list again, and shrinks it. */
export function reproduction({ seed, engines = [], oracle, config }: Again): string {
  return [
    `lean-gate fuzz --seed ${seed} --runs 1`,
    ...engines.map((name) => `--engine ${name}`),
    ...(oracle === undefined ? [] : [`--oracle ${oracle}`]),
    ...(config === undefined ? [] : [`--config ${config}`]),
  ].join(" ");
}
