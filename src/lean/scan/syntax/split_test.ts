import assert from "node:assert/strict";
import { findCommands } from "../../syntax/commands.ts";
import { lex } from "../../syntax/lexer.ts";
import type { SharedSyntax } from "./declared_syntax.ts";
import { scanSource } from "../scan.ts";
import { Kind, textOf } from "../../syntax/tokens.ts";
import { splitText } from "./split.ts";
import { generateClean } from "../testing/generate.ts";
import { mutation, soup } from "../testing/hostile.ts";
import { createRandom } from "../testing/random.ts";

/**
 * Where a token that holds the word `sorry` is in force. Lean 4.28 warns of a sorry on exactly the lines
 * marked so: on the others it reads the token.
 */
const IN_FORCE = `
structure P where
  p : Nat
section S
local notation "(sorry)" => (2 : Nat)
def b1 : Nat := (sorry)
section
def b2 : Nat := (sorry)
end
end S
def b3 : Nat := (sorry) -- sorry
namespace N.M
scoped notation "⟨sorry⟩" => (3 : Nat)
def c1 : Nat := ⟨sorry⟩
namespace K
def c2 : Nat := ⟨sorry⟩
end K
end N.M
def c3 : P := ⟨sorry⟩ -- sorry
open N.M in
def c4 : Nat := ⟨sorry⟩
def c5 : P := ⟨sorry⟩ -- sorry
section
open N.M
def c6 : Nat := ⟨sorry⟩
end
def c7 : P := ⟨sorry⟩ -- sorry
namespace N
def c8 : P := ⟨sorry⟩ -- sorry
namespace M
def c9 : Nat := ⟨sorry⟩
end M
end N
def c10 : Nat := open N.M in ⟨sorry⟩
def c11 : P := ⟨sorry⟩ -- sorry
namespace Q
namespace R
local notation "‹sorry›" => (4 : Nat)
def d1 : Nat := ‹sorry›
end Q.R
open N
open M
@[simp] def e1 : Nat := ⟨sorry⟩
def e2 : Nat := ⟨sorry⟩
def f1 : List Nat := [sorry] -- sorry
macro "[sorry]" : term => \`((5 : Nat))
def f2 : Nat := [sorry]
`;

Deno.test("a declared token is one from the next command on, as long as its scope or namespace is open", () => {
  const marked = IN_FORCE.split("\n").flatMap((line, k) =>
    line.endsWith("-- sorry") ? [k + 1] : []
  );
  const found = scanSource("A.lean", IN_FORCE).map(({ rule, line }) => `${rule} ${line}`);
  assert.equal(marked.length, 7);
  assert.deepEqual(found, marked.map((line) => `sorry ${line}`));
});

Deno.test("a declared token is none yet in the command that declares it", () => {
  const text = 'notation "[sorry]" => [sorry].length\nexample := [sorry]\n';
  const found = scanSource("A.lean", text).map(({ rule, line, column }) =>
    `${rule} ${line}:${column}`
  );
  assert.deepEqual(found, ["macro_hidden 1:24"]);
});

Deno.test("a string is interpolated as long as the macro holds that reads it so", () => {
  const text = [
    'def a := log "{sorry}"',
    "section",
    'local macro "log" s:interpolatedStr(term) : term => `(s! $s)',
    'def b := log "{sorry}"',
    "end",
    'def c := log "{sorry}"',
    "",
  ].join("\n");
  assert.deepEqual(scanSource("A.lean", text).map(({ rule, line }) => [rule, line]), [[
    "sorry",
    4,
  ]]);
});

Deno.test("a declared token with braces is no end of a hole, and one with brackets leaves none open", () => {
  // Lean 4.28 has both axioms, and warns of the sorry.
  const text = [
    "import Lean",
    "open Lean",
    'notation "{sorry}" => (1 : Nat)',
    'notation "(sorry)" => mkNullNode',
    'def a := s!"{ {sorry} }"',
    "axiom b : False",
    'def c := "',
    'axiom d"',
    'def e : CoreM Unit := throwErrorAt (sorry) "a {(sorry : Nat)} b"',
    "axiom f : False",
    "",
  ].join("\n");
  const found = scanSource("A.lean", text).map(({ rule, line, column }) =>
    `${rule} ${line}:${column}`
  );
  assert.deepEqual(found, ["axiom 6:1", "sorry 9:49", "axiom 10:1"]);
});

