/** What the judges of the audit are given. */
import type { Allowances } from "./allow.ts";
import type { Facts } from "./facts.ts";
import type { Sources } from "./places.ts";

/** A package as compiled, and as written. */
export interface AuditInput {
  readonly facts: Facts;
  readonly sources: Sources;
  readonly allowances: Allowances;
}
