import assert from "node:assert/strict";
import { statedTheorems } from "./stated.ts";

const stated = (text: string) =>
  statedTheorems(text).map(({ name, line, column }) => `${name} ${line}:${column}`);

Deno.test("statedTheorems() places the name of each theorem, in code points", () => {
  assert.deepEqual(
    stated("theorem a : True := trivial\n/-- 𝔸 -/ @[simp] private theorem\n  «b c» : p"),
    ["a 1:9", "«b c» 3:3"],
  );
  assert.deepEqual(stated('mutual theorem A.x : p := y theorem _root_.B : q := "𝔸" end'), [
    "A.x 1:16",
    "_root_.B 1:37",
  ]);
});

Deno.test("statedTheorems() passes over comments, strings, names and quotations", () => {
  for (
    const text of [
      "/- theorem a : p -/ -- theorem b : p",
      'def s := "theorem c : p"',
      "open Lean.Parser.Command.theorem x",
      'macro "m" n:ident : command => `(theorem $n : True := trivial)',
      'macro "m" : command => `(command| theorem d : True := by (exact trivial))',
      'syntax "my" "theorem" ident : command',
    ]
  ) assert.deepEqual(stated(text), [], text);
});
