import assert from "node:assert/strict";
import { groupsOf } from "./groups.ts";

const module = (name: string, text: string) => ({ name, text });
const library = [
  module("A", "def a := 1\n-- def main\n"),
  module(
    "B",
    "module\npublic import A\n/-- Not a `def main`. -/\ntheorem main_is_no_name : 1 = 1 := rfl\n",
  ),
];

Deno.test("groupsOf() keeps everything together as long as there is one program", () => {
  const modules = [...library, module("One", "import A\ndef main : IO Unit := pure ()\n")];
  assert.deepEqual(groupsOf(modules), [["A", "B", "One"]]);
  assert.deepEqual(groupsOf(library), [["A", "B"]]);
  assert.deepEqual(groupsOf([]), []);
});

Deno.test("groupsOf() puts each further program apart, with what it imports", () => {
  const modules = [
    ...library,
    module("One", "import B\ndef main : IO Unit := pure ()\n"),
    module("«two-b»", "import B\nimport Lean\nunsafe def main := pure ()\n"),
    module("Three", "def main := pure ()\n"),
  ];
  assert.deepEqual(groupsOf(modules), [["A", "B", "One"], ["A", "B", "«two-b»"], ["Three"]]);
});
