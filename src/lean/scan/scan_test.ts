import assert from "node:assert/strict";
import { RULES } from "./rules/rules.ts";
import { scanSource } from "./scan.ts";
import { generateClean, SNIPPET_COUNT } from "./testing/generate.ts";

for (const rule of RULES) {
  Deno.test(`scanSource() is silent on the good example of ${rule.id}`, () => {
    assert.deepEqual(scanSource("Good.lean", rule.good), []);
  });
  Deno.test(`scanSource() reports the bad example of ${rule.id}`, () => {
    assert.ok(scanSource("Bad.lean", rule.bad).some((finding) => finding.rule === rule.id));
  });
  Deno.test(`RULES describes ${rule.id} in full sentences`, () => {
    assert.match(rule.id, /^[a-z][a-z_]*$/);
    for (const text of [rule.explanation, rule.fix]) assert.match(text, /^['A-Z].*\.$/s);
  });
}

Deno.test("RULES has no two rules of one id", () => {
  assert.equal(new Set(RULES.map(({ id }) => id)).size, RULES.length);
});

Deno.test("scanSource() is silent on clean generated files", () => {
  for (let seed = 0; seed < Math.max(200, 2 * SNIPPET_COUNT); seed++) {
    assert.deepEqual(scanSource("Clean.lean", generateClean(seed)), [], `seed ${seed}`);
  }
});

Deno.test("scanSource() says where a token starts and ends", () => {
  assert.deepEqual(scanSource("Gate/A.lean", "namespace N\n  theorem «𝔸 b» : p := sorry\n"), [{
    rule: "sorry",
    severity: "error",
    file: "Gate/A.lean",
    line: 2,
    column: 24,
    endColumn: 29,
    token: "sorry",
    message: "'sorry' stands in for a missing proof or value",
    declaration: "N.«𝔸 b»",
  }]);
});

Deno.test("scanSource() names the declaration that an attribute or option stands before", () => {
  const source =
    '@[extern "x"]\nprivate def a := 1\nset_option warn.sorry false in\ntheorem b : p := q\n';
  assert.deepEqual(
    scanSource("A.lean", source).map(({ rule, declaration }) => [rule, declaration]),
    [
      ["extern", "a"],
      ["warn_off", "b"],
    ],
  );
});

Deno.test("scanSource() opens and closes a scope for each part of a name", () => {
  const source = "namespace A.B\naxiom a : p\nend B\naxiom b : p\nend A\naxiom c : p\n" +
    "section S.T\nnamespace «x.y»\naxiom d : p\nend «x.y»\nend S.T\naxiom e : p\n";
  assert.deepEqual(
    scanSource("A.lean", source).map(({ declaration }) => declaration),
    ["A.B.a", "A.b", "c", "«x.y».d", "e"],
  );
});

Deno.test("scanSource() takes bytes and text alike", () => {
  const source = "\ufefftheorem 𝔸 : p := sorry\n";
  const bytes = new TextEncoder().encode(source);
  assert.deepEqual(scanSource("A.lean", bytes), scanSource("A.lean", source));
});

Deno.test("scanSource() reports the first invalid byte and scans on", () => {
  const bytes = new Uint8Array([
    ...new TextEncoder().encode("-- é\n𝔸 "),
    0xff,
    0xc3,
    ...new TextEncoder().encode(" sorry"),
  ]);
  const found = scanSource("A.lean", bytes);
  assert.deepEqual(found.map(({ rule, line, column, token }) => [rule, line, column, token]), [
    ["encoding", 2, 3, "0xff"],
    ["sorry", 2, 6, "sorry"],
  ]);
  assert.equal(found[0]?.message, "The byte '0xff' is not UTF-8; first of 2");
});

Deno.test("scanSource() reports a NUL wherever it is", () => {
  for (const source of ["def a := 1\0", "-- a\0b", 'def a := "\0"']) {
    const [finding, ...more] = scanSource("A.lean", source);
    assert.equal(finding?.rule, "encoding");
    assert.equal(finding?.column, source.indexOf("\0") + 1);
    assert.deepEqual(more, []);
  }
});

Deno.test("scanSource() counts half a surrogate pair as one column", () => {
  const found = scanSource("A.lean", "/- \ud800 -/ axiom a : p\n");
  assert.deepEqual(found.map(({ rule, column }) => [rule, column]), [["axiom", 9]]);
});

Deno.test("scanSource() takes U+FFFD in valid text for what it is", () => {
  assert.deepEqual(scanSource("A.lean", new TextEncoder().encode("-- \ufffd\n")), []);
});

Deno.test("scanSource() lets a comment on the line before allow a finding", () => {
  const allowed = "-- lean-gate: allow sorry proved upstream\ntheorem a : p := sorry\n";
  assert.deepEqual(scanSource("A.lean", allowed), []);
  const stacked =
    "-- lean-gate: allow sorry one\n  -- lean-gate: allow axiom two\naxiom a : sorry\n";
  assert.deepEqual(scanSource("A.lean", stacked), []);
  const crlf = allowed.replaceAll("\n", "\r\n");
  assert.deepEqual(scanSource("A.lean", crlf), []);
});

Deno.test("scanSource() lets an allow comment reach no further than one line and one rule", () => {
  const far = "-- lean-gate: allow sorry x\n\ntheorem a : p := sorry\n";
  const other = "-- lean-gate: allow admit x\ntheorem a : p := sorry\n";
  for (const source of [far, other]) {
    assert.deepEqual(scanSource("A.lean", source).map(({ rule }) => rule), ["allow", "sorry"]);
  }
});

Deno.test("scanSource() reports an allow comment that is wrong", () => {
  const wrong = [
    "-- lean-gate: allow sorry\ntheorem a : p := sorry\n",
    "-- lean-gate: allow nothing x\ntheorem a : p := sorry\n",
    "-- lean-gate: allow\ntheorem a : p := sorry\n",
    "-- lean-gate: ignore sorry x\ntheorem a : p := sorry\n",
  ];
  for (const source of wrong) {
    assert.deepEqual(
      scanSource("A.lean", source).map(({ rule }) => rule),
      ["allow", "sorry"],
      source,
    );
  }
});

Deno.test("scanSource() takes prose about allow comments for prose", () => {
  const prose =
    '-- Write lean-gate: allow RULE reason.\n/- lean-gate: allow x -/\ndef a := "-- lean-gate: b"\n';
  assert.deepEqual(scanSource("A.lean", prose), []);
});

Deno.test("scanSource() sees nothing past #exit, but past one in a macro", () => {
  const plain = scanSource("A.lean", "#exit\naxiom a : p\n-- lean-gate: allow sorry x\n");
  assert.deepEqual(plain.map(({ rule }) => rule), ["exit"]);
  const macro = scanSource("A.lean", 'macro "x" : command => `(#exit)\naxiom a : p\n');
  assert.deepEqual(macro.map(({ rule }) => rule), ["exit", "axiom"]);
});

Deno.test("scanSource() ends where every line has a finding, and has them all", () => {
  const lines = 50_000;
  const sources = [
    "theorem a : p := sorry\n".repeat(lines),
    `def a := (${"sorry, ".repeat(lines)})\n`,
    `@[${'extern "a", '.repeat(lines)}simp] def a := 1\n`,
    `theorem a : p := by\n${"  admit\n".repeat(lines)}`,
    `theorem a ${"(h : False) ".repeat(lines)} : p := q\n`,
    `macro "x" : term => \`(${"sorry ".repeat(lines)})\n`,
    `notation ${'"=" '.repeat(lines)} => f\n`,
    "-- lean-gate: allow sorry x\n".repeat(lines),
    `theorem a : p := by ${"(".repeat(lines)} admit\n`,
    `theorem a : p := by ${"cases h with | a => ".repeat(lines)} admit\n`,
    "namespace A\n".repeat(lines / 10) + "axiom a : p\n",
    "x? ".repeat(lines),
    "def a : Add Nat := b\n" + "attribute [instance] a\n".repeat(lines),
    `theorem a : ${"∀ (h : False), ".repeat(lines)} p := q\n`,
    `def a := f ${"``sorryAx ".repeat(lines)}\n`,
    `macro_rules ${"| `(sorry) ".repeat(lines)} => b\n`,
    `theorem a : p := ⟨by ${"∃ x, (by ".repeat(lines)} admit\n`,
    `theorem a : p := by exact ${"do if b then ".repeat(lines)}\n  admit\n`,
    `theorem a : p := by exact (${"∃ x ".repeat(lines)}${"; ".repeat(lines)} admit)\n`,
    `theorem a : p := ${"by ".repeat(lines)}${"| then ".repeat(lines)} admit\n`,
  ];
  // Quadratic time would take hours.
  const counts = sources.map((source) => scanSource("A.lean", source).length);
  for (const [i, count] of counts.slice(0, 5).entries()) {
    assert.equal(count, lines, sources[i]!.slice(0, 40));
  }
});
