/** What a scenario is. */
import type { Rule } from "./old/rules.ts";
import type { World } from "./world.ts";

/** A story with assertions, told by real processes. */
export interface Scenario {
  readonly name: string;
  /** Each of these rules, disabled, makes an assertion fail: so the scenario is known to bite. */
  readonly bites: readonly [Rule, ...Rule[]];
  play(world: World): Promise<void>;
}
