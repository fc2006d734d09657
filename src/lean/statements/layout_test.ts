import assert from "node:assert/strict";
import { BREAK, group, join, layOut, separated } from "./layout.ts";

const words = (text: string) => group(separated(text.split(" "), BREAK));

Deno.test("a group stays on one line where it fits", () => {
  assert.equal(layOut(words("ab cd ef"), 8), "ab cd ef");
  assert.equal(layOut(words("ab cd ef"), 7), "ab\n  cd\n  ef");
});

Deno.test("inner groups are broken only where they must", () => {
  const doc = group(join("head", BREAK, words("a b c"), ",", BREAK, words("d e f")));
  assert.equal(layOut(doc, 10), "head\n  a b c,\n  d e f");
  assert.equal(layOut(doc, 7), "head\n  a\n    b\n    c,\n  d e f");
});

Deno.test("a group leaves room for what follows it without a break", () => {
  const doc = join(words("a b"), "ccc");
  assert.equal(layOut(doc, 6), "a bccc");
  assert.equal(layOut(doc, 5), "a\n  bccc");
});

Deno.test("an indented text begins behind its indent, and no line ends in a space", () => {
  assert.equal(layOut(words("ab cd"), 6, 2), "  ab\n    cd");
  assert.equal(layOut(group(join("", BREAK, "abc")), 2), "\n  abc");
});
