/** What a project gives the gate so that Lean's kernel can check its traces. */
import type { Host } from "../../platform/host/host.ts";
import { type Called, moduleError, openProjectModule } from "../../replay/modules/open.ts";
import { traceArgument } from "../../replay/modules/trace_argument.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
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

/** A certificate module in its process. Disposing it leaves no child. */
export interface CertificateProcess extends Pick<CertificateModule, "header">, AsyncDisposable {
  /** The statement of each trace, in the order of the traces. */
  statements(traces: Iterable<PlacedTrace>): AsyncIterable<Called>;
}

/**
 * Starts the module at `path`, which is relative to `root`. Throws GateError `certificate_module_failed` or
 * `certificate_module_malformed` (set-up).
 */
export async function openCertificates(
  path: string,
  root: string,
  host: Host,
): Promise<CertificateProcess> {
  const source = { kind: "certificate", path, root } as const;
  const module = await openProjectModule(host, source);
  const { header } = module.data;
  if (typeof header !== "string") {
    await module[Symbol.asyncDispose]();
    throw moduleError(source, "malformed", 'has a "header" that is no text');
  }
  return {
    header,
    statements: (traces) => module.call("statement", Iterator.from(traces).map(traceArgument)),
    [Symbol.asyncDispose]: () => module[Symbol.asyncDispose](),
  };
}
