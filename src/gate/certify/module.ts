/** What a project gives the gate so that Lean's kernel can check its traces. */
import { z } from "zod";
import type { Host } from "../../platform/host/host.ts";
import { type Called, moduleError, openProjectModule } from "../../replay/modules/open.ts";
import { traceArgument } from "../../replay/modules/trace_argument.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import type { Trace } from "../../replay/trace/schema.ts";

/** The Lean terms of a trace. Equal JSON has equal terms, and other JSON has others. */
export interface CertificateTerms {
  /** One for each event. */
  readonly events: readonly string[];
  /** One for each decision. */
  readonly decisions: readonly string[];
  /** Of the final state, as far as the model's function gives it. */
  readonly final: string;
}

/**
 * The default export of the module that `certify.module` of the config names. It writes events, decisions and
 * states as Lean terms; what is stated about them is the gate's own: that `formal.model` of the config, applied to graph
 * and events, gives decisions and final state.
 */
export interface CertificateModule {
  /** The Lean modules that the terms and the model's function need. */
  readonly imports: readonly string[];
  /** Throws an Error with path and reason when the trace is malformed. */
  terms(trace: Pick<Trace, "id" | "graph" | "events" | "decisions" | "final">): CertificateTerms;
}

/** A certificate module in its process. Disposing it leaves no child. */
export interface CertificateProcess extends Pick<CertificateModule, "imports">, AsyncDisposable {
  /**
   * The terms of each trace, in the order of the traces.
   *
   * {@linkcode termsSchema} says what they must be.
   */
  terms(traces: Iterable<PlacedTrace>): AsyncIterable<Called>;
}

/** The shape of {@linkcode CertificateTerms}. */
export const termsSchema: z.ZodType<CertificateTerms> = z.strictObject({
  events: z.array(z.string()),
  decisions: z.array(z.string()),
  final: z.string(),
});

const importsSchema = z.array(
  z.string().regex(/^[\p{L}_][\p{L}\p{N}_']*(\.[\p{L}_][\p{L}\p{N}_']*)*$/u),
)
  .min(1);

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
  const imports = importsSchema.safeParse(module.data["imports"]);
  if (!imports.success) {
    await module[Symbol.asyncDispose]();
    throw moduleError(source, "malformed", 'has "imports" that are no names of Lean modules');
  }
  return {
    imports: imports.data,
    terms: (traces) => module.call("terms", Iterator.from(traces).map(traceArgument)),
    [Symbol.asyncDispose]: () => module[Symbol.asyncDispose](),
  };
}
