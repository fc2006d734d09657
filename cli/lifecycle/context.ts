/** What every command of the service gets. */
import type { Reduce } from "../../src/service/ledger.ts";
import type { Context } from "../context.ts";

/** The context of a command; `reduce` decides. */
export interface LifecycleContext extends Context {
  readonly reduce: Reduce;
}
