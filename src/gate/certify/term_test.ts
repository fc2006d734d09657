import assert from "node:assert/strict";
import { wrongTerm } from "./term.ts";

Deno.test("wrongTerm() takes data: constructors, numbers, tuples, lists and texts", () => {
  for (
    const term of [
      "0",
      ".applied",
      "⟨7, .onAttempt ⟨1, 2, 3⟩ (.finishBegun 6 8 .land)⟩",
      "([⟨1, [], none⟩], [(1, .rejected .closed)])",
      'Msg.said "a) := \\" -- b"',
      "Ä.x₁' true",
    ]
  ) assert.equal(wrongTerm(term), undefined, term);
});

Deno.test("wrongTerm() refuses what could be more than a term", () => {
  for (
    const term of [
      "",
      "  ",
      ")",
      "(",
      "(]",
      "a, b",
      "a) = (b",
      "a -- b",
      "a /- b -/",
      "a := b",
      "fun",
      "(by trivial)",
      "(have x)",
      "a\nb",
      "a ▸ b",
      "a + b",
      "$(x)",
      "`(x)",
      "#eval",
      '"a',
      'r#"a"#',
      "«by»",
      "a; b",
      "a\u202eb",
    ]
  ) assert.notEqual(wrongTerm(term), undefined, term);
});
