/**
 * Promotions: what makes a candidate count. There is one kind for each contract; all are
 * idempotent, and a probe tells from the outside whether one has come about.
 */
import type { Key } from "../lifecycle/value.ts";
import type { Candidate, Plan } from "./facts.ts";
import { landing } from "./land.ts";
import { delivery, reporting } from "./place.ts";
import type { World } from "./world.ts";

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

/** The promotion of a transaction's candidate. */
export function promotionOf(world: World, key: Key, tx: number, candidate: Candidate): Promotion {
  switch (candidate.type) {
    case "commit":
      return landing(world, key, candidate);
    case "file":
      return delivery(world, key, tx, candidate);
    case "text":
      return reporting(world, key, candidate);
  }
}
