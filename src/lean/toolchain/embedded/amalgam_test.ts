import assert from "node:assert/strict";
import type { Module } from "../../package/modules.ts";
import { amalgamate, originOf } from "./amalgam.ts";

function module(name: string, text: string): Module {
  return { name, path: `${name}.lean`, text, options: [], imports: [] };
}

const VALUE = module("Value", "module\n/-! Values -/\n@[expose] public section\ndef one := 1\n");
const MAIN = module(
  "Main",
  "module\npublic import Value\n\npublic section\nnamespace A\nopen Nat in\ndef two := one + 1\nend A\n",
);

Deno.test("amalgamate() has one header, and each module in a section that it closes", () => {
  const { text } = amalgamate([VALUE, MAIN], ["Std"]);
  assert.deepEqual(text.split("\n").filter((line) => line.trim() !== ""), [
    "module",
    "public import Std",
    "section",
    "/-! Values -/",
    "@[expose] public section",
    "def one := 1",
    "end",
    "end",
    "section",
    "public section",
    "namespace A",
    "open Nat in",
    "def two := one + 1",
    "end A",
    "end",
    "end",
  ]);
});

Deno.test("amalgamate() has no `module` when a file is an ordinary one", () => {
  const { text } = amalgamate([module("M", "import Std\ndef x := 1")], ["Std"]);
  assert.match(text, /^import Std\nsection\n *\ndef x := 1\nend\n$/);
});

Deno.test("amalgamate() closes the named scopes that a module leaves open, innermost first", () => {
  const { text } = amalgamate([module("M", "module\nnamespace A\nsection B\ndef x := 1")], []);
  assert.match(text, /def x := 1\nend B\nend A\nend\n$/);
});

Deno.test("originOf() leads from a line of the amalgam back to the module's own line", () => {
  const amalgam = amalgamate([VALUE, MAIN], []);
  const line = amalgam.text.split("\n").indexOf("def two := one + 1") + 1;
  assert.deepEqual(originOf(amalgam, line), { path: "Main.lean", line: 7 });
  assert.equal(originOf(amalgam, 1), undefined);
});
