import assert from "node:assert/strict";
import { testProject } from "../config/testing/support.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { runStage } from "./stage.ts";
import { fakeToolchain } from "../../lean/toolchain/testing/fake.ts";
import type { Answer, Backend } from "../../lean/toolchain/toolchain.ts";
import { auditStage } from "./audit.ts";

const SOUND = [
  '{"place":".t","line":1,"column":9,"startLine":1,"startColumn":1,"endLine":1,"endColumn":80}',
  '{"name":".propext","module":".Init.Core","kind":"axiom","type":[],"body":[]}',
  '{"name":".t","module":".Model","kind":"theorem","type":[],"body":[".propext"],"flags":[],"head":"","implicit":[],"replay":"accepted"}',
  '{"audited":".Model"}',
  '{"stubs":true}',
  '{"count":2}',
];
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/**
 * Runs the stage on a package whose Lean answers so, once for each of the answers; tells what it was asked. `digests`
 * are the modules' in each run, by default the same.
 */
async function audited(
  answers: readonly (Partial<Answer> | readonly Partial<Answer>[])[],
  {
    backend = "embedded" as Backend,
    pin = "leanprover/lean4:v4.34.1",
    modules = ["Model"],
    digests = [] as readonly Readonly<Record<string, string>>[],
  } = {},
) {
  const { host } = memoryHost({
    files: {
      "formal/lakefile.toml":
        'name = "p"\n[[lean_lib]]\nname = "p"\nroots = ["Model", "A", "B", "One", "Two", "Both"]\n',
      "formal/lean-toolchain": `${pin}\n`,
      "formal/Model.lean":
        "theorem t : (1 = 1) = True := propext ⟨fun _ => trivial, fun _ => rfl⟩\n",
      "formal/A.lean": "def same : Nat := 1\n",
      "formal/B.lean": "def same : Nat := sorry\n",
      "formal/Both.lean": "import A\nimport B\n",
      "formal/One.lean": "import A\ndef main : IO Unit := pure ()\n",
      "formal/Two.lean": "import A\ndef main : IO Unit := pure ()\n",
    },
  });
  const requests: string[] = [];
  const reports = [];
  for (const [i, given] of answers.entries()) {
    const ofRun = new Map(modules.map((name) => [name, digests[i]?.[name] ?? "unchanged"]));
    const build = { modules, ...(backend === "embedded" && { digests: ofRun }) };
    const left = [given].flat();
    const toolchain = fakeToolchain(host, { backend, version: "4.34.1", pin }, {
      ask(_, request) {
        requests.push(request);
        const answer = left.shift();
        return Promise.resolve({ code: 0, stdout: "", stderr: "", text: undefined, ...answer });
      },
    });
    const run = { host, project: testProject(), lean: "auto", progress: () => {} } as const;
    reports.push((await runStage(auditStage, run, { toolchain, build })).report);
  }
  return { reports, requests };
}

const codesOf = ({ findings }: { findings: readonly { code: string }[] }) =>
  findings.map(({ code }) => code);

Deno.test("the audit stage agrees on a sound module, and names the axioms that it rests on", async () => {
  const { reports: [report], requests } = await audited([{ text: text(SOUND) }]);
  assert.equal(report!.status, "passed");
  assert.equal(report!.checked, 1);
  assert.equal(report!.summary, "1 declaration (1 theorem), 1 module anew, no axiom but propext");
  assert.deepEqual(requests, ["Model\0"]);
});

Deno.test("the audit stage keeps what embedded Lean said, and asks native Lean every time", async () => {
  const twice = [{ text: text(SOUND) }, { text: text(SOUND) }];
  assert.equal((await audited(twice)).requests.length, 1);
  assert.equal((await audited(twice, { backend: "native" })).requests.length, 2);
});

Deno.test("the audit stage asks of modules at odds with each other one by one", async () => {
  const apart = { code: 3, stderr: "environment already contains 'same'" };
  const of = (module: string, sorry: boolean) => {
    const body = sorry ? '".sorryAx"' : "";
    return {
      text: text([
        '{"place":".same","line":1,"column":5,"startLine":1,"startColumn":1,"endLine":1,"endColumn":80}',
        `{"name":".same","module":".${module}","kind":"definition","type":[],"body":[${body}],"flags":[],"head":"","implicit":[],"replay":"accepted"}`,
        ...sorry ? ['{"name":".sorryAx","module":".Init","kind":"axiom","type":[],"body":[]}'] : [],
        `{"audited":".${module}"}`,
        '{"stubs":true}',
        `{"count":${sorry ? 2 : 1}}`,
      ]),
    };
  };
  const answers = [apart, of("A", false), of("B", true)];
  const { reports: [report, again], requests } = await audited([answers, answers], {
    modules: ["A", "B"],
  });
  assert.deepEqual(requests, ["A\0B\0", "A\0", "B\0"]);
  assert.equal(report!.checked, 2);
  assert.deepEqual(report!.findings.map(({ code, location }) => [code, location?.file]), [
    ["sorry", "formal/B.lean"],
  ]);
  assert.deepEqual(again!.findings, report!.findings);

  // Nothing is said of a module that was asked about: the rest is not believed either.
  const silent = await audited([{ text: text(SOUND) }], { modules: ["A", "Model"] });
  assert.deepEqual(codesOf(silent.reports[0]!), ["audit_unreadable"]);
});

