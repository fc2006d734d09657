import assert from "node:assert/strict";
import fc from "fast-check";
import { XmlDocument } from "npm:libxml2-wasm@0.7.2";
import { xmlAttribute, xmlOpen, xmlText } from "./xml.ts";

/** What an XML reader makes of an element with this content and attribute. */
function read(content: string, attribute: string): { content: string; attribute: string | null } {
  using document = XmlDocument.fromString(`<a b="${attribute}">${content}</a>`);
  return { content: document.root.content, attribute: document.get("@b")?.content ?? null };
}

Deno.test("xmlText() and xmlAttribute() give a reader back what they were given", () => {
  for (const text of ["a < b && c > d", `"'`, "]]>", "</a>", " \t\r\n ", "∀ 🙂 é", ""]) {
    assert.deepEqual(read(xmlText(text), xmlAttribute(text)), { content: text, attribute: text });
  }
});

Deno.test("xmlText() shows characters that no XML document may hold", () => {
  assert.equal(xmlText("\x00\x1b[31m\x0b"), "\\x00\\x1b[31m\\x0b");
  assert.equal(xmlText("\ufffe \uffff \ud800 \udc00x"), "\\ufffe \\uffff \\ud800 \\udc00x");
  assert.throws(() => read("\x1b", ""));
});

Deno.test("no text at all makes a document that cannot be read", () => {
  const anyText = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)),
  });
  fc.assert(fc.property(anyText, (text) => {
    read(xmlText(text), xmlAttribute(text));
  }));
});

Deno.test("xmlOpen() leaves out what is undefined", () => {
  assert.equal(xmlOpen("a", { b: 1, c: undefined, d: '"' }), 'a b="1" d="&quot;"');
});