Deno.test("what one token makes of the text behind it decides whether the next is declared", () => {
  const text = [
    'notation "f/-" => 1',
    'def a := f/- notation "[sorry]" => 2', // no comment
    'notation "[sorry]" => 2',
    "def b := [sorry]",
    "def c := f/- [sorry] -/ [sorry]",
    "",
  ].join("\n");
  const { declared, tokens } = splitText(text, []);
  assert.deepEqual(declared, ["f/-", "[sorry]"]);
  assert.equal(tokens.kinds.subarray(0, tokens.count).includes(Kind.BlockComment), false);
});

Deno.test("imported syntax holds from the start, scoped syntax where its namespace is open", () => {
  const imported: SharedSyntax[] = [
    { text: "[sorry]", interpolates: false, scope: "" },
    { text: "⟨sorry⟩", interpolates: false, scope: "My.Log" },
  ];
  const text = [
    "import Log",
    "def a := [sorry]",
    "def b := ⟨sorry⟩",
    "section",
    "open My.Log",
    "def c := ⟨sorry⟩",
    "end",
    "def d := ⟨sorry⟩",
    "",
  ].join("\n");
  const roots = new Set(["Log"]);
  const lines = scanSource("A.lean", text, { imported, roots }).map(({ line }) => line);
  assert.deepEqual(lines, [3, 8]);
});

Deno.test("a file tells others of what it declares, but for what is local", () => {
  const text = [
    'notation "[sorry]" => 1',
    'local notation "(sorry)" => 2',
    "namespace A",
    'scoped notation "{sorry}" => 3',
    'scoped macro "log! " s:interpolatedStr(term) : term => `(s! $s)',
    'macro_rules | `("<sorry>") => `(1)',
    "",
  ].join("\n");
  assert.deepEqual(splitText(text, []).shared, [
    { text: "[sorry]", interpolates: false, scope: "" },
    { text: "{sorry}", interpolates: false, scope: "A" },
    { text: "log!", interpolates: true, scope: "A" },
  ]);
});

Deno.test("only an in joins what stands before a command to it", () => {
  const starts = (text: string) => {
    const tokens = lex(text);
    return findCommands(tokens).map(({ start, at }) => [textOf(tokens, start), textOf(tokens, at)]);
  };
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

Deno.test("a declared pair of brackets leaves none open", () => {
  const text = 'notation "(sorry)" => 1\n def a := (sorry)\n axiom b : False\n';
  const found = scanSource("A.lean", text).map(({ rule, line }) => `${rule} ${line}`);
  assert.deepEqual(found, ["axiom 3"]);
  assert.equal(splitText(text, []).commands().length, 3);
});

Deno.test("splitText() finds the commands that its tokens have, and tiles the text", () => {
  const random = createRandom(20261130);
  const files = Array.from({ length: 50 }, (_, seed) => generateClean(seed, 6));
  for (let n = 0; n < 6000; n++) {
    const text = n % 2 === 0 ? soup(random) : mutation(random, random.pick(files));
    const { tokens, commands } = splitText(text, []);
    const name = JSON.stringify(text);
    assert.deepEqual(commands(), findCommands(tokens), name);
    assert.equal(tokens.count === 0 ? 0 : tokens.ends[tokens.count - 1], text.length, name);
  }
});

Deno.test("splitText() splits like lex() where nothing is declared that changes the split", () => {
  let compared = 0;
  for (let seed = 0; seed < 40; seed++) {
    const text = generateClean(seed, 8);
    const { tokens, declared } = splitText(text, []);
    if (declared.length > 0 || /interpolatedStr/.test(text)) continue;
    const plain = lex(text);
    assert.deepEqual(tokens.ends.subarray(0, tokens.count), plain.ends.subarray(0, plain.count));
    compared++;
  }
  assert.ok(compared > 10, `${compared} texts`);
});
