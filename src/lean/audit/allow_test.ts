import assert from "node:assert/strict";
import { allowances } from "./allow.ts";

const TODAY = "2026-03-01";
const reason = "Agreed with the reviewers";

Deno.test("allowances() cover a finding by its rule, and by its declaration where one is named", () => {
  const named = allowances([{ rule: "axiom_used", declaration: "A.b", reason }], TODAY, "c");
  assert.ok(named.covers("axiom_used", "A.b", ".M .A.b"));
  assert.ok(!named.covers("axiom_used", "A.c", ".M .A.c"));
  assert.ok(!named.covers("axiom", "A.b", ".M .A.b"));
  assert.deepEqual(named.problems(), []);
  assert.ok(
    allowances([{ rule: "opaque", reason }], TODAY, "c").covers("opaque", "any", ".M .any"),
  );
});

Deno.test("allowances() refuse entries that are wrong, old, or match nothing", () => {
  const problems = (entry: Parameters<typeof allowances>[0][number]) => {
    const allowed = allowances([entry], TODAY, "lean-gate.jsonc");
    const covered = allowed.covers("sorry", "A", ".M .A");
    return [covered, ...allowed.problems().map(({ code, message }) => `${code}: ${message}`)];
  };
  const declaration = "A";
  const of = (problem: string, rule = "sorry") => [
    false,
    `audit_allow: The entry of "audit.allow" for "${rule}" in "A" ${problem}`,
  ];
  assert.deepEqual(
    problems({ rule: "sory", declaration, reason }),
    of("names no finding of the audit", "sory"),
  );
  assert.deepEqual(problems({ rule: "sorry", declaration, reason: " " }), of("gives no reason"));
  assert.deepEqual(
    problems({ rule: "sorry", declaration, reason, expires: "2026-02-28" }),
    of('expired on "2026-02-28"'),
  );
  assert.deepEqual(
    problems({ rule: "axiom", declaration, reason }),
    of("matches no finding", "axiom"),
  );
  assert.deepEqual(problems({ rule: "sorry", declaration, reason, expires: TODAY }), [true]);
});

Deno.test("allowances() refuse to accept all that is unproved at once", () => {
  for (const rule of ["sorry", "sorry_ax", "axiom", "axiom_used", "kernel_refused"]) {
    const allowed = allowances([{ rule, reason }], TODAY, "c");
    assert.ok(!allowed.covers(rule, "A", ".M .A"));
    assert.match(allowed.problems()[0]!.message, /names no declaration/);
  }
});

Deno.test("allowances() refuse an entry that covers several declarations of the name that it gives", () => {
  const entry = { rule: "axiom", declaration: "A", reason };
  const allowed = allowances([entry, { rule: "opaque", reason }], TODAY, "c");
  allowed.covers("axiom", "A", ".M .A");
  allowed.covers("axiom", "A", ".M .A");
  for (const constant of [".M .a", ".M .b"]) allowed.covers("opaque", "any", constant);
  assert.deepEqual(allowed.problems(), []);
  allowed.covers("axiom", "A", ".N ._private.N#0.A");
  assert.match(allowed.problems()[0]!.message, /"axiom" in "A" matches 2 declarations/);
});

Deno.test("allowances() place a finding about an entry at the entry", () => {
  const place = { line: 7, column: 3 };
  const [finding] = allowances([{ rule: "opaque", reason, place }], TODAY, "c").problems();
  assert.deepEqual(finding?.location, { file: "c", ...place });
});
