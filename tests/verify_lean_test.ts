/** The whole gate on real (embedded) Lean, and tampered models that it must refuse. */
import assert from "node:assert/strict";
import { cli, type Finding, REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyRepository, type Scratch } from "./support/project.ts";

const EMBEDDED = ["--lean", "embedded"];

/** Tampers with a copy and runs the stages that need Lean. */
async function refused(
  tamper: (project: Scratch) => Promise<void>,
  only = "toolchain,scan,build,emit",
): Promise<readonly Finding[]> {
  await using project = await copyRepository();
  await tamper(project);
  const { code, findings } = await verifyJson([...EMBEDDED, "--only", only], project.root);
  assert.equal(code, 1, JSON.stringify(findings));
  return findings;
}

// First, and in place: what it builds is what the copies of the other tests start from.
Deno.test("verify agrees on this repository, having really run Lean", async () => {
  const { code, report, findings } = await verifyJson(EMBEDDED, REPOSITORY);
  assert.equal(code, 0, JSON.stringify(findings, null, 2));
  // Of the embedded Lean's own series; no newer one can stand in for it.
  assert.deepEqual(findings.map(({ code, severity }) => ({ code, severity })), [
    { code: "pin_outdated", severity: "warning" },
  ]);
  assert.equal(report.schema, "lean-gate/report/1");
  assert.equal(report.ok, true);
  assert.deepEqual(report.lean, {
    backend: "embedded",
    version: "4.28.0-pre",
    pin: "leanprover/lean4:v4.28.0",
    isPinned: true,
  });
  assert.deepEqual(report.stages.map(({ name }) => name), [
    "toolchain",
    "scan",
    "build",
    "audit",
    "kernels",
    "statements",
    "emit",
    "replay",
    "diff",
    "fuzz",
    "journals",
    "coverage",
    "certify",
  ]);
  for (const { name, status, checked } of report.stages) {
    // Embedded Lean comes with no kernel but its own.
    assert.equal(status, name === "kernels" ? "skipped" : "passed", name);
    assert.ok(checked > 0 || status === "skipped", name);
  }
  // Every theorem of the sources was audited, and rests on axioms of Lean's own logic alone.
  const { modules, theorems, audited, traces, steps } = report.counts;
  assert.ok(audited! >= theorems!);
  const { summary } = report.stages.find(({ name }) => name === "audit")!;
  assert.match(summary, /, no axiom but Classical\.choice, propext$/);
  assert.ok(modules! > 0 && theorems! > 0 && traces! > 0 && steps! > traces!);
  assert.deepEqual(report.engines.map(({ name, traces, steps }) => ({ name, traces, steps })), [
    { name: "typescript", traces, steps },
    { name: "rust", traces, steps },
  ]);
});

Deno.test("a second verify rebuilds no Lean", async () => {
  const { code, report } = await verifyJson([...EMBEDDED, "--only", "build"], REPOSITORY);
  assert.equal(code, 0);
  assert.equal(report.counts.rebuilt, 0);
});

Deno.test("verify shows Lean's own error at the line of a proof that is false", async () => {
  const incidents = "formal/Lifecycle/Scenarios/Incidents.lean";
  let line = 0;
  const findings = await refused(async (project) => {
    await project.edit(
      incidents,
      "some (some ⟨brokeredKey, .cleaned ⟨1, 1, .land⟩ 1 1, .present⟩) := by\n  rfl",
      "some (some ⟨brokeredKey, .cleaned ⟨1, 1, .report⟩ 1 1, .present⟩) := by\n  rfl",
    );
    const lines = (await project.read(incidents)).split("\n");
    line = lines.findIndex((text) => text.includes(".report⟩ 1 1, .present")) + 2;
  }, "toolchain,build");
  const error = findings.find(({ code }) => code === "lean_error");
  assert.equal(error?.file, incidents);
  assert.equal(error?.line, line);
  assert.equal(error?.column, 3);
  assert.match(error!.message, /rfl/);
});

