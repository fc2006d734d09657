import assert from "node:assert/strict";
import type { Module } from "../../package/modules.ts";
import { actingModules } from "./effects.ts";

function module(name: string, text: string, imports: readonly string[] = []): Module {
  return { name, path: `${name}.lean`, text, options: [], imports };
}

const acts = (text: string) => actingModules([module("A", text)]).has("A");

Deno.test("actingModules() passes definitions, proofs, macros and pure evaluation", () => {
  for (
    const text of [
      "module\npublic section\ndef f := 1\ntheorem t : f = 1 := by decide",
      "import Std.Data.HashMap\nimport Init.Data.List\ndef f := 1",
      "import Lean.Data.Json\nopen Lean\ndef f : Json := .null\nderiving instance ToJson for Nat",
      'notation "two" => 2\nmacro "x" : term => `(2)\n#guard f = 1\n#print axioms f',
      "/-- It may initialize; see #eval. -/\ndef initialized := 1 -- run_cmd, unsafe",
      'def s := "#eval unsafe"',
    ]
  ) assert.equal(acts(text), false, text);
});

Deno.test("actingModules() names what runs code with effects", () => {
  for (
    const text of [
      "import Lean",
      "import Lean.Elab.Command\ndef f := 1",
      "import Lean.Data.Json.Elab\ndef f := 1",
      "public meta import Lean.CoreM",
      '#eval IO.FS.writeFile "B.olean" ""',
      "initialize counter : IO.Ref Nat ← IO.mkRef 0",
      "@[init] def f : IO Unit := pure ()",
      "run_cmd pure ()",
      'elab "x" : tactic => pure ()',
      "unsafe def f : Nat := unsafeCast 1",
      "def f := _root_.unsafeCast 1",
      "@[implemented_by g] def f := 1",
      'attribute [extern "lean_io_exit"] f',
      'def s := include_str "data.txt"',
      "theorem t : True := by run_tac pure ()",
    ]
  ) assert.equal(acts(text), true, text);
});

Deno.test("actingModules() names what imports such a module, however far", () => {
  const acting = actingModules([
    module("Syntax", "import Lean\n"),
    module("Model", "def f := 1"),
    module("Use", "import Syntax\n", ["Syntax"]),
    module("Top", "import Use\nimport Model\n", ["Use", "Model"]),
  ]);
  assert.deepEqual([...acting], ["Syntax", "Use", "Top"]);
});
