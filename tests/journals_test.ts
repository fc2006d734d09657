/** Journals of a running service, held against the engines: of the counter, and of the lifecycle service. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyProject, copyRepository } from "./support/project.ts";

const RECORD = '{"event":{"type":"add","amount":4},"decision":["applied"]}';

async function counter(journal: readonly string[] | undefined) {
  const parts = ["lean-gate.jsonc", "fixtures", "engine.py", "engine.ts", "fuzz.ts"];
  const project = await copyProject(join(REPOSITORY, "tests", "counter"), parts);
  await project.edit("lean-gate.jsonc", '"fuzz": {', '"journals": "journals",\n  "fuzz": {');
  await Deno.mkdir(join(project.root, "journals"));
  if (journal !== undefined) {
    const header = '{"format":"counter/journal","version":1,"graph":0}';
    await project.write("journals/day.ndjson", [header, ...journal, ""].join("\n"));
  }
  return project;
}

const ONLY = ["--only", "journals"];

Deno.test("the journals stage counts the decisions that every engine takes too", async () => {
  await using project = await counter([RECORD, RECORD, RECORD.replace("applied", "refused")]);
  const { code, report } = await verifyJson(ONLY, project.root);
  const stage = report.stages.find(({ name }) => name === "journals")!;
  assert.deepEqual([code, stage.status, stage.checked, stage.summary], [
    0,
    "passed",
    1,
    "1 journal, 3 decisions held against python and typescript",
  ]);
  assert.equal(report.counts["journals"], 1);
});

Deno.test("the journals stage refuses a decision that was recorded differently, at its line", async () => {
  await using project = await counter([RECORD, RECORD.replace("applied", "refused"), RECORD]);
  const { code, findings } = await verifyJson(ONLY, project.root);
  assert.equal(code, 1);
  assert.deepEqual(
    findings.map(({ code, file, line }) => ({ code, file, line })),
    [1, 2].map(() => ({ code: "divergence", file: "journals/day.ndjson", line: 3 })),
  );
});

Deno.test("the journals stage refuses a journal without decisions, and a folder without journals", async () => {
  await using bare = await counter(['{"type":"add","amount":4}']);
  const undecided = await verifyJson(ONLY, bare.root);
  assert.deepEqual([undecided.code, undecided.findings[0]?.code], [1, "journal_undecided"]);
  await using none = await counter(undefined);
  const nothing = await verifyJson(ONLY, none.root);
  assert.deepEqual([nothing.code, nothing.findings[0]?.code], [1, "checked_nothing"]);
});

Deno.test("the committed journals are the service's, and one changed decision is noticed", async () => {
  await using project = await copyRepository();
  const good = await verifyJson(ONLY, project.root);
  assert.equal(good.code, 0, JSON.stringify(good.findings));
  const journals = "fixtures/journals";
  const files = await Array.fromAsync(Deno.readDir(join(project.root, journals)), (it) => it.name);
  assert.equal(good.report.counts["journals"], files.length);
  await project.edit(
    `${journals}/nonzero_exit_before_success.ndjson`,
    '"decision":["rejected(closed)"]',
    '"decision":["applied"]',
  );
  const { code, findings } = await verifyJson(ONLY, project.root);
  assert.equal(code, 1);
  assert.deepEqual(findings.map(({ code }) => code), ["divergence", "divergence"]);
});
