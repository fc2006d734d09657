/** Makes fixtures of what the emitter wrote: sorted, headed, and readable by the trace reader. Pure. */
import { createHash } from "node:crypto";
import { type Diagnostic, error } from "../diagnostic.ts";
import { clip } from "../trace/clip.ts";
import type { TraceHeader } from "../trace/schema.ts";
import { type HeaderFacts, writeHeader } from "../trace/write.ts";

/** A source of the model: its path in the package, and its text. */
export interface ModelSource {
  readonly path: string;
  readonly text: string;
}

/**
 * SHA-256 (lower-case hex) over the model's sources, in order of path. Line ends do not count, so that
 * a checkout with CRLF has the same model.
 */
export function modelDigest(sources: readonly ModelSource[]): string {
  const hash = createHash("sha256");
  for (const { path, text } of sources.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const normal = text.replaceAll("\r\n", "\n");
    hash.update(`${path}\n${normal.length}\n${normal}`);
  }
  return hash.digest("hex");
}

/** A fixture's text, or what is wrong with the emitter's. */
export type Fixture =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly finding: Diagnostic };

/** Characters of a malformed line that the report shows. */
const SHOWN = 200;

/**
 * The trace file for the lines that the emitter wrote. The lines keep their bytes, but for the CR of a
 * CRLF; only their order is ours. A first line `{"notes":{…}}` goes into the header. What is in them is
 * for the trace reader to judge.
 */
export function fixtureOf(file: string, emitted: string, facts: HeaderFacts): Fixture {
  const keyed: { id: string; steps: number; line: string }[] = [];
  let notes: TraceHeader["notes"];
  for (const [index, line] of emitted.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const { id, events, ...rest } = parsed(line);
    if (index === 0 && id === undefined && "notes" in rest) {
      // Whether they have the form of notes is judged with the rest of the header.
      notes = rest["notes"] as TraceHeader["notes"];
      continue;
    }
    if (typeof id !== "string" || !Array.isArray(events)) {
      return { ok: false, finding: malformed(file, index + 1, line) };
    }
    keyed.push({ id, steps: events.length, line });
  }
  keyed.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const header = writeHeader(facts, {
    traces: keyed.length,
    steps: keyed.reduce((sum, { steps }) => sum + steps, 0),
    ...(notes === undefined ? {} : { notes }),
  });
  return { ok: true, text: [header, ...keyed.map(({ line }) => line), ""].join("\n") };
}

function malformed(file: string, number: number, line: string): Diagnostic {
  // The line is the emitter's, not one of the committed file.
  return error(
    "emitter_malformed",
    `Line ${number} that the emitter wrote for "${file}" is no trace`,
    {
      location: { file },
      hint: "The emitter writes one JSON object a line, with the fields of a trace.",
      detail: clip(line, SHOWN),
    },
  );
}

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
  } catch {
    return {};
  }
}