Deno.test("the audit stage looks at both of two modules that state the same theorem", async () => {
  const again = '{"again":".t","module":".B","line":1,"column":9}';
  const answer = (...modules: string[]) => {
    const lines = modules.map((module) => `{"audited":".${module}"}`);
    return [...SOUND.slice(0, 3), ...lines, ...SOUND.slice(4)];
  };
  const both = text([again, ...answer("A", "B")]);
  const apart = [{ text: both }, { text: text(answer("A")) }, { text: text(answer("B")) }];
  const { requests, reports } = await audited([apart], { modules: ["A", "B"] });
  assert.deepEqual(requests, ["A\0B\0", "A\0", "B\0"]);
  assert.equal(reports[0]!.status, "passed");
  // Where a third module imports both, Lean itself takes one for the other.
  const joined = [{ text: text([again, ...answer("A", "B", "Both")]) }];
  const three = await audited([joined], { modules: ["A", "B", "Both"] });
  assert.equal(three.requests.length, 1);
  assert.deepEqual(codesOf(three.reports[0]!), []);
});

Deno.test("the audit stage asks of each further program by itself", async () => {
  const answer = (...modules: string[]) => {
    const lines = modules.map((module) => `{"audited":".${module}"}`);
    return { text: text([...SOUND.slice(0, 3), ...lines, ...SOUND.slice(4)]) };
  };
  const answers = [answer("A", "B", "One"), answer("A", "Two")];
  const { reports: [report], requests } = await audited([answers], {
    modules: ["A", "B", "One", "Two"],
  });
  assert.deepEqual(requests, ["A\0B\0One\0", "/A\0Two\0"]);
  assert.equal(report!.status, "passed");
});

/** The answer about these modules; `replay` is what the kernel said of the theorem. */
function about(modules: readonly string[], replay = "accepted"): Partial<Answer> {
  const audited = modules.map((module) => `{"audited":".${module}"}`);
  const [place, axiom, theorem] = SOUND;
  const lines = [place!, axiom!, theorem!.replace("accepted", replay), ...audited];
  return { text: text([...lines, ...SOUND.slice(4)]) };
}

Deno.test("the audit stage asks the kernel anew about what has changed, and about nothing else", async () => {
  const modules = ["A", "B", "One", "Two"];
  const first = [about(["A", "B", "One"]), about(["A", "Two"])];
  const { reports, requests } = await audited(
    [first, [about(["A", "B", "One"])], [], [about(["A", "Two"])]],
    {
      modules,
      digests: [{}, { B: "changed" }, { B: "changed" }, { B: "changed", Two: "changed" }],
    },
  );
  assert.deepEqual(requests, [
    ...["A\0B\0One\0", "/A\0Two\0"],
    // The second program is not made of what has changed.
    "/A\0B\0/One\0",
    "/A\0Two\0",
  ]);
  const anew = reports.map(({ summary }) => /\d+ modules? anew/.exec(summary)![0]);
  assert.deepEqual(anew, ["4 modules anew", "1 module anew", "0 modules anew", "1 module anew"]);
});

Deno.test("the audit stage asks the kernel again about what it has refused", async () => {
  const refused = "refused: the type of a term is wrong";
  const { reports, requests } = await audited(
    [about(["A", "B"], refused), about(["A", "B"]), {}],
    { modules: ["A", "B"], digests: [{}, { B: "corrected" }, { B: "corrected" }] },
  );
  assert.deepEqual(requests, ["A\0B\0", "A\0B\0"]);
  assert.deepEqual(reports.map(codesOf), [["kernel_refused"], [], []]);
});

Deno.test("the audit stage fails when no declaration was audited", async () => {
  // Facts about the library alone say nothing about the package.
  const { reports: [report] } = await audited([{
    text: text([SOUND[1]!, ...SOUND.slice(3, 5), '{"count":1}']),
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

Deno.test("the audit stage refuses a pin of a Lean that its authors did not release", async () => {
  const pinned = async (pin: string) =>
    (await audited([{ text: text(SOUND) }], { pin })).reports[0]!.findings
      .map(({ code, severity }) => `${severity} ${code}`);
  assert.deepEqual(await pinned("somebody/lean4:v4.40.0"), ["error pin_foreign"]);
  for (const pin of ["leanprover/lean4:v4.40.0", "4.40.0", "leanprover/lean4:nightly-2030-01-01"]) {
    assert.deepEqual(await pinned(pin), [], pin);
  }
});

Deno.test("the audit stage warns of a pin whose kernel is known to be unsound", async () => {
  const { reports: [report] } = await audited([{ text: text(SOUND) }], {
    pin: "leanprover/lean4:v4.28.0",
  });
  assert.equal(report!.status, "passed");
  const [finding] = report!.findings;
  assert.equal(finding?.code, "pin_outdated");
  assert.equal(finding?.severity, "warning");
  assert.deepEqual(finding?.location, { file: "formal/lean-toolchain", line: 1, column: 1 });
});
