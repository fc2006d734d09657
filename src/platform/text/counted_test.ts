import assert from "node:assert/strict";
import { counted } from "./counted.ts";

Deno.test("counted() uses the singular for one alone", () => {
  assert.deepEqual([0, 1, 2].map((n) => counted(n, "trace")), ["0 traces", "1 trace", "2 traces"]);
});
