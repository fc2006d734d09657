import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { readFacts } from "./facts.ts";

const NAT = '{"name":".Nat","module":".Init.Prelude","kind":"inductive","type":[],"body":[]}';
const OWN = '{"name":".one","module":".M","kind":"theorem","type":[".Nat"],"body":[],"flags":[],' +
  '"head":".Nat","implicit":[],"replay":"accepted"}';
const AGAIN = '{"again":".one","module":".N","line":1,"column":9}';
const PLACE =
  '{"place":".one","line":3,"column":9,"startLine":1,"startColumn":1,"endLine":4,"endColumn":80}';
const WHOLE = '{"audited":".M"}\n{"stubs":false}';
const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");

Deno.test("readFacts() sorts the facts by what they say", () => {
  const facts = readFacts(
    text('{"class":".Add"}', AGAIN, PLACE, NAT, OWN, '{"csimp":".one"}', WHOLE, '{"count":2}'),
  );
  assert.deepEqual([...facts.constants.keys()], [".Nat", ".one"]);
  assert.deepEqual([...facts.own.keys()], [".one"]);
  assert.equal(facts.places.get(".one")?.line, 3);
  assert.deepEqual([...facts.classes], [".Add"]);
  assert.deepEqual([...facts.csimp], [".one"]);
  assert.deepEqual([...facts.audited], [".M"]);
  assert.deepEqual(facts.again, [{ again: ".one", module: ".N", line: 1, column: 9 }]);
});

Deno.test("readFacts() refuses what is not whole", () => {
  const refused: [string, RegExp][] = [
    ["", /announces none/],
    [text(NAT, OWN), /announces none/],
    [text(NAT, '{"count":1}'), /does not tell of the library/],
    [text(NAT, WHOLE, '{"count":2}'), /has 1 constants and announces 2/],
    [text(NAT, '{"count":1}', OWN), /line 3 stands behind the last/],
    [text(NAT) + '{"count":1}', /in the middle of a line/],
    [text("nonsense", '{"count":0}'), /line 1 is no JSON/],
    [text('{"name":".x"}', '{"count":1}'), /line 1 is no fact/],
    // An unknown flag could be one that matters.
    [text(OWN.replace('"flags":[]', '"flags":["new"]'), '{"count":1}'), /line 1 is no fact/],
  ];
  for (const [facts, reason] of refused) {
    assert.throws(() => readFacts(facts), (cause) => {
      assert.ok(cause instanceof GateError);
      assert.equal(cause.kind, "verdict");
      assert.equal(cause.diagnostic.code, "audit_unreadable");
      assert.match(cause.message, reason);
      return true;
    });
  }
});
