/** Sources of a size or depth that nobody writes by hand. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { scanSource } from "./scan.ts";

const SIZE = 50_000_000;
const DEPTH = 10_000;

/** Where the findings are, as `rule line:column`. */
function found(source: string | Uint8Array): string[] {
  return scanSource("A.lean", source).map(({ rule, line, column }) => `${rule} ${line}:${column}`);
}

Deno.test("scanSource() finds the one escape at the end of a file of 50 MB", () => {
  const line = "theorem a (n : Nat) : n = n := rfl -- ℕ, as before\n";
  const end = Buffer.from("theorem z : 1 = 2 := sorry\n");
  const lines = Math.ceil(SIZE / Buffer.byteLength(line));
  const source = Buffer.alloc(lines * Buffer.byteLength(line) + end.length, line);
  end.copy(source, source.length - end.length);
  assert.deepEqual(found(new Uint8Array(source.buffer)), [`sorry ${lines + 1}:22`]);
});

Deno.test("scanSource() finds what follows, or lies in, nesting of depth 10,000", () => {
  const nest = (open: string, inner: string, close: string) =>
    open.repeat(DEPTH) + inner + close.repeat(DEPTH);
  assert.deepEqual(found(nest("/- ", "sorry", " -/") + "\naxiom a : p\n"), ["axiom 2:1"]);
  assert.deepEqual(found(`def a := ${nest("(", "sorry", ")")}\n`), [`sorry 1:${10 + DEPTH}`]);
  assert.deepEqual(found(`def a := ${nest('s!"{', "sorry", '}"')}\n`), [
    `sorry 1:${10 + 4 * DEPTH}`,
  ]);
  assert.deepEqual(found(`theorem a : p := ${nest("by (", "admit", ")")}\n`), [
    `admit 1:${18 + 4 * DEPTH}`,
  ]);
  assert.deepEqual(found(nest("namespace A\n", "axiom a : p\n", "end A\n")), [
    `axiom ${DEPTH + 1}:1`,
  ]);
  const deep = scanSource("A.lean", nest("namespace A\n", "axiom a : p\n", ""));
  assert.equal(deep[0]!.declaration, "A.".repeat(DEPTH) + "a");
});
