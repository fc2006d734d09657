/** For tests: a sample trace file, and ways to tamper with it. */
import assert from "node:assert/strict";
import { readTraceFile, type TraceFile } from "../read.ts";
import type { Trace } from "../schema.ts";
import { writeTraceFile } from "../write.ts";

/** Name of the sample file in findings. */
export const FILE = "fixtures/traces/sample.ndjson";
/** What the writer of the sample knows of its header. */
export const FACTS = {
  emitter: { backend: "native", lean: "4.28.0" },
  toolchain: "leanprover/lean4:v4.28.0",
  model: "0".repeat(64),
};

/** A trace of so many steps. */
export function trace(id: string, steps = 1): Trace {
  return {
    id,
    tags: ["sample"],
    names: {},
    graph: 1,
    events: Array.from({ length: steps }, (_, i) => ({ type: "Add", eid: i })),
    decisions: Array.from({ length: steps }, () => ["applied", { type: "grew", by: 1 }] as const),
    final: { sum: steps },
  };
}

/** A good file of a header and three traces. */
export const GOOD = writeTraceFile(FACTS, [trace("a/one", 2), trace("b/two"), trace("c/three", 3)]);
/** Its lines. */
export const LINES = GOOD.trimEnd().split("\n") as [string, string, string, string];

/** Reads a content as the sample file. */
export function read(content: string | Uint8Array): TraceFile {
  return readTraceFile(FILE, content);
}

/** The text of the good file with some lines replaced; `undefined` removes one. */
export function tampered(edit: (lines: string[]) => (string | undefined)[]): string {
  return edit([...LINES]).filter((line) => line !== undefined).map((line) => `${line}\n`).join("");
}

/** The good file with `from` replaced once by `to`, on one line (1-based). */
export function replaced(line: number, from: string, to: string): string {
  return tampered((lines) => {
    const old = lines[line - 1]!;
    assert.ok(old.includes(from), `Line ${line} has no ${from}`);
    lines[line - 1] = old.replace(from, to);
    return lines;
  });
}

/** Checks that reading gives exactly one finding, of this code and place. */
export function check(
  content: string | Uint8Array,
  code: string,
  line?: number,
  column?: number,
): TraceFile {
  const file = read(content);
  assert.deepEqual(
    file.findings.map((finding) => finding.code),
    [code],
    JSON.stringify(file.findings),
  );
  const [finding] = file.findings;
  assert.deepEqual(finding!.location, {
    file: FILE,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  });
  assert.equal(finding!.severity, "error");
  assert.ok(finding!.hint, "A finding says what to do");
  assert.match(finding!.message, /^[A-Z].*[^.]$/);
  return file;
}
