import assert from "node:assert/strict";
import type { Module } from "../../package/modules.ts";
import { memoryHost } from "../../../platform/host/memory.ts";
import { openSeal } from "../../../platform/host/seal.ts";
import { moduleKeys, parseRecord, recordText } from "./key.ts";

const leaf: Module = {
  name: "L",
  path: "L.lean",
  text: "module\ndef x := 1\n",
  options: [],
  imports: [],
};
const other: Module = { ...leaf, name: "O", path: "O.lean" };
const user: Module = { name: "U", path: "U.lean", text: "import L", options: [], imports: ["L"] };
const before = moduleKeys([leaf, other, user], "lean 1");

function changed(order: readonly Module[], identity = "lean 1"): string[] {
  return [...moduleKeys(order, identity)].filter(([name, key]) => before.get(name) !== key)
    .map(([name]) => name);
}

Deno.test("moduleKeys() change with the text, for the module and what imports it", () => {
  assert.deepEqual(changed([{ ...leaf, text: `${leaf.text}-- more\n` }, other, user]), ["L", "U"]);
  assert.deepEqual(changed([leaf, { ...other, text: "" }, user]), ["O"]);
});

Deno.test("moduleKeys() change with what code may read, for all modules", () => {
  const after = moduleKeys([leaf, other, user], "lean 1", "digest");
  assert.deepEqual([...after].filter(([name, key]) => before.get(name) === key), []);
  assert.deepEqual(moduleKeys([leaf, other, user], "lean 1", ""), before);
});

Deno.test("moduleKeys() do not change with CRLF", () => {
  assert.deepEqual(changed([{ ...leaf, text: "module\r\ndef x := 1\r\n" }, other, user]), []);
});

Deno.test("moduleKeys() change with options, imports and the Lean in use", () => {
  assert.deepEqual(changed([{ ...leaf, options: [["a", "true"]] }, other, user]), ["L", "U"]);
  assert.deepEqual(changed([leaf, other, { ...user, imports: ["L", "O"] }]), ["U"]);
  assert.deepEqual(changed([leaf, other, user], "lean 2"), ["L", "O", "U"]);
});

Deno.test("parseRecord() reads a record with its seal and nothing else", async () => {
  const seal = await openSeal(memoryHost({ env: { HOME: "/home/a" } }).host);
  const foreign = await openSeal(memoryHost({ env: { HOME: "/home/a" } }).host);
  const record = { key: "k", artifacts: { olean: "00" }, messages: [] };
  const text = recordText(record, seal);
  assert.deepEqual(parseRecord(text, seal), record);
  const forged = [
    text.replace('"k"', '"l"'),
    text.slice(text.indexOf("\n") + 1),
    recordText(record, foreign),
    recordText({ ...record, extra: 1 } as typeof record, seal),
  ];
  for (const other of [undefined, "", "{", "{}", "\n", ...forged]) {
    assert.equal(parseRecord(other, seal), undefined, other);
  }
});
