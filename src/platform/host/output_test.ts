import assert from "node:assert/strict";
import { outputTail } from "./output.ts";

const WRITTEN = Array.from({ length: 25 }, (_, i) => `line ${i + 1}`).join("\n");

Deno.test("outputTail() gives the last twenty lines, those of stderr last", () => {
  assert.equal(outputTail({ stdout: "out\n", stderr: "err\n" }), "out\n\nerr");
  const lines = outputTail({ stdout: WRITTEN, stderr: "" }).split("\n");
  assert.deepEqual([lines.length, lines[0], lines.at(-1)], [20, "line 6", "line 25"]);
});

Deno.test("outputTail() tells of a deadline, also when nothing was written", () => {
  const silent = { stdout: "", stderr: "" };
  assert.equal(outputTail({ ...silent, timedOut: true }), "(ended by the deadline)");
  assert.equal(outputTail({ ...silent, timedOut: false }), "");
});
