import assert from "node:assert/strict";
import { testProject } from "../config/test_support.ts";
import { memoryHost } from "../host/memory.ts";
import { runStage } from "../stage/stage.ts";
import type { Answer, Backend, Toolchain } from "../toolchain/toolchain.ts";
import { auditStage } from "./stage.ts";

const SOUND = [
  '{"place":".t","line":1,"column":9,"endLine":1}',
  '{"name":".propext","module":".Init.Core","kind":"axiom","type":[],"body":[]}',
  '{"name":".t","module":".Model","kind":"theorem","type":[],"body":[".propext"],"flags":[],"head":"","implicit":[],"replay":"accepted"}',
  '{"stubs":true}',
  '{"count":2}',
];
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** Runs the stage on a package whose Lean answers so; tells what it was asked. */
async function audited(
  answers: readonly Partial<Answer>[],
  { backend = "embedded" as Backend, pin = "v4.34.0", built = true } = {},
) {
  const { host } = memoryHost({
    files: {
      "formal/lakefile.toml": 'name = "p"\n[[lean_lib]]\nname = "Model"\n',
      "formal/lean-toolchain": `leanprover/lean4:${pin}\n`,
      "formal/Model.lean":
        "theorem t : (1 = 1) = True := propext ⟨fun _ => trivial, fun _ => rfl⟩\n",
    },
  });
  const requests: string[] = [];
  const reports = [];
  for (const answer of answers) {
    const toolchain: Toolchain = {
      info: { backend, version: "4.34.0", pin, paths: {} },
      build: () => assert.fail("Built"),
      check: () => assert.fail("Checked"),
      prepare: () => assert.fail("Prepared"),
      exec: () => assert.fail("Run"),
      ask(_, request) {
        requests.push(request);
        return Promise.resolve({ code: 0, stdout: "", stderr: "", text: undefined, ...answer });
      },
    };
    const run = { host, project: testProject(), lean: "auto", progress: () => {} } as const;
    reports.push(
      (await runStage(auditStage, run, { toolchain, built, modules: ["Model"] })).report,
    );
  }
  return { reports, requests };
}

const codesOf = ({ findings }: { findings: readonly { code: string }[] }) =>
  findings.map(({ code }) => code);

Deno.test("the audit stage agrees on a sound module, and names the axioms that it rests on", async () => {
  const { reports: [report], requests } = await audited([{ text: text(SOUND) }]);
  assert.equal(report!.status, "passed");
  assert.equal(report!.checked, 1);
  assert.equal(report!.summary, "1 declaration (1 theorem), no axiom but propext");
  assert.deepEqual(requests, ["Model\n"]);
});

Deno.test("the audit stage keeps what embedded Lean said, and asks native Lean every time", async () => {
  const twice = [{ text: text(SOUND) }, { text: text(SOUND) }];
  assert.equal((await audited(twice)).requests.length, 1);
  assert.equal((await audited(twice, { backend: "native" })).requests.length, 2);
});

Deno.test("the audit stage fails when no declaration was audited", async () => {
  // Facts about the library alone are none about the package.
  const { reports: [report] } = await audited([{
    text: text([SOUND[1]!, SOUND[3]!, '{"count":1}']),
  }]);
  assert.equal(report!.status, "failed");
  assert.deepEqual(codesOf(report!), ["audit_incomplete"]);
});

Deno.test("the audit stage fails when Lean cannot tell, and keeps nothing of it", async () => {
  const failed = { code: 1, stderr: "object file 'Model.olean' does not exist", text: text(SOUND) };
  const { reports, requests } = await audited([failed, {}, { text: "" }, { text: text(SOUND) }]);
  assert.deepEqual(reports.map(codesOf), [
    ["audit_failed"],
    ["audit_failed"],
    ["audit_unreadable"],
    [],
  ]);
  assert.match(reports[0]!.findings[0]!.detail!, /Model\.olean/);
  assert.equal(requests.length, 4);
});

Deno.test("the audit stage warns of a pin whose kernel is known to be unsound", async () => {
  const { reports: [report] } = await audited([{ text: text(SOUND) }], { pin: "v4.28.0" });
  assert.equal(report!.status, "passed");
  const [finding] = report!.findings;
  assert.equal(finding?.code, "pin_outdated");
  assert.equal(finding?.severity, "warning");
  assert.deepEqual(finding?.location, { file: "formal/lean-toolchain", line: 1, column: 1 });
});

Deno.test("the audit stage is blocked when the model was not built", async () => {
  const { reports: [report], requests } = await audited([{}], { built: false });
  assert.equal(report!.status, "blocked");
  assert.deepEqual(requests, []);
});
