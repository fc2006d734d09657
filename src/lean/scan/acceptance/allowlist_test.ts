import assert from "node:assert/strict";
import { type AllowlistEntry, applyAllowlist } from "./allowlist.ts";
import type { ScanFinding } from "../finding.ts";

const TODAY = "2026-05-10";

function finding(rule: string, file: string, declaration?: string): ScanFinding {
  const base = { rule, severity: "error", file, line: 3, column: 1, endColumn: 6 } as const;
  return {
    ...base,
    token: rule,
    message: "M",
    ...(declaration === undefined ? {} : { declaration }),
  };
}

function entry(changes: Partial<AllowlistEntry> = {}): AllowlistEntry {
  return { rule: "sorry", file: "A.lean", reason: "known", ...changes };
}

Deno.test("applyAllowlist() removes what an entry covers and says by which", () => {
  const covered = finding("sorry", "A.lean", "N.a");
  const other = finding("axiom", "A.lean", "N.a");
  const one = entry({ declaration: "N.a", expires: TODAY });
  const result = applyAllowlist([covered, other], [one], TODAY);
  assert.deepEqual(result, { findings: [other], allowed: [{ finding: covered, entry: one }] });
});

Deno.test("applyAllowlist() keeps findings of another rule, file or declaration", () => {
  const findings = [
    finding("admit", "A.lean", "a"),
    finding("sorry", "B.lean", "a"),
    finding("sorry", "A.lean", "b"),
    finding("sorry", "A.lean"),
  ];
  const result = applyAllowlist(findings, [entry({ declaration: "a" })], TODAY);
  assert.deepEqual(result.findings.slice(0, 4), findings);
  assert.match(
    result.findings[4]?.message ?? "",
    /^The allowlist entry for 'sorry' in 'A.lean, a' matches no finding$/,
  );
});

Deno.test("applyAllowlist() lets a wrong entry cover nothing and reports it", () => {
  const covered = finding("sorry", "A.lean", "a");
  const wrong: readonly (readonly [Partial<AllowlistEntry>, string])[] = [
    [{ expires: "2026-05-09" }, "expired on '2026-05-09'"],
    [{ expires: "2026-02-30" }, "expires on '2026-02-30', which is not a day 'YYYY-MM-DD'"],
    [{ expires: "soon" }, "expires on 'soon', which is not a day 'YYYY-MM-DD'"],
    [{ reason: "  " }, "gives no reason"],
    [{ rule: "sory" }, "names no rule that can be allowed"],
    [{ rule: "allow" }, "names no rule that can be allowed"],
  ];
  for (const [changes, problem] of wrong) {
    const { findings, allowed } = applyAllowlist([covered], [entry(changes)], TODAY, "gate.jsonc");
    assert.deepEqual(allowed, []);
    assert.equal(findings.length, 2);
    assert.deepEqual(findings[0], covered);
    assert.deepEqual([findings[1]?.rule, findings[1]?.file], ["allow", "gate.jsonc"]);
    assert.ok(findings[1]?.message.endsWith(problem), findings[1]?.message);
  }
});

Deno.test("applyAllowlist() counts every entry that covers a finding as used", () => {
  const entries = [entry(), entry({ declaration: "a" })];
  assert.deepEqual(applyAllowlist([finding("sorry", "A.lean", "a")], entries, TODAY).findings, []);
});

Deno.test("applyAllowlist() places a finding about an entry at the entry", () => {
  const { findings: [idle] } = applyAllowlist(
    [],
    [entry({ place: { line: 7, column: 3 } })],
    TODAY,
  );
  assert.deepEqual([idle?.file, idle?.line, idle?.column], ["lean-gate.jsonc", 7, 3]);
});
