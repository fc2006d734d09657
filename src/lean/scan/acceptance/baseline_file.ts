/** The file of a baseline: its form, its reader and its writer. */
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { z } from "zod";
import { GateError } from "../../../platform/diagnostic.ts";
import { placeOf, type Position } from "../../../platform/text/position.ts";
import { parseExact } from "../../../platform/json/exact.ts";
import { offsetOf, pathText } from "../../../platform/json/json_path.ts";
import { keyOf, type KnownFinding } from "./baseline.ts";
import { findRule } from "../rules/rules.ts";

/** Name of the file, beside the config, unless the config names another. */
export const BASELINE_NAME = "lean-gate.baseline.json";

const SCHEMA = "lean-gate/baseline/1";

const word = z.string().min(1, "Expected a text");

const BaselineSchema = z.strictObject({
  schema: z.literal(SCHEMA, `Expected "${SCHEMA}"`),
  findings: z.array(z.strictObject({
    rule: word.refine((rule) => findRule(rule) !== undefined, "Expected a rule of the scan"),
    file: word,
    declaration: word.optional(),
    token: word,
    count: z.int("Expected a whole number").positive("Expected at least 1"),
  })),
});

/** A baseline as read. */
export interface BaselineFile {
  readonly findings: readonly KnownFinding[];
  /** Where an entry stands, by its number from 0. */
  readonly placeOf: (index: number) => Position;
}

/** The text of the file, an entry a line, so that a change is one line. */
export function writeBaseline(findings: readonly KnownFinding[]): string {
  const lines = findings.map(({ rule, file, declaration, token, count }) =>
    `    ${JSON.stringify({ rule, file, declaration, token, count })}`
  );
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "schema": "${SCHEMA}",\n  "findings": ${list}\n}\n`;
}

/**
 * Reads the text of `file`, a path for messages.
 *
 * @throws GateError (usage) `baseline_malformed`, with the place in the text
 */
export function readBaseline(file: string, content: string): BaselineFile {
  const text = content.replace(/^\ufeff/, "");
  const read = parseExact(text);
  if (!read.ok) throw malformed(file, read.problem.message, placeOf(text, read.problem.offset));
  const at = (...path: (string | number)[]) => placeOf(text, offsetOf(text, path));
  const checked = BaselineSchema.safeParse(read.value);
  if (!checked.success) {
    const [{ message, path }] = checked.error.issues as [z.core.$ZodIssue];
    const keys = path.map((part) => typeof part === "symbol" ? String(part) : part);
    const where = keys.length === 0 ? "" : ` at "${pathText(keys)}"`;
    throw malformed(file, `${message}${where}`, at(...keys));
  }
  const findings = checked.data.findings.map(({ declaration, ...rest }) =>
    declaration === undefined ? rest : { ...rest, declaration }
  );
  const seen = new Set<string>();
  for (const [index, finding] of findings.entries()) {
    const key = keyOf(finding);
    if (seen.has(key)) throw malformed(file, "An entry is listed twice", at("findings", index));
    seen.add(key);
  }
  let tree: Node | undefined;
  return {
    findings,
    placeOf(index) {
      tree ??= parseTree(text)!;
      return placeOf(text, findNodeAtLocation(tree, ["findings", index])!.offset);
    },
  };
}

function malformed(file: string, reason: string, place: Position): GateError {
  return new GateError("usage", {
    code: "baseline_malformed",
    message: `Failed to read the baseline "${file}": ${reason}`,
    location: { file, ...place },
    hint: 'Take it from version control, or remove it and write it with "--write-baseline".',
  });
}
