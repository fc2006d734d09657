import assert from "node:assert/strict";
import fc from "fast-check";
import { compileTriggers } from "./triggers.ts";

const WORDS = ["sorry", "admit", "native_decide", "elab", "stop", "axiom", "unsafe"];

Deno.test("compileTriggers() finds a word at every offset", () => {
  const search = compileTriggers(WORDS);
  for (const word of WORDS) {
    for (let before = 0; before < 9; before++) {
      for (const end of ["", " ", "\n", ")", "⟩", "∧", "¹", "-- x"]) {
        const text = `${" ".repeat(before)}${word}${end}`;
        assert.deepEqual(search(text), [{ offset: before, word }], JSON.stringify(text));
      }
    }
  }
});

Deno.test("compileTriggers() finds every whole word that indexOf finds", () => {
  const search = compileTriggers(["sorryAx", "native", "native_decide", "unsafe"]);
  const piece = fc.constantFrom(
    "sorry",
    "Ax",
    "native",
    "_decide",
    "#exit",
    " ",
    "s",
    "∀",
    "so",
    "e",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const text = pieces.join("");
    const expected: string[] = [];
    for (const word of ["sorryAx", "native", "native_decide", "unsafe"]) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        if (!/\w/.test(text.charAt(at + word.length))) expected.push(`${at} ${word}`);
      }
    }
    const found = search(text)
      .filter(({ offset, word }) => !/\w/.test(text.charAt(offset + word.length)))
      .map(({ offset, word }) => `${offset} ${word}`);
    assert.deepEqual(found.sort(), expected.sort());
  }));
});

Deno.test("compileTriggers() finds a three-letter keyword before a capital letter", () => {
  const search = compileTriggers(["def"]);
  for (const text of ["def Nat", " def Nat", "  def\nNat", "   def «Nat»", "@[x]def /- c -/ Nat"]) {
    assert.deepEqual(search(text), [{ offset: text.indexOf("def"), word: "def" }], text);
  }
});
