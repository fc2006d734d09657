import assert from "node:assert/strict";
import { outermost, withoutDebugLines } from "./run.ts";

Deno.test("outermost() keeps each part of the file system once", () => {
  assert.deepEqual(outermost(["/b/c", "/a", "/b", "/a", "/ab", "/b/c/d"]), ["/a", "/ab", "/b"]);
});

Deno.test("withoutDebugLines() drops debug lines with their continuations, and nothing else", () => {
  const stderr = [
    "[DEBUG:FIND] Init.Data: found 1 parts",
    "  - /cache/lib/Init/Data.olean",
    "[DEBUG:FINALIZE] Init.Data: parts.size=1",
    "  mainModule? = true",
    "uncaught exception: bad",
    "  - /the/program's own line",
  ].join("\n");
  assert.equal(
    withoutDebugLines(stderr),
    "uncaught exception: bad\n  - /the/program's own line",
  );
});
