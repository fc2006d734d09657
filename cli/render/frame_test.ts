import assert from "node:assert/strict";
import { codeFrame, createFrames } from "./frame.ts";

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

Deno.test("codeFrame() cuts between code points", () => {
  const text = "😀".repeat(200) + "sorry" + "😀".repeat(200);
  const [source, carets] = codeFrame(text, { line: 1, column: 201, endColumn: 206 }).split("\n");
  assert.equal(source, `1 | …${"😀".repeat(30)}sorry${"😀".repeat(65)}…`);
  assert.equal(carets, `  |  ${" ".repeat(30)}^^^^^`);
});

Deno.test("createFrames() frames spans in any order", () => {
  const text = "one sorry sorry\n\r\nthree sorry\n";
  const frame = createFrames(text);
  const spans = [
    { line: 3, column: 7, endColumn: 12 },
    { line: 1, column: 11, endColumn: 16 },
    { line: 1, column: 5, endColumn: 10 },
    { line: 2, column: 1, endColumn: 1 },
    { line: 4, column: 1, endColumn: 2 },
  ];
  for (const span of spans) assert.equal(frame(span), codeFrame(text, span));
  assert.equal(frame(spans[2]!), "1 | one sorry sorry\n  |     ^^^^^");
});

Deno.test("createFrames() takes linear time for many findings on one long line", () => {
  const text = "sorry ".repeat(200_000);
  const frame = createFrames(text);
  for (let n = 0; n < 200_000; n += 10) {
    const shown = frame({ line: 1, column: n * 6 + 1, endColumn: n * 6 + 6 });
    assert.ok(shown.endsWith("^^^^^"));
  }
});
