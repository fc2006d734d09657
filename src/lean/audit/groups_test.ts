import assert from "node:assert/strict";
import { bundlesOf, groupsOf } from "./groups.ts";

Deno.test("groupsOf() puts each module that nothing imports with all that it imports", () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    A: ["Base", "Init"],
    B: ["Mid"],
    Mid: ["Base"],
    Base: ["Init"],
  };
  const groups = groupsOf(["A", "B", "Base", "Mid"], (module) => imports[module] ?? []);
  assert.deepEqual(groups, [["A", "Base"], ["B", "Base", "Mid"]]);
  // Whatever sources say of their imports, no module is left out.
  assert.deepEqual(groupsOf(["A", "B"], (module) => [module === "A" ? "B" : "A"]), [["A", "B"]]);
});

Deno.test("bundlesOf() puts each further program apart, and nothing else", () => {
  const texts: Readonly<Record<string, string>> = {
    A: "-- def main\n/-- Not a `def main`. -/ theorem main_is_no_name : 1 = 1 := rfl",
    One: "def main : IO Unit := pure ()",
    Two: "unsafe def main := pure ()",
  };
  const bundles = (...groups: string[][]) => bundlesOf(groups, (module) => texts[module]!);
  assert.deepEqual(bundles(["A"], ["A", "One"]), [[["A"], ["A", "One"]]]);
  assert.deepEqual(bundles(["A", "One"], ["A"], ["A", "Two"]), [
    [["A", "One"], ["A"]],
    [["A", "Two"]],
  ]);
});
