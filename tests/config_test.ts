/** A config that is wrong ends the run with exit code 2, and says where it is wrong. */
import assert from "node:assert/strict";
import { cli, REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyProject, type Scratch } from "./support/project.ts";

function project(): Promise<Scratch> {
  return copyProject(REPOSITORY, ["lean-gate.jsonc"]);
}

Deno.test("verify refuses a config whose engine has no command", async () => {
  await using scratch = await project();
  await scratch.edit(
    "lean-gate.jsonc",
    ',\n      "command": ["rust/target/release/lean-gate-engine"]',
    "",
  );
  const { code, report, findings } = await verifyJson([], scratch.root);
  assert.equal(code, 2);
  assert.equal(report.ok, false);
  assert.deepEqual(findings.map(({ code }) => code), ["config_invalid"]);
  assert.match(findings[0]!.message, /engines\.1/);
  assert.equal(findings[0]!.file, "lean-gate.jsonc");
  const lines = (await scratch.read("lean-gate.jsonc")).split("\n");
  assert.equal(findings[0]!.line, lines.findIndex((line) => line.includes('"rust"')));
});

Deno.test("verify refuses a config without engines", async () => {
  await using scratch = await project();
  await scratch.write(
    "lean-gate.jsonc",
    '{"formal":{"root":"formal","emitter":"e"},"fixtures":"f","engines":[]}',
  );
  const { code, findings } = await verifyJson([], scratch.root);
  assert.equal(code, 2);
  assert.match(findings[0]!.message, /at least one engine/);
});

Deno.test("verify refuses a misspelt field and says where it stands", async () => {
  await using scratch = await project();
  await scratch.edit("lean-gate.jsonc", '"fixtures":', '"fixture":');
  const { code, stderr } = await cli(["verify"], scratch.root);
  assert.equal(code, 2);
  const lines = (await scratch.read("lean-gate.jsonc")).split("\n");
  const line = lines.findIndex((text) => text.includes('"fixture"')) + 1;
  assert.match(stderr, new RegExp(`lean-gate\\.jsonc:${line}:3: error\\[config_invalid\\]`));
  assert.match(stderr, /fixture/);
});

Deno.test("verify refuses a config that does not parse, with the place of the error", async () => {
  await using scratch = await project();
  await scratch.write("lean-gate.jsonc", '{\n  "formal": {]\n}\n');
  const { code, findings } = await verifyJson([], scratch.root);
  assert.equal(code, 2);
  assert.equal(findings[0]!.code, "config_syntax");
  assert.equal(findings[0]!.line, 2);
  assert.equal(findings[0]!.column, 14);
});

Deno.test("verify outside a project says which file it looked for", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { code, findings } = await verifyJson([], folder);
    assert.equal(code, 2);
    assert.equal(findings[0]!.code, "config_missing");
    assert.match(findings[0]!.message, /lean-gate\.jsonc/);
  } finally {
    await Deno.remove(folder);
  }
});

Deno.test("an unknown command, flag or value is wrong usage", async () => {
  for (const args of [["verifi"], ["verify", "--nope"], ["verify", "--lean", "other"]]) {
    const { code, stderr } = await cli(args, REPOSITORY);
    assert.equal(code, 2, args.join(" "));
    assert.notEqual(stderr, "");
  }
});

Deno.test("every command explains itself, with examples", async () => {
  for (
    const command of ["verify", "fixtures", "certify", "coverage", "scan", "explain", "toolchain"]
  ) {
    const { code, stdout } = await cli([command, "--help"], REPOSITORY);
    assert.equal(code, 0);
    assert.match(stdout, /Examples:/, command);
  }
});
