import assert from "node:assert/strict";
import { compareLedger, differenceOf } from "./compare.ts";
import { type Entry, renderLedger } from "./ledger.ts";

const entry = (name: string, statement = "1 = 1", digest = "d1"): Entry => ({
  name,
  given: [],
  statement: `  ${statement}`,
  axioms: [],
  digest,
  constant: `.${name}`,
  module: ".M",
});

/** Findings as `code name-or-message`, for what is committed and what there is now. */
function differences(committed: readonly Entry[] | string, now: readonly Entry[]): string[] {
  const text = typeof committed === "string" ? committed : renderLedger(committed);
  const locate = () => ({ file: "M.lean", line: 3, column: 9 });
  return compareLedger({ file: "statements.txt", text, locate }, now).map((
    { code, message, location },
  ) => `${code} ${location?.file}:${location?.line ?? ""} ${message}`);
}

Deno.test("a ledger that says what the kernel has differs in nothing", () => {
  assert.deepEqual(differences([entry("a"), entry("b")], [entry("a"), entry("b")]), []);
});

Deno.test("a missing, new, renamed or changed theorem is told of", () => {
  assert.deepEqual(differences([entry("a"), entry("b")], [entry("a")]), [
    'statement_missing statements.txt:11 Theorem "b" of the ledger is no longer proved',
  ]);
  assert.deepEqual(differences([entry("a")], [entry("a"), entry("b", "2 = 2", "d2")]), [
    'statement_new M.lean:3 Theorem "b" is not in the ledger',
  ]);
  assert.deepEqual(differences([entry("a")], [entry("b")]), [
    'statement_renamed M.lean:3 Theorem "a" is called "b" now',
  ]);
  assert.deepEqual(differences([entry("a")], [entry("a", "start = start", "d2")]), [
    'statement_changed M.lean:3 Theorem "a" says something else than in the ledger',
  ]);
  assert.deepEqual(differences([entry("a")], [entry("a", "1 = 1", "d2")]), [
    'statement_changed M.lean:3 A definition that theorem "a" unfolds to has changed',
  ]);
  assert.deepEqual(differences([entry("a")], [{ ...entry("a"), given: ["[inst : Bounded]"] }]), [
    'statement_changed M.lean:3 Theorem "a" says something else than in the ledger',
  ]);
  assert.deepEqual(differences([entry("a")], [{ ...entry("a"), axioms: ["trust"] }]), [
    'statement_changed M.lean:3 Theorem "a" says something else than in the ledger',
  ]);
});

Deno.test("each renamed theorem has one name: a copy is new", () => {
  assert.deepEqual(
    differences([entry("a")], [entry("b"), entry("c")]).map((finding) => finding.split(" ")[0]),
    ["statement_renamed", "statement_new"],
  );
});

Deno.test("a ledger of no theorem, or with other words around them, is refused", () => {
  assert.deepEqual(differences("", [entry("a")]), [
    'statement_new M.lean:3 Theorem "a" is not in the ledger',
  ]);
  const text = renderLedger([entry("a")]);
  for (const edited of [text.replace("# Every", "# Some"), `${text}\n`, text + text]) {
    assert.deepEqual(differences(edited, [entry("a")]), [
      'ledger_edited statements.txt: The ledger "statements.txt" is not as it would be written',
    ]);
  }
});

Deno.test("many differences of one kind are counted", () => {
  const many = Array.from({ length: 25 }, (_, i) => entry(`t${i}`, `${i} = ${i}`, `d${i}`));
  const found = differences("", many);
  assert.equal(found.length, 21);
  assert.match(found[20]!, /5 more theorems with this difference/);
});

Deno.test("a difference shows the lines taken away and added", () => {
  assert.equal(differenceOf({ before: "a\nb\nc", after: "a\nx\nc" }), "  a\n- b\n+ x\n  c");
  assert.equal(differenceOf({ before: "", after: "a" }), "+ a");
  assert.equal(differenceOf({ before: "a", after: "" }), "- a");
});
