import assert from "node:assert/strict";
import { scanSource } from "./scan.ts";

interface Span {
  readonly line: number;
  readonly col: number;
  readonly end_line: number;
  readonly end_col: number;
}

interface Expected {
  readonly kind: string;
  readonly line: number;
  readonly col: number;
  readonly severity: string;
  readonly accept?: readonly string[];
  readonly loose?: Span;
}

interface Case {
  readonly id: string;
  readonly file: string;
  readonly source: string;
  readonly expect: readonly Expected[];
  readonly tolerate?: readonly string[];
}

const CASES = new URL("../../../fixtures/escapes/cases.jsonl", import.meta.url);

function readCases(url: URL): Case[] {
  return Deno.readTextFileSync(url).split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function inside(span: Span, line: number, column: number): boolean {
  const after = line > span.line || (line === span.line && column >= span.col);
  const before = line < span.end_line || (line === span.end_line && column <= span.end_col);
  return after && before;
}

/** Differences between what a case expects and what the scan reports; empty when they agree. */
function judge(given: Case): string[] {
  const findings = scanSource(given.file, given.source, { roots: new Set(["Gate"]) });
  const unused = new Set(findings);
  const wrong: string[] = [];
  for (const expected of given.expect) {
    const accept = expected.accept ?? [expected.kind];
    const match = findings.find((finding) =>
      unused.has(finding) && accept.includes(finding.rule) &&
      (expected.loose === undefined
        ? finding.line === expected.line && finding.column === expected.col
        : inside(expected.loose, finding.line, finding.column))
    );
    if (match === undefined) {
      wrong.push(`missing ${expected.kind} at ${expected.line}:${expected.col}`);
      continue;
    }
    unused.delete(match);
    if (match.rule === expected.kind && match.severity !== expected.severity) {
      wrong.push(`${match.rule} at ${match.line}:${match.column} is a ${match.severity}`);
    }
  }
  for (const finding of unused) {
    if (given.tolerate?.includes(finding.rule)) continue;
    wrong.push(`unexpected ${finding.rule} at ${finding.line}:${finding.column}`);
  }
  return wrong;
}

for (const given of readCases(CASES)) {
  Deno.test(`scanSource() classifies ${given.id}`, () => assert.deepEqual(judge(given), []));
}
