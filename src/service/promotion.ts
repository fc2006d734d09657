/**
 * Promotions: what makes a candidate count. There is one kind for each contract; all are
 * idempotent, and a probe tells from the outside whether one has come about.
 */
import type { Plan } from "./facts.ts";

/** How the next promotion would go, or why there can be none. */
export type Planned = { readonly plan?: Plan } | { readonly refused: string };

/** The promotion of one candidate. */
export interface Promotion {
  /** What keeps the candidate from being promoted; it passes when there is nothing. */
  validate(): Promise<readonly string[]>;
  /** Plans against the target as it is now. */
  plan(): Promise<Planned>;
  /**
   * Promotes as planned; what the receipt stands for, or `undefined` when the target is another
   * now.
   */
  promote(plan: Plan | undefined): Promise<string | undefined>;
  /** What the receipt stands for if the candidate was promoted, as planned or by somebody else. */
  probe(plan: Plan | undefined): Promise<string | undefined>;
}
