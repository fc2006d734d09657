import assert from "node:assert/strict";
import { importsOf, parseHeader } from "./header.ts";

function imports(source: string): string[] {
  return parseHeader(source).imports.map(({ module }) => module);
}

Deno.test("parseHeader() reads every form of import", () => {
  const header = parseHeader([
    "module",
    "prelude",
    "import A",
    "public import B.C",
    "meta import D",
    "public meta import E",
    "import all F.«g-h»",
    "public section",
    "import Late",
  ].join("\n"));
  assert.equal(header.isModule, true);
  assert.equal(header.isPrelude, true);
  assert.deepEqual(header.imports.map(({ module }) => module), ["A", "B.C", "D", "E", "F.g-h"]);
});

Deno.test("parseHeader() reads a file without a header", () => {
  assert.deepEqual(parseHeader("def x := 1"), {
    isModule: false,
    isPrelude: false,
    imports: [],
    end: 0,
  });
  assert.deepEqual(parseHeader(""), {
    isModule: false,
    isPrelude: false,
    imports: [],
    end: 0,
  });
});

Deno.test("parseHeader() skips comments, nested too, and reads nothing inside them", () => {
  assert.deepEqual(
    imports(
      "-- import No\n/- a /- import No -/ import No -/ module\nimport A -- import No\nimport B",
    ),
    ["A", "B"],
  );
  assert.deepEqual(imports("/- never closed\nimport A"), []);
});

Deno.test("parseHeader() ends at a doc comment, which belongs to a command", () => {
  assert.deepEqual(imports("import A\n/-! text -/\nimport B"), ["A"]);
  assert.deepEqual(imports("import A\n/-- text -/\nimport B"), ["A"]);
});

Deno.test("parseHeader() does not take words that begin like a keyword for one", () => {
  assert.deepEqual(imports("import A\nimportant B"), ["A"]);
  assert.equal(parseHeader("moduleX").isModule, false);
});

Deno.test("parseHeader() gives line and column of the imported name, also with CRLF", () => {
  assert.deepEqual(parseHeader("module\r\n/- é𝔸 -/ import  A.B\r\nimport C").imports, [
    { module: "A.B", path: "A/B.lean", line: 2, column: 18 },
    { module: "C", path: "C.lean", line: 3, column: 8 },
  ]);
});

Deno.test("parseHeader() names the file of a module whose parts are quoted", () => {
  const [first, second] = parseHeader("import «.hidden».«a.b».C\nimport «x»").imports;
  assert.equal(first!.path, ".hidden/a.b/C.lean");
  assert.equal(second!.path, "x.lean");
});

Deno.test("importsOf() reads a header that is longer than its first look", () => {
  const header = Array.from({ length: 5000 }, (_, n) => `import é.M${n} -- é`).join("\n");
  const bytes = new TextEncoder().encode(`${header}\ndef x := 1\nimport Late\n`);
  const modules = importsOf(bytes).map(({ module }) => module);
  assert.deepEqual([modules.length, modules.at(-1)], [5000, "é.M4999"]);
  assert.deepEqual(importsOf(new TextEncoder().encode("/- never closed" + "x".repeat(9999))), []);
});

Deno.test("parseHeader() loses no import to the end of its first look", () => {
  for (let pad = 200; pad < 260; pad++) {
    assert.deepEqual(
      imports(`-- ${"x".repeat(pad)}\npublic import  A -- é\nimport B\ndef x := 1`),
      [
        "A",
        "B",
      ],
    );
  }
});
