import assert from "node:assert/strict";
import fc from "fast-check";
import { createTokenTable } from "./token_table.ts";

Deno.test("lengthAt() finds the longest of the tokens that are there, whatever came and went", () => {
  const token = fc.array(fc.constantFrom("(", "a", "b", "𝔸"), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(""));
  const change = fc.record({ token, isAdded: fc.boolean() });
  const text = fc.array(token, { maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(fc.property(fc.array(change, { maxLength: 20 }), text, (changes, text) => {
    const { tokens } = createTokenTable();
    const known = new Set<string>();
    for (const { token, isAdded } of changes) {
      if (isAdded) tokens.add(token);
      else tokens.delete(token);
      if (isAdded) known.add(token);
      else known.delete(token);
    }
    assert.equal(tokens.size, known.size);
    for (let at = 0; at < text.length; at++) {
      const lengths = [...known].filter((one) => text.startsWith(one, at)).map((one) => one.length);
      assert.equal(tokens.lengthAt(text, at, text.charCodeAt(at)), Math.max(0, ...lengths));
    }
  }));
});

Deno.test("lengthAt() looks at no token further than the text goes along with it", () => {
  // Else this would compare as many characters as the square of their number, and their length besides.
  const many = 20_000;
  const { tokens } = createTokenTable(
    Array.from({ length: 2_000 }, (_, k) => `⟪${"a".repeat(k)} sorry`),
  );
  const text = "⟪aaa ".repeat(many) + "⟪aaa sorry";
  for (let at = 0; at < many * 5; at += 5) assert.equal(tokens.lengthAt(text, at, 0x27ea), 0);
  assert.equal(tokens.lengthAt(text, many * 5, 0x27ea), "⟪aaa sorry".length);
});
