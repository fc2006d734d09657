/** What a project gives the gate so that Lean's kernel can check its traces. */
import type { Trace } from "../../replay/trace/schema.ts";

/**
 * The default export of the module that `certify.module` of the config names. It says in Lean what a
 * trace claims; that the claim holds is for the kernel alone.
 */
export interface CertificateModule {
  /** What stands before the statements: module header, imports, namespace, options. */
  readonly header: string;
  /**
   * Lean commands that only elaborate if the model decides what the trace says, e.g. an `example` by
   * `rfl`. Throws an Error with path and reason when the trace is malformed.
   */
  statement(trace: Pick<Trace, "id" | "graph" | "events" | "decisions" | "final">): string;
}
