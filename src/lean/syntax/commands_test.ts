import assert from "node:assert/strict";
import { findCommands } from "./commands.ts";
import { lex } from "./lexer.ts";
import { textOf } from "./tokens.ts";

/** The first token of each command, and its keyword. */
function starts(text: string): string[][] {
  const tokens = lex(text);
  return findCommands(tokens).map(({ start, at }) => [textOf(tokens, start), textOf(tokens, at)]);
}

Deno.test("findCommands() joins what stands before a command only by an in", () => {
  assert.deepEqual(starts("open A\n@[simp] private def b := 1\n"), [["open", "open"], [
    "@",
    "def",
  ]]);
  assert.deepEqual(starts("variable (n)\nprivate def b := 1\n"), [
    ["variable", "variable"],
    ["private", "def"],
  ]);
  assert.deepEqual(starts("open A in\nset_option b true in\n@[simp] private def c := 1\n"), [
    ["open", "open"],
    ["open", "set_option"],
    ["open", "def"],
  ]);
});

Deno.test("findCommands() copes with namespaces nested as deep as a text is long", () => {
  assert.equal(starts(`${"namespace abcdefghij\n".repeat(50_000)}axiom a : b\n`).length, 50_001);
});
