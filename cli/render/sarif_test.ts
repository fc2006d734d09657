import assert from "node:assert/strict";
import Ajv from "npm:ajv-draft-04@1.0.0";
import addFormats from "npm:ajv-formats@3.0.1";
import schema from "npm:@microsoft/jest-sarif@1.0.0-beta.0/lib/schemas/sarif-2.1.0-rtm.5.json" with {
  type: "json",
};
import { type Diagnostic, error, warning } from "../../src/platform/diagnostic.ts";
import { RULES } from "../../src/lean/scan/rules/rules.ts";
import { renderSarif, type SarifRun } from "./sarif.ts";

const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const isSarif = ajv.compile(schema);

/** The only run of the log, which the official schema accepts. */
// deno-lint-ignore no-explicit-any -- the schema has said what it is
function runOf(findings: readonly Diagnostic[], options?: SarifRun): any {
  const log = JSON.parse(renderSarif(findings, options));
  const { version, runs: [run, ...others] } = log;
  assert.deepEqual([version, others], ["2.1.0", []]);
  assert.ok(isSarif(log), JSON.stringify(isSarif.errors, null, 2));
  return run;
}

const LOCATION = { file: "formal/A.lean", line: 3, column: 14, endLine: 3, endColumn: 19 };

Deno.test("the official schema refuses what is no SARIF log", () => {
  assert.equal(isSarif({ version: "2.1.0" }), false);
  const log = JSON.parse(renderSarif([error("sorry", "Bad", { location: LOCATION })]));
  log.runs[0].results[0].level = "fatal";
  assert.equal(isSarif(log), false);
});

Deno.test("renderSarif() places a finding by a relative URI and a region in code points", () => {
  const run = runOf([
    error("sorry", "'sorry' is no proof", { location: LOCATION, hint: "Prove it." }),
  ]);
  assert.equal(run.columnKind, "unicodeCodePoints");
  const [{ partialFingerprints, ...result }] = run.results;
  assert.ok(partialFingerprints.primaryLocationLineHash);
  assert.deepEqual([result], [{
    ruleId: "sorry",
    ruleIndex: 0,
    level: "error",
    message: { text: "'sorry' is no proof\n\nProve it." },
    locations: [{
      physicalLocation: {
        artifactLocation: { uri: "formal/A.lean", uriBaseId: "%SRCROOT%" },
        region: { startLine: 3, startColumn: 14, endLine: 3, endColumn: 19 },
      },
    }],
  }]);
  assert.equal(Object.hasOwn(run.originalUriBaseIds, "%SRCROOT%"), true);
});

Deno.test("renderSarif() describes the rules once, each with its help and level", () => {
  const run = runOf([warning("extern", "Bad", { location: LOCATION, hint: "Not said again" })], {
    rules: RULES,
  });
  const { rules } = run.tool.driver;
  assert.deepEqual(rules.map(({ id }: { id: string }) => id), RULES.map(({ id }) => id));
  for (const [at, { explanation, fix, severity }] of RULES.entries()) {
    assert.ok(rules[at].help.text.includes(fix));
    assert.ok(explanation.startsWith(rules[at].shortDescription.text));
    assert.equal(rules[at].defaultConfiguration.level, severity);
  }
  const [result] = run.results;
  assert.equal(rules[result.ruleIndex].id, "extern");
  assert.equal(result.message.text, "Bad");
});

Deno.test("renderSarif() names a rule that nobody described", () => {
  const run = runOf([error("divergence", "Bad", { location: LOCATION })], { rules: RULES });
  assert.deepEqual(run.tool.driver.rules.at(-1), { id: "divergence" });
  assert.equal(run.results[0].ruleIndex, RULES.length);
});

Deno.test("renderSarif() makes a notification of a finding without a place", () => {
  const run = runOf([error("lean_missing", "No Lean", { hint: "Install it." })], {
    completed: false,
  });
  assert.deepEqual(run.results, []);
  assert.equal(run.invocations[0].executionSuccessful, false);
  const [notification] = run.invocations[0].toolExecutionNotifications;
  assert.equal(notification.level, "error");
  assert.equal(notification.message.text, "No Lean\n\nInstall it.");
  assert.equal(notification.associatedRule.id, "lean_missing");
});

Deno.test("renderSarif() encodes every character that a URI cannot hold", () => {
  const uris = ["a b/∀%.lean", "/tmp/a b.lean", "c:d.lean", "\ud800.lean"].map((file) => {
    const [{ locations: [{ physicalLocation }] }] = runOf([
      error("x", "Y", { location: { file } }),
    ]).results;
    assert.equal(physicalLocation.region, undefined);
    return physicalLocation.artifactLocation;
  });
  assert.deepEqual(uris, [
    { uri: "a%20b/%E2%88%80%25.lean", uriBaseId: "%SRCROOT%" },
    { uri: "file:///tmp/a%20b.lean" },
    { uri: "c%3Ad.lean", uriBaseId: "%SRCROOT%" },
    { uri: "%EF%BF%BD.lean", uriBaseId: "%SRCROOT%" },
  ]);
});

Deno.test("renderSarif() names files from the root of the repository", () => {
  const findings = [error("x", "Y", { location: { file: "../a.lean" } })];
  const [result] = runOf(findings, { folder: "sub/gate" }).results;
  assert.equal(result.locations[0].physicalLocation.artifactLocation.uri, "sub/a.lean");
});

Deno.test("renderSarif() of nothing is a log too", () => {
  const run = runOf([]);
  assert.deepEqual(run.results, []);
  assert.equal(run.invocations[0].executionSuccessful, true);
});

Deno.test("renderSarif() leaves out the least of what GitHub has no room for, and says so", () => {
  const warnings = Array.from(
    { length: 25_000 },
    (_, k) =>
      ({
        code: "w",
        severity: "warning",
        message: `${k}`,
        location: { file: "A.lean", line: 1 },
      }) as const,
  );
  const error = {
    code: "e",
    severity: "error",
    message: "x",
    location: { file: "A.lean" },
  } as const;
  const { runs: [run] } = JSON.parse(renderSarif([...warnings, error]));
  assert.equal(run.results.length, 25_000);
  assert.equal(run.results[0].ruleId, "e");
  const [{ message }] = run.invocations[0].toolExecutionNotifications;
  assert.match(message.text, /^Left out the last 1 /);
  const { runs: [whole] } = JSON.parse(renderSarif(warnings));
  assert.equal(whole.results.length, 25_000);
  assert.deepEqual(whole.invocations[0].toolExecutionNotifications, []);
});

Deno.test("renderSarif() gives a finding the same fingerprint wherever its lines move", () => {
  const at = (line: number, file = "A.lean") =>
    ({ code: "sorry", severity: "error", message: "x", location: { file, line } }) as const;
  const prints = (...findings: ReturnType<typeof at>[]): string[] =>
    JSON.parse(renderSarif(findings)).runs[0].results.map((
      { partialFingerprints }: { partialFingerprints: { primaryLocationLineHash: string } },
    ) => partialFingerprints.primaryLocationLineHash);
  assert.deepEqual(prints(at(1)), prints(at(9)));
  const [one, other, elsewhere] = prints(at(1), at(2), at(1, "B.lean"));
  assert.equal(new Set([one, other, elsewhere]).size, 3);
  assert.match(one!, /^[0-9a-f]{16}:1$/);
});
