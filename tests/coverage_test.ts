/** What the traces cover, through the whole gate without Lean: tampered fixtures are refused. */
import assert from "node:assert/strict";
import { cli, REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyProject, type Scratch } from "./support/project.ts";
import type { Cell } from "../src/replay/coverage/cell.ts";
import coverage from "../src/lifecycle/coverage.ts";

const FILES = ["cover.ndjson", "scenarios.ndjson"].map((name) => `fixtures/traces/${name}`);
const CELLS = "fixtures/traces/cells.json";

function repository(): Promise<Scratch> {
  return copyProject(REPOSITORY, ["lean-gate.jsonc", "fixtures/traces", "src/lifecycle"]);
}

/** The section of the report that a run of the one stage gives, and the codes of what it found. */
async function covered({ root }: Scratch) {
  const { code, report, findings } = await verifyJson(["--only", "coverage"], root);
  const section = report.coverage;
  assert.ok(section !== null);
  const stage = report.stages.find(({ name }) => name === "coverage");
  return { code, section, stage, findings, codes: findings.map(({ code }) => code) };
}

/** Removes every trace that has a step of which `removes` holds; the headers keep to the counts. */
async function removeTraces(
  project: Scratch,
  removes: (step: ReturnType<typeof coverage.steps>[number]) => boolean,
): Promise<void> {
  for (const file of FILES) {
    const [header, ...lines] = (await project.read(file)).trimEnd().split("\n");
    const kept = lines.filter((line) => !coverage.steps(JSON.parse(line)).some(removes));
    const steps = kept.reduce((sum, line) => sum + JSON.parse(line).events.length, 0);
    const counted = { ...JSON.parse(header!), traces: kept.length, steps };
    await project.write(file, [JSON.stringify(counted), ...kept, ""].join("\n"));
  }
}

Deno.test("verify agrees that the traces hit every cell, reason and effect", async () => {
  await using project = await repository();
  const { code, section, findings, stage } = await covered(project);
  assert.equal(code, 0, JSON.stringify(findings));
  const { reachable, hit, ...rest } = section;
  assert.ok(reachable > 1000);
  assert.equal(hit, reachable);
  assert.deepEqual(rest, { missing: [], unlisted: [], unusedReasons: [], unusedEffects: [] });
  assert.equal(stage?.checked, reachable);
});

Deno.test("verify refuses fixtures from which a cell has disappeared", async () => {
  await using project = await repository();
  const gone: Cell = ["CleanupRecorded", "cleaned", "rejected(receiptMismatch)"];
  await removeTraces(project, ({ cell }) => JSON.stringify(cell) === JSON.stringify(gone));
  const { code, section, codes } = await covered(project);
  assert.equal(code, 1);
  assert.ok(codes.includes("coverage_cell_missing"), codes.join());
  assert.ok(section.missing.some((cell) => JSON.stringify(cell) === JSON.stringify(gone)));
  assert.equal(section.hit, section.reachable - section.missing.length);
});

Deno.test("verify refuses fixtures in which a reason or an effect never occurs", async () => {
  await using project = await repository();
  await removeTraces(
    project,
    ({ reason, effects }) => reason === "retriesExhausted" || effects.includes("projectAbandoned"),
  );
  const { code, section, codes } = await covered(project);
  assert.equal(code, 1);
  assert.ok(codes.includes("coverage_reason_unused"), codes.join());
  assert.ok(codes.includes("coverage_effect_unused"), codes.join());
  assert.ok(section.unusedReasons.includes("retriesExhausted"));
  assert.ok(section.unusedEffects.includes("projectAbandoned"));
});

Deno.test("verify refuses a list of cells from which one was removed", async () => {
  await using project = await repository();
  await project.edit(CELLS, '    ["AttemptClaimed","running","rejected(ownerActive)"],\n', "");
  const { code, section, codes } = await covered(project);
  assert.equal(code, 1);
  assert.deepEqual(codes, ["coverage_cell_unlisted"]);
  assert.deepEqual(section.unlisted, [["AttemptClaimed", "running", "rejected(ownerActive)"]]);
});

Deno.test("verify refuses fixtures without a list of cells, and one that was edited", async () => {
  await using project = await repository();
  const text = await project.read(CELLS);
  await project.write(CELLS, text.replaceAll("\n", "\r\n"));
  assert.equal((await covered(project)).code, 0);
  await project.write(CELLS, text.replace('"version": 1', '"version": 2'));
  assert.deepEqual((await covered(project)).codes, ["cells_unsupported"]);
  await Deno.remove(`${project.root}/${CELLS}`);
  assert.deepEqual((await covered(project)).codes, ["coverage_cells_absent"]);
});

Deno.test("coverage prints every cell with its hits, and marks the missing ones", async () => {
  await using project = await repository();
  const whole = await cli(["coverage"], project.root);
  assert.equal(whole.code, 0, whole.stderr);
  assert.ok(whole.stdout.split("\n").every((line) => [...line].length <= 120));
  assert.match(whole.stdout, /^AttemptClaimed( +(\d+|·))+$/m);
  assert.match(whole.stdout, /^ {2}running +rejected\(ownerActive\) ×\d+/m);
  assert.equal(whole.stdout.split("✗").length, 2, "Only the legend has the mark");
  await removeTraces(project, ({ reason }) => reason === "retriesExhausted");
  const holed = await cli(["coverage"], project.root);
  assert.equal(holed.code, 1);
  assert.match(holed.stdout, /✗ hold\(retriesExhausted\)/);
  assert.match(holed.stdout, /error\[coverage_cell_missing\]/);
});

Deno.test("coverage --format json is one document with every cell", async () => {
  await using project = await repository();
  const { code, stdout } = await cli(["coverage", "--format", "json"], project.root);
  assert.equal(code, 0);
  const document = JSON.parse(stdout);
  assert.equal(document.schema, "lean-gate/coverage/1");
  assert.equal(document.ok, true);
  assert.equal(document.cells.length, document.reachable);
  const cell = document.cells.find((cell: Record<string, unknown>) =>
    cell.event === "AttemptClaimed" && cell.phase === "running" &&
    cell.verdict === "rejected(ownerActive)"
  );
  assert.ok(cell.hits > 0);
});

Deno.test("coverage of a project that asks for none is wrong usage, where it is named, too", async () => {
  await using project = await copyProject(`${REPOSITORY}/tests/counter`, [
    "lean-gate.jsonc",
    "fixtures",
    "engine.py",
    "engine.ts",
  ]);
  const { code, stderr } = await cli(["coverage"], project.root);
  assert.equal(code, 2);
  assert.match(stderr, /error\[coverage_not_configured\]/);
  const named = await verifyJson(["--only", "replay,diff,coverage"], project.root);
  assert.equal(named.code, 2);
  assert.equal(named.findings[0]?.code, "stage_not_configured");
  const { code: agreed, findings } = await verifyJson(["--only", "replay,diff"], project.root);
  assert.equal(agreed, 0, JSON.stringify(findings));
});
