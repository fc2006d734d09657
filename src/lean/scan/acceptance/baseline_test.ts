import assert from "node:assert/strict";
import { applyBaseline, type KnownFinding, nextBaseline } from "./baseline.ts";
import { scanSource } from "../scan.ts";

const HOLE = "theorem hole : 1 = 2 := sorry\n";
const TWO = "theorem two : 1 = 2 ∧ 1 = 2 := ⟨sorry, sorry⟩\n";

const known = (declaration: string, count: number, file = "A.lean"): KnownFinding => ({
  rule: "sorry",
  file,
  declaration,
  token: "sorry",
  count,
});

/** What is left of the findings in this text, as `rule line` or as the message of a stale entry. */
function applied(text: string, baseline: readonly KnownFinding[], judged = ["A.lean"]) {
  const { findings, known } = applyBaseline(scanSource("A.lean", text), baseline, {
    file: "base.json",
    judges: (file) => judged.includes(file),
    placeOf: (index) => ({ line: index + 4, column: 5 }),
  });
  const shown = findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
  return { shown, known };
}

Deno.test("applyBaseline() passes over what it knows, wherever edits have moved it", () => {
  const moved = `-- a new line\ntheorem fine : 1 = 1 := rfl\n\n${TWO}${HOLE}`;
  const baseline = [known("hole", 1), known("two", 2)];
  assert.deepEqual(applied(HOLE + TWO, baseline), { shown: [], known: 3 });
  assert.deepEqual(applied(moved, baseline), { shown: [], known: 3 });
});

Deno.test("applyBaseline() refuses what is new: a declaration, a rule, a file, one more of the same", () => {
  assert.deepEqual(applied(HOLE + TWO, [known("two", 2)]).shown, ["sorry A.lean:1"]);
  assert.deepEqual(applied(HOLE, [known("hole", 1, "B.lean")]).shown, ["sorry A.lean:1"]);
  assert.deepEqual(applied(HOLE.replace("sorry", "sorryAx _"), [known("hole", 1)]).shown, [
    "sorry_ax A.lean:1",
    "baseline_stale base.json:4",
  ]);
  const more = applied(TWO, [known("two", 1)]);
  assert.deepEqual(more, { shown: ["sorry A.lean:1", "sorry A.lean:1"], known: 0 });
});

Deno.test("applyBaseline() asks to shrink when a finding is gone, and names the entry", () => {
  const fixed = TWO.replace("sorry, sorry", "sorry, rfl");
  const baseline = [known("hole", 1), known("two", 2)];
  const { findings } = applyBaseline(scanSource("A.lean", fixed), baseline, {
    file: "base.json",
    judges: () => true,
    placeOf: (index) => ({ line: index + 4, column: 5 }),
  });
  assert.deepEqual(findings.map(({ line, message }) => [line, message]), [
    [4, "The baseline has 1 finding of 'sorry' in 'A.lean', 'hole', but none left"],
    [5, "The baseline has 2 findings of 'sorry' in 'A.lean', 'two', but only 1 left"],
  ]);
  assert.ok(
    findings.every(({ severity, hint }) => severity === "error" && /--write-b/.test(hint!)),
  );
});

Deno.test("applyBaseline() says nothing of a file that the scan did not look at", () => {
  assert.deepEqual(applied("", [known("hole", 1, "B.lean")]).shown, []);
  assert.deepEqual(applied("", [known("hole", 1, "B.lean")], ["B.lean"]).shown.length, 1);
});

Deno.test("nextBaseline() takes everything in once, and then only shrinks", () => {
  const judges = (file: string) => file === "A.lean";
  const findings = scanSource("A.lean", HOLE + TWO);
  const first = nextBaseline(findings, [], judges, true);
  assert.deepEqual(first, [known("hole", 1), known("two", 2)]);
  const elsewhere = known("b", 3, "B.lean");
  const later = scanSource("A.lean", TWO.repeat(2) + "theorem new : 1 = 2 := sorry\n");
  assert.deepEqual(nextBaseline(later, [...first, elsewhere], judges, false), [
    known("two", 2),
    elsewhere,
  ]);
  assert.deepEqual(nextBaseline(later, [...first, elsewhere], judges, true), [
    known("new", 1),
    known("two", 4),
    elsewhere,
  ]);
});

Deno.test("nextBaseline() takes in warnings, and no allowance that is wrong", () => {
  const text = "#eval 1\n-- lean-gate: allow sorry no longer needed\nexample : 1 = 1 := rfl\n";
  const findings = scanSource("A.lean", text);
  assert.deepEqual(findings.map(({ rule }) => rule), ["leftover", "allow"]);
  assert.deepEqual(nextBaseline(findings, [], () => true, true).map(({ rule }) => rule), [
    "leftover",
  ]);
});
