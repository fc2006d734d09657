/** Certificates: which traces they are made of, and what Lean's answer says of each. Pure. */
import { createHash } from "node:crypto";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { PlacedTrace } from "../../replay/trace/read.ts";
import { clip } from "../../platform/json/clip.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import type { Called } from "../../replay/modules/open.ts";
import { type CertificateTerms, termsSchema } from "./module.ts";
import { wrongTerm } from "./term.ts";

/** Traces that are always certified, and how many of the others. */
export interface Selection {
  /** A trace with one of these tags is always taken. */
  readonly always: readonly string[];
  /** How many of the other traces are taken. */
  readonly sample: number;
  /** Another seed takes other ones. */
  readonly seed: number;
}

/**
 * Takes the traces.
 *
 * The order of the sample follows from a digest of seed and id alone.
 */
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

/** The theorem that states a trace: the trace's place, and the theorem's number. */
export interface Part {
  readonly placed: PlacedTrace;
  readonly line: number;
  readonly number: number;
}

/** One Lean text, and which of its lines speak of which trace. */
export interface Certificate {
  readonly text: string;
  /** In the order of their lines. */
  readonly parts: readonly Part[];
  /** Traces of which nothing could be said in Lean. */
  readonly findings: readonly Diagnostic[];
}

/** A trace, and what the module says of it. */
export interface Stated {
  readonly placed: PlacedTrace;
  readonly called: Called;
}

/** What all certificates share. */
export interface Frame {
  /** Modules that define the model's function and what the terms name. */
  readonly imports: readonly string[];
  /** Full name of the function from graph and events to decisions and state. */
  readonly model: string;
  readonly vocabulary: Vocabulary;
}

/**
 * Writes what is stated of the traces.
 *
 * That the model's function gives what each of them says. Theorems are numbered from `first` on,
 * so that certificates can be looked at together.
 */
export function certificateOf(frame: Frame, stated: readonly Stated[], first = 1): Certificate {
  const lines = [
    ...frame.imports.map((name) => `import ${name}`),
    "",
    // A trace has hundreds of events, and its lists are as deep.
    "set_option maxRecDepth 100000",
  ];
  const parts: { placed: PlacedTrace; line: number; number: number }[] = [];
  const findings: Diagnostic[] = [];
  for (const { placed, called } of stated) {
    const terms = termsOf(placed, called, frame.vocabulary);
    if (typeof terms !== "string") {
      lines.push("");
      const number = first + parts.length;
      parts.push({ placed, line: lines.length + 1, number });
      const written = theorem(frame.model, number, placed.trace.graph, terms);
      // One element a line: the line of a message tells which trace it is about.
      lines.push(...written.flatMap((part) => part.split("\n")));
      continue;
    }
    const message = `Failed to state trace "${placed.trace.id}" in Lean: the module ${terms}`;
    findings.push(error("certificate_malformed", message, {
      location: placed.location,
      hint: "Compare the certificate module with the trace, or write the fixtures anew.",
    }));
  }
  return { text: lines.join("\n") + "\n", parts, findings };
}

/** By name and application alone: no notation of the package can mean something else. */
function theorem(
  model: string,
  number: number,
  graph: number,
  { events, decisions, final }: CertificateTerms,
): string[] {
  const list = (terms: readonly string[]) => `[${terms.join(",\n      ")}]`;
  return [
    `theorem _root_.LeanGate.certificate_${number} : @Eq _`,
    `    (_root_.${model} ${graph} ${list(events)})`,
    `    (${list(decisions)},`,
    `      ${final}) := by`,
    "  rfl",
  ];
}

/** The terms of a trace, or what is wrong with them. */
function termsOf(
  { trace: { events, decisions, final } }: PlacedTrace,
  called: Called,
  vocabulary: Vocabulary,
): CertificateTerms | string {
  if (!called.ok) return called.phrase;
  const parsed = termsSchema.safeParse(called.value);
  if (!parsed.success) return "gave no lists of terms";
  const terms = parsed.data;
  if (terms.events.length !== events.length || terms.decisions.length !== decisions.length) {
    return `gave ${terms.events.length} events and ${terms.decisions.length} decisions of ${events.length}`;
  }
  const all: [kind: string, json: Json, term: string][] = [
    ...events.map((event, i): [string, Json, string] => ["event", event, terms.events[i]!]),
    ...decisions.map((one, i): [string, Json, string] => ["decision", one, terms.decisions[i]!]),
    ["state", final, terms.final],
  ];
  for (const [kind, json, term] of all) {
    const wrong = wrongTerm(term) ?? vocabulary.clash(kind, json, term);
    if (wrong !== undefined) return `gave "${clip(term, QUOTED)}" as ${kind}: ${wrong}`;
  }
  return terms;
}

/** Longest piece of a term that a message quotes. */
const QUOTED = 80;

/**
 * Which term stands for which JSON.
 *
 * One for one, or a certificate could state something else than its trace.
 */
export interface Vocabulary {
  /** What is wrong if the term now stands for the JSON, if anything is. */
  clash(kind: string, json: Json, term: string): string | undefined;
}

/** A vocabulary without a word. */
export function newVocabulary(): Vocabulary {
  const terms = new Map<string, string>();
  const meanings = new Map<string, string>();
  return {
    clash(kind, json, term) {
      const text = `${kind} ${JSON.stringify(normalized(json))}`;
      const word = `${kind} ${term}`;
      if ((terms.get(text) ?? word) !== word) return "the same JSON had another term before";
      if ((meanings.get(word) ?? text) !== text) return "other JSON had the same term before";
      terms.set(text, word);
      meanings.set(word, text);
      return undefined;
    },
  };
}

/** With the keys of objects in order: their order means nothing. */
function normalized(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalized);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value).sort().map((key) => [key, normalized(value[key]!)]),
  );
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
