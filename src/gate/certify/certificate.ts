/** Certificates: which traces they are made of, and what Lean's answer says of each. Pure. */
import { createHash } from "node:crypto";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import type { Called } from "../../replay/modules/open.ts";

/** Traces that are always certified, and how many of the others. */
export interface Selection {
  /** A trace with one of these tags is always taken. */
  readonly always: readonly string[];
  /** How many of the other traces are taken. */
  readonly sample: number;
  /** Another seed takes other ones. */
  readonly seed: number;
}

/** Takes the traces: the order of the sample follows from a digest of seed and id alone. */
export function selectTraces(
  traces: readonly PlacedTrace[],
  { always, sample, seed }: Selection,
): PlacedTrace[] {
  const tags = new Set(always);
  const isAlways = ({ trace }: PlacedTrace) => trace.tags.some((tag) => tags.has(tag));
  const rank = ({ trace }: PlacedTrace) =>
    createHash("sha256").update(`${seed} ${trace.id}`).digest("hex");
  const others = traces.filter((placed) => !isAlways(placed))
    .map((placed) => ({ placed, rank: rank(placed) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, sample)
    .map(({ placed }) => placed);
  return [...traces.filter(isAlways), ...others];
}

/** A finding for each tag that is to be taken always, but that no trace has. */
export function unknownTags(
  traces: readonly PlacedTrace[],
  always: readonly string[],
  configFile: string,
): Diagnostic[] {
  const known = new Set(traces.flatMap(({ trace }) => trace.tags));
  return always.filter((tag) => !known.has(tag)).map((tag) =>
    error("certify_tag_unknown", `No trace has the tag "${tag}", which is to be certified always`, {
      location: { file: configFile },
      hint: 'Correct "certify.always" in the config, or let the model emit such a trace.',
    })
  );
}

/** One Lean text, and which of its lines speak of which trace. */
export interface Certificate {
  readonly text: string;
  /** In the order of their lines. */
  readonly parts: readonly { readonly placed: PlacedTrace; readonly line: number }[];
  /** Traces of which nothing could be said in Lean. */
  readonly findings: readonly Diagnostic[];
}

/** A trace, and what the module says of it. */
export interface Stated {
  readonly placed: PlacedTrace;
  readonly called: Called;
}

/** Writes the statements of the traces below the module's header. */
export function certificateOf(header: string, stated: readonly Stated[]): Certificate {
  const lines = [...header.split("\n")];
  const parts: { placed: PlacedTrace; line: number }[] = [];
  const findings: Diagnostic[] = [];
  for (const { placed, called } of stated) {
    if (called.ok && typeof called.value === "string") {
      lines.push("");
      parts.push({ placed, line: lines.length + 1 });
      lines.push(...called.value.split("\n"));
      continue;
    }
    const reason = called.ok ? "returned no text" : called.phrase;
    const message = `Failed to state trace "${placed.trace.id}" in Lean: the module ${reason}`;
    findings.push(error("certificate_malformed", message, {
      location: placed.location,
      hint: "Compare the certificate module with the trace, or write the fixtures anew.",
    }));
  }
  return { text: lines.join("\n") + "\n", parts, findings };
}

/**
 * Lean's messages about a certificate, as findings about its traces. A message on the header, or one
 * without a line, stays as it is.
 */
export function judgeCertificate(
  { parts }: Certificate,
  messages: readonly Diagnostic[],
): Diagnostic[] {
  return messages.map((message) => {
    const line = message.location?.line;
    const part = line === undefined ? undefined : parts.findLast((it) => it.line <= line);
    if (part === undefined) return message;
    const { trace, location } = part.placed;
    return {
      ...message,
      code: "certificate_refused",
      // Also for a warning: that is all Lean says of a statement by sorry.
      severity: "error",
      message: `Lean does not accept what trace "${trace.id}" says the model decides`,
      location,
      detail: message.message,
      hint: "Correct the trace, or write the fixtures anew from the model.",
    };
  });
}
