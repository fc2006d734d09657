/** A Lean package that has no config: what verify does with it, on real (embedded) Lean. */
import assert from "node:assert/strict";
import { cli, verifyJson } from "./support/cli.ts";
import { newProject } from "./support/project.ts";

const LAKEFILE = 'name = "p"\ndefaultTargets = ["P"]\n\n[[lean_lib]]\nname = "P"\n';

/** The package with this pin and this text of its one module. */
function plain(pin: string, theorem = "theorem t : 1 + 1 = 2 := rfl") {
  return newProject({
    "lakefile.toml": LAKEFILE,
    "lean-toolchain": `leanprover/lean4:${pin}\n`,
    "P.lean": `module\n\npublic section\n\n${theorem}\n`,
    "docs/notes.md": "",
  });
}

/** Name and status of each stage that was asked for. */
const ran = (stages: readonly { name: string; status: string }[]) =>
  stages.filter(({ status }) => status !== "skipped").map(({ name, status }) =>
    `${name} ${status}`
  );

Deno.test("verify checks a package without a config, and says what it leaves out", async () => {
  await using project = await plain("v4.28.0");
  const { code, report } = await verifyJson(["--lean", "embedded"], `${project.root}/docs`);
  assert.equal(code, 0, JSON.stringify(report.stages, null, 2));
  const stages = ran(report.stages);
  for (const stage of ["toolchain", "scan", "build", "audit"]) {
    assert.ok(stages.includes(`${stage} passed`), stages.join());
  }
  const emit = report.stages.find(({ name }) => name === "emit");
  assert.deepEqual([emit?.status, emit?.summary], [
    "skipped",
    "not configured: the config names no emitter, fixtures and engines",
  ]);
});

Deno.test("a pin that embedded Lean cannot serve stops what needs Lean, and nothing else", async () => {
  await using project = await plain("v4.32.2");
  const { code, report } = await verifyJson(["--lean", "embedded"], project.root);
  assert.equal(code, 3);
  assert.deepEqual(ran(report.stages).slice(0, 4), [
    "toolchain failed",
    "scan passed",
    "build blocked",
    "audit blocked",
  ]);
  const { hint } = report.stages[0]!.findings[0]!;
  assert.match(hint!, /--lean embedded --any-pin/);
});

Deno.test("--any-pin checks with embedded Lean, and gives no verdict on the pinned one", async () => {
  await using project = await plain("v4.32.2");
  const flags = ["--lean", "embedded", "--any-pin"];
  const { code, stdout } = await cli(["verify", ...flags, "--only", "build"], project.root);
  assert.equal(code, 0, stdout);
  const [title] = stdout.split("\n");
  assert.match(title!, /embedded Lean 4\.28\.0-pre, not the pinned leanprover\/lean4:v4\.32\.2$/);
  assert.match(stdout, /warning\[pin_not_used\]/);
  assert.match(stdout, /\nAgreed with another Lean than the pinned one, /);
  const denied = await cli(
    ["verify", ...flags, "--only", "build", "--deny", "warnings"],
    project.root,
  );
  assert.equal(denied.code, 1);
  const refused = await cli(["verify", "--lean", "native", "--any-pin"], project.root);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /"--any-pin" goes with "--lean embedded"/);
});

Deno.test("a false theorem in a package without a config is refused", async () => {
  await using project = await plain("v4.28.0", "theorem t : 1 + 1 = 3 := by decide");
  const { code, findings } = await verifyJson(["--lean", "embedded"], project.root);
  assert.equal(code, 1);
  assert.ok(findings.some(({ code, file }) => code === "lean_error" && file === "P.lean"));
});
