import assert from "node:assert/strict";
import { memoryHost } from "../../../platform/host/memory.ts";
import { missingArtifacts, rebuiltModules, traceFindings } from "./traces.ts";

const trace = (log: readonly { level: string; message: string }[], more = {}) =>
  JSON.stringify({ schemaVersion: "2025-09-10", depHash: "f3a", inputs: [], log, ...more });

Deno.test("rebuiltModules() names new and changed traces only", () => {
  const before = new Map([["A", "1"], ["B", "1"], ["Gone", "1"]]);
  assert.deepEqual(rebuiltModules(before, new Map([["A", "1"], ["B", "2"], ["C", "1"]])), [
    "B",
    "C",
  ]);
  assert.deepEqual(rebuiltModules(before, before), []);
});

Deno.test("traceFindings() reads Lean's warnings, with their places", () => {
  const log = [
    { level: "info", message: "././A.lean:1:0: 42" },
    { level: "warning", message: "././A.lean:3:8: declaration uses `sorry`" },
    { level: "warning", message: "A.lean:12:0: this linter\nhas two lines: 1:2: x" },
    { level: "trace", message: ".> lean A.lean" },
  ];
  const found = traceFindings(trace(log), "formal/A.lean")!;
  assert.deepEqual(
    found.map(({ code, severity, message, location }) => [code, severity, message, location]),
    [
      ["lean_warning", "warning", "declaration uses `sorry`", {
        file: "formal/A.lean",
        line: 3,
        column: 9,
      }],
      ["lean_warning", "warning", "this linter\nhas two lines: 1:2: x", {
        file: "formal/A.lean",
        line: 12,
        column: 1,
      }],
    ],
  );
});

Deno.test("traceFindings() keeps a warning that has no place", () => {
  const found = traceFindings(trace([{ level: "warning", message: "no place" }]), "A.lean")!;
  assert.deepEqual(found.map(({ message, location }) => [message, location]), [
    ["no place", { file: "A.lean" }],
  ]);
});

Deno.test("traceFindings() tells an empty log from one that was not kept", () => {
  assert.deepEqual(traceFindings(trace([]), "A.lean"), []);
  assert.equal(traceFindings(trace([], { synthetic: true }), "A.lean"), undefined);
  for (const text of ["1234567", '{"depHash":"1"}', "{", "[]"]) {
    assert.equal(traceFindings(text, "A.lean"), undefined, text);
  }
});

Deno.test("missingArtifacts() names the compiled file that is not in the build folder", async () => {
  const { host } = memoryHost({ files: { "/p/lib/A.olean": "x", "/p/lib/A/B.trace": "{}" } });
  const place = { library: "/p/lib", shown: "formal/lib" };
  const of = (names: readonly string[]) =>
    missingArtifacts(host, place, names.map((name) => ({ name })));
  assert.deepEqual(await of(["A"]), []);
  const [finding] = await of(["A", "A.B", "C"]);
  assert.equal(finding?.code, "artifact_missing");
  assert.match(finding.message, /"A\.B".*"formal\/lib\/A\/B\.olean".*1 more/);
});
