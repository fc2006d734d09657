/** Lean's own messages, as `lean --json` and `lake lean -- --json` print them, one JSON object a line. */
import { z } from "zod";
import type { Diagnostic } from "../../platform/diagnostic.ts";

const position = z.object({
  line: z.number().int().min(1),
  column: z.number().int().min(0),
});

/** A message of Lean: lines 1-based, columns 0-based, both counting code points. */
export const leanMessageSchema = z.object({
  severity: z.enum(["error", "warning", "information", "trace"]),
  data: z.string(),
  fileName: z.string(),
  pos: position,
  endPos: position.nullish(),
  /** Name of the message's kind, e.g. `hasSorry`; `[anonymous]` when Lean gave none. */
  kind: z.string().optional(),
});
/** See {@linkcode leanMessageSchema}. */
export type LeanMessage = z.infer<typeof leanMessageSchema>;

/** The message in a line of output, or `undefined` when the line is anything else. */
export function parseMessage(line: string): LeanMessage | undefined {
  if (!line.startsWith("{")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const read = leanMessageSchema.safeParse(value);
  return read.success ? read.data : undefined;
}

/** How Lean begins a message: within one, the quotation marks would be escaped. */
const BEGINNING = '{"caption":';

/**
 * All messages in an output; other lines are passed over. What code prints at compile time without ending the
 * line stands before the next message, and hides it not.
 */
export function parseMessages(output: string): LeanMessage[] {
  return output.split("\n")
    .map((line) => parseMessage(line) ?? parseMessage(line.slice(line.lastIndexOf(BEGINNING))))
    .filter((message) => message !== undefined);
}

/** Lean's message as a finding of the gate in `file`; `undefined` for mere information. */
export function toDiagnostic(message: LeanMessage, file: string): Diagnostic | undefined {
  const { severity, pos, endPos } = message;
  if (severity !== "error" && severity !== "warning") return undefined;
  // To Lean a declaration that rests on sorry is a warning; to a gate of proofs it is none.
  const sorry = message.kind === "hasSorry";
  return {
    code: sorry ? "lean_sorry" : `lean_${severity}`,
    severity: sorry ? "error" : severity,
    message: message.data.trim(),
    location: {
      file,
      line: pos.line,
      column: pos.column + 1,
      ...(endPos ? { endLine: endPos.line, endColumn: endPos.column + 1 } : {}),
    },
    hint: sorry
      ? "Prove it: a declaration that rests on sorry is no proof."
      : "These are Lean's own words: correct the file there, and build it alone with --only build.",
  };
}
