import assert from "node:assert/strict";
import { codeFrame } from "./frame.ts";

Deno.test("codeFrame() underlines the token", () => {
  const text = "import A\ntheorem a : p := sorry\n";
  assert.equal(
    codeFrame(text, { line: 2, column: 18, endColumn: 23 }),
    "2 | theorem a : p := sorry\n  |                  ^^^^^",
  );
});

Deno.test("codeFrame() counts code points and keeps tabs", () => {
  assert.equal(
    codeFrame("\t𝔸 sorry\r\n", { line: 1, column: 4, endColumn: 9 }),
    "1 | \t𝔸 sorry\n  | \t  ^^^^^",
  );
});

Deno.test("codeFrame() cuts a long line around the token", () => {
  const text = "a".repeat(500) + " sorry " + "b".repeat(500);
  const [source, carets] = codeFrame(text, { line: 1, column: 502, endColumn: 507 }).split("\n");
  assert.equal(source?.length, "1 | ".length + 102);
  const at = carets!.indexOf("^");
  assert.equal(source!.slice(at, at + 5), "sorry");
});

Deno.test("codeFrame() shows control characters as dots", () => {
  assert.equal(
    codeFrame("\u001b[31m\u202e x", { line: 1, column: 1, endColumn: 2 }),
    "1 | ·[31m· x\n  | ^",
  );
});

Deno.test("codeFrame() gives an empty line past the end", () => {
  assert.equal(codeFrame("a", { line: 9, column: 4, endColumn: 9 }), "9 | \n  | ^");
});
