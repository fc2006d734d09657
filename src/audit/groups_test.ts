import assert from "node:assert/strict";
import { groupsOf } from "./groups.ts";

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
