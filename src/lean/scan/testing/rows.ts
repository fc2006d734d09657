/** Escapes as table rows: what each shows, its source, and the findings Lean's reading leads to. */
import assert from "node:assert/strict";
import { scanSource } from "../scan.ts";

/** `[what it shows, source, "rule line:column" …]` */
export type Row = readonly [name: string, source: string, ...expected: string[]];

/** Registers one test a row; the scanned package is `Gate`. */
export function testRows(group: string, rows: readonly Row[]): void {
  for (const [name, source, ...expected] of rows) {
    Deno.test(`scanSource() judges ${group}: ${name}`, () => {
      const found = scanSource("Gate/A.lean", source, { roots: new Set(["Gate"]) })
        .map(({ rule, line, column }) => `${rule} ${line}:${column}`);
      assert.deepEqual(found, expected);
    });
  }
}