Deno.test("verify refuses a sorry in a proof, with its place", async () => {
  const proofs = "formal/Lifecycle/Scenarios/Incidents.lean";
  const findings = await refused(async (project) => {
    await project.edit(
      proofs,
      "1 1, .present⟩) := by\n  rfl\n",
      "1 1, .present⟩) := by\n  sorry\n",
    );
  }, "scan");
  assert.deepEqual(findings.map(({ code, file, column }) => ({ code, file, column })), [
    { code: "sorry", file: proofs, column: 3 },
  ]);
});

Deno.test("verify refuses a model that decides otherwise, and names the trace and the step", async () => {
  const findings = await refused(async (project) => {
    // Without the proofs, some of which would refuse it too: here the traces are to speak.
    await Deno.remove(`${project.root}/formal/Lifecycle/Proofs`, { recursive: true });
    await Deno.remove(`${project.root}/formal/Lifecycle/Proofs.lean`);
    await project.edit("formal/Lifecycle.lean", "import Lifecycle.Proofs\n", "");
    await project.edit(
      "formal/Lifecycle/Rule.lean",
      "  | .failed _ | .cancelled _ => t.observe .closed\n\n/-- What an act does in the phase",
      "  | .failed _ | .cancelled _ => t.observe .afterFailure\n\n/-- What an act does in the phase",
    );
  });
  const codes = findings.map(({ code }) => code);
  assert.ok(codes.includes("drift_trace_changed"), codes.join());
  const changed = findings.find(({ message }) =>
    message.includes("failure/failed-then-everything")
  );
  assert.equal(changed?.code, "drift_trace_changed");
  assert.match(changed!.detail!, /step 11, decision/);
  assert.match(changed!.detail!, /-.*observed\(closed\)/);
  assert.match(changed!.detail!, /\+.*observed\(afterFailure\)/);
  assert.match(changed!.hint!, /fixtures --write/);
});

Deno.test("verify refuses a fixture whose header names another model", async () => {
  const findings = await refused(async (project) => {
    const traces = "fixtures/traces/scenarios.ndjson";
    const text = await project.read(traces);
    await project.write(
      traces,
      text.replace(/"model":"[0-9a-f]{64}"/, `"model":"${"0".repeat(64)}"`),
    );
  });
  assert.deepEqual(findings.map(({ code, line }) => ({ code, line })), [
    { code: "drift_header", line: 1 },
  ]);
  assert.match(findings[0]!.message, /"model"/);
});

Deno.test("certify refuses an altered decision by Lean's own word, whatever the engines say", async () => {
  await using project = await copyRepository();
  // The fixture and, were they altered too, both reducers would agree: the kernel does not.
  const traces = "fixtures/traces/scenarios.ndjson";
  const altered =
    '["applied",{"type":"projectDone","task":1,"generation":5,"disposition":"delivered"';
  await project.edit(
    traces,
    '["applied",{"type":"projectDone","task":1,"generation":5,"disposition":"landed","receipt":1},{"type":"ready"',
    `${altered},"receipt":1},{"type":"ready"`,
  );
  const { code, stdout } = await cli(
    ["certify", "--sample", "0", ...EMBEDDED],
    project.root,
  );
  assert.equal(code, 1);
  assert.match(
    stdout,
    /error\[certificate_refused\] .*"incident\/formalize-lifecycle-finish-lean4"/,
  );
  assert.match(stdout, /rfl/);
});

Deno.test("verify refuses a proof file that nothing imports", async () => {
  const findings = await refused(async (project) => {
    await project.write("formal/Lifecycle/Orphan.lean", "module\ntheorem lonely : 1 = 1 := rfl\n");
  }, "build");
  assert.deepEqual(findings.map(({ code, file }) => ({ code, file })), [
    { code: "module_unreached", file: "formal/Lifecycle/Orphan.lean" },
  ]);
});

Deno.test("verify with a pin that cannot be had ends with a set-up error that names it", async () => {
  await using project = await copyRepository();
  await project.write("formal/lean-toolchain", "leanprover/lean4:v4.99.0\n");
  const { code, report, findings } = await verifyJson(["--lean", "native"], project.root);
  assert.equal(code, 3, JSON.stringify(findings));
  assert.equal(report.ok, false);
  assert.match(findings[0]!.message, /v?4\.99\.0/);
  assert.notEqual(findings[0]!.hint, undefined);
});
