/** Fuzzing through the command line, on a project that has nothing of the lifecycle. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { cli, cliCommand, REPOSITORY, verifyJson } from "./support/cli.ts";
import { MARK, marked } from "./support/processes.ts";
import { copyProject, type Scratch } from "./support/project.ts";

const PARTS = ["lean-gate.jsonc", "fixtures", "engine.py", "engine.ts", "fuzz.ts"];

function counter(): Promise<Scratch> {
  return copyProject(join(REPOSITORY, "tests", "counter"), PARTS);
}

/** The counter, with an engine that passes the limit by one after a reset. */
async function planted(): Promise<Scratch> {
  const project = await counter();
  await project.edit("engine.ts", "let count = 0;", "let count = 0;\n    let limit = LIMIT;");
  await project.edit("engine.ts", "> LIMIT)", "> limit)");
  await project.edit("engine.ts", "        count = 0;", "        count = 0;\n        limit = 11;");
  return project;
}

/** Without the traces: they would find the difference first. */
const FUZZ_ONLY = ["--only", "fuzz"];

Deno.test("fuzz counts lists and events when the engines agree", async () => {
  await using project = await counter();
  const { code, stdout } = await cli(["fuzz", "--seed", "3", "--runs", "40"], project.root);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^40 lists, \d+ events from seed 3 on: python and typescript agree$/m);
});

Deno.test("fuzz shrinks what it finds, says how to draw it again, and keeps it for verify", async () => {
  await using project = await planted();
  const found = await cli(["fuzz", "--seed", "3", "--write"], project.root);
  assert.equal(found.code, 1);
  assert.match(
    found.stdout,
    /^error\[divergence\] Engine "typescript" diverges from engine "python" in list "fuzz\/\d+" at step \d of \d$/m,
  );
  assert.match(found.stdout, /^ +"refused" \| "applied"$/m);
  const [again, seed] = /lean-gate fuzz --seed (\d+) --runs 1/.exec(found.stdout)!;
  assert.ok(again);
  const [, file] = /^wrote (regressions\/[0-9a-f]{16}\.ndjson)$/m.exec(found.stdout)!;
  const [header, ...events] = (await project.read(file!)).trimEnd().split("\n");
  assert.equal(header, '{"format":"lean-gate/events","version":1,"graph":0}');
  // A reset, then just more than the limit, by two events of at most 6.
  assert.deepEqual(events.map((event) => JSON.parse(event).type), ["reset", "add", "add"]);
  const amounts = events.slice(1).map((event) => JSON.parse(event).amount);
  assert.equal(amounts[0] + amounts[1], 11);

  const drawn = await cli(
    ["fuzz", "--seed", seed!, "--runs", "1", "--format", "json"],
    project.root,
  );
  const document = JSON.parse(drawn.stdout);
  assert.equal(drawn.code, 1);
  assert.deepEqual(
    [document.schema, document.ok, document.reference, document.engines, document.lists],
    ["lean-gate/fuzz/1", false, "python", ["typescript"], 1],
  );
  assert.deepEqual(document.found[0].events, events.map((event) => JSON.parse(event)));

  // No list that is made up passes the limit any more: the regression alone shows it.
  await project.edit("fuzz.ts", "fc.nat(6)", "fc.constant(0)");
  const verified = await verifyJson(FUZZ_ONLY, project.root);
  assert.equal(verified.code, 1);
  assert.deepEqual(verified.findings.map(({ code, file, line }) => [code, file, line]), [
    ["divergence", file, 4],
  ]);
});

Deno.test("verify finds by lists of fixed seeds what the traces leave out", async () => {
  await using project = await planted();
  const traces = await verifyJson(["--only", "replay,diff"], project.root);
  assert.equal(traces.code, 0, "No trace passes the limit after a reset");
  const fuzzed = await verifyJson(FUZZ_ONLY, project.root);
  assert.equal(fuzzed.code, 1);
  assert.deepEqual(fuzzed.findings.map(({ code }) => code), ["divergence"]);
  assert.match(fuzzed.findings[0]!.detail!, /^list: 3 events of graph 0, shrunk from \d+$/m);
  const again = await verifyJson(FUZZ_ONLY, project.root);
  assert.deepEqual(again.findings, fuzzed.findings);
});

Deno.test("verify refuses a regression that cannot be read", async () => {
  await using project = await counter();
  await Deno.mkdir(join(project.root, "regressions"));
  await project.write("regressions/a.ndjson", '{"type":"reset"}\n{"type":\n');
  const { code, findings } = await verifyJson(FUZZ_ONLY, project.root);
  assert.equal(code, 1);
  assert.deepEqual(findings.map(({ code, file, line, column }) => [code, file, line, column]), [
    ["list_line_malformed", "regressions/a.ndjson", 2, 9],
  ]);
});

Deno.test("fuzz refuses what it cannot do as wrong usage", async () => {
  await using project = await counter();
  const refused = async (...args: string[]) => {
    const { code, stderr } = await cli(["fuzz", ...args], project.root);
    assert.equal(code, 2, stderr);
    return stderr;
  };
  assert.match(await refused("--engine", "python"), /error\[nothing_to_compare\]/);
  assert.match(await refused("--engine", "cobol"), /error\[engine_unknown\].*"cobol"/);
  assert.match(await refused("--seed", "4294967296"), /Expected a seed below 4294967296/);
  assert.match(await refused("--runs", "0"), /Expected a number from 1 on/);
  await project.edit(
    "lean-gate.jsonc",
    /"fuzz": .*/.exec(await project.read("lean-gate.jsonc"))![0],
    "",
  );
  assert.match(await refused(), /error\[fuzz_not_configured\]/);
  const verified = await verifyJson(["--only", "replay,fuzz"], project.root);
  assert.equal(verified.code, 2);
  assert.equal(verified.findings[0]?.code, "stage_not_configured");
});

Deno.test("fuzz interrupted ends its engines, and exits with 130", async () => {
  await using project = await counter();
  const mark = crypto.randomUUID();
  const child = cliCommand(["fuzz", "--seconds", "600"], project.root, { [MARK]: mark }).spawn();
  const [stdout, stderr] = [new Response(child.stdout).text(), new Response(child.stderr).text()];
  while ((await marked(mark)).length < 2) await new Promise((done) => setTimeout(done, 20));
  child.kill("SIGINT");
  const { code } = await child.status;
  assert.equal(code, 130, `${await stdout}\n${await stderr}`);
  assert.deepEqual(await marked(mark), []);
});
