/** `replay` and `--shard` through the command line, on a project that has nothing of the lifecycle. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { cli, REPOSITORY, verifyJson } from "./support/cli.ts";
import { copyProject, type Scratch } from "./support/project.ts";

const PARTS = ["lean-gate.jsonc", "fixtures", "engine.py", "engine.ts", "fuzz.ts"];
const REPLAYED = ["--only", "replay,diff"];

function counter(): Promise<Scratch> {
  return copyProject(join(REPOSITORY, "tests", "counter"), PARTS);
}

/** Runs `replay` on a file of these lines. */
async function replay({ root }: Scratch, lines: readonly string[], ...args: string[]) {
  const text = lines.map((line) => `${line}\n`).join("");
  await Deno.writeTextFile(join(root, "log.ndjson"), text);
  const { code, stdout, stderr } = await cli(["replay", "log.ndjson", ...args], root);
  return { code, stdout, stderr, codes: [...stdout.matchAll(/error\[(\w+)\]/g)].map(([, c]) => c) };
}

const add = (amount: number) => `{"type":"add","amount":${amount}}`;
const record = (amount: number, verdict: string) =>
  `{"event":${add(amount)},"decision":["${verdict}"]}`;

Deno.test("replay agrees on events without decisions, and counts them", async () => {
  await using project = await counter();
  const { code, stdout } = await replay(project, [add(6), add(6), '{"type":"reset"}']);
  assert.equal(code, 0, stdout);
  assert.equal(stdout, "1 list, 3 events: python and typescript agree\n");
});

Deno.test("replay places a divergence at the event's own line", async () => {
  await using project = await counter();
  await project.edit("engine.ts", "> LIMIT)", ">= LIMIT)");
  const { code, stdout, codes } = await replay(project, [add(6), add(3), add(1), add(1)]);
  assert.equal(code, 1);
  assert.deepEqual(codes, ["divergence"]);
  assert.match(
    stdout,
    /^log\.ndjson:3: error\[divergence\] Engine "typescript" diverges from engine "python" in list "log\.ndjson" at step 3 of 4$/m,
  );
  assert.match(stdout, /^ +state before \(typescript\): 9$/m);
  assert.match(stdout, /^1 list, 4 events: no agreement on 1$/m);
});

Deno.test("replay --shrink hands back the fewest events that show the difference", async () => {
  await using project = await counter();
  await project.edit("engine.ts", "> LIMIT)", ">= LIMIT)");
  const noise = Array.from({ length: 200 }, (_, i) => i % 3 === 2 ? '{"type":"reset"}' : add(4));
  const log = [...noise, '{"type":"reset"}', add(4), add(4), add(2), ...noise];
  const { code, stdout, codes } = await replay(project, log, "--shrink");
  assert.equal(code, 1);
  assert.deepEqual(codes, ["divergence", "divergence"]);
  const [, list] = /list: 3 events of graph 1, shrunk from 404\n((?: {4}\{.*\n)+)/.exec(stdout)!;
  const amounts = list!.trimEnd().split("\n").map((line) => JSON.parse(line).amount);
  assert.deepEqual(amounts, [4, 4, 2]);
});

Deno.test("replay holds the engines against the decisions of a record", async () => {
  await using project = await counter();
  const header = '{"crc":"0","format":"counter/journal","version":3,"graph":0}';
  const good = await replay(project, [header, record(6, "applied"), record(6, "refused")]);
  assert.equal(good.code, 0, good.stdout);
  assert.match(good.stdout, /^1 list, 2 events: python, typescript and 1 record agree$/m);
  const bad = await replay(project, [header, record(6, "applied"), record(6, "applied")]);
  assert.equal(bad.code, 1);
  assert.deepEqual(bad.codes, ["divergence", "divergence"]);
  assert.match(bad.stdout, /^log\.ndjson:3: .* Engine "python" diverges from the record in /m);
  // One engine is enough where the record is the other side.
  const alone = await replay(project, [record(6, "applied")], "--engine", "python");
  assert.equal(alone.code, 0);
});

Deno.test("replay takes traces as they are, and a number of files", async () => {
  await using project = await counter();
  const traces = "fixtures/counter.ndjson";
  const { code, stdout } = await cli(["replay", traces, traces, "--format", "json"], project.root);
  assert.equal(code, 0, stdout);
  assert.deepEqual(JSON.parse(stdout), {
    schema: "lean-gate/replay/1",
    ok: true,
    engines: ["python", "typescript"],
    lists: 4,
    events: 12,
    recorded: 4,
    bad: 0,
    findings: [],
  });
});

Deno.test("replay refuses malformed lines with exit code 1, and replays the others", async () => {
  await using project = await counter();
  const { code, stdout, codes } = await replay(project, [add(1), '{"type":"add","amount":1.5}']);
  assert.equal(code, 1);
  assert.deepEqual(codes, ["list_number_form"]);
  assert.match(stdout, /^log\.ndjson:2:24: error\[list_number_form\]/m);
  assert.match(stdout, /^1 list, 1 event: no agreement$/m);
  const refused = await replay(project, [add(1), "{}"]);
  assert.equal(refused.code, 1);
  assert.deepEqual(refused.codes, ["list_refused"]);
  assert.match(refused.stdout, /No engine takes list "log\.ndjson" for well-formed$/m);
});

Deno.test("replay of nothing is no agreement, and wrong usage is told from it", async () => {
  await using project = await counter();
  const nothing = await replay(project, []);
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /error\[checked_nothing\] No event in "log\.ndjson"/);
  const eventless = await replay(project, ['{"events":[]}']);
  assert.equal(eventless.code, 1);
  assert.match(eventless.stderr, /error\[checked_nothing\] No event in "log\.ndjson"/);
  const folder = await cli(["replay", "fixtures"], project.root);
  assert.equal(folder.code, 2);
  assert.match(folder.stderr, /error\[path_missing\] .*"fixtures": it is no regular file/);
  const absent = await cli(["replay", "no.ndjson"], project.root);
  assert.equal(absent.code, 2);
  assert.match(absent.stderr, /error\[path_missing\] Failed to replay "no\.ndjson"/);
  const lonely = await replay(project, [add(1)], "--engine", "python");
  assert.equal(lonely.code, 2);
  assert.match(lonely.stderr, /error\[nothing_to_compare\]/);
  assert.equal((await cli(["replay"], project.root)).code, 2);
});

Deno.test("replay splits lists into shards that are the whole together", async () => {
  await using project = await counter();
  const lists = Array.from({ length: 5 }, (_, i) => `{"id":"l${i}","events":[${add(i)}]}`);
  const counts: number[] = [];
  for (const shard of ["1/3", "2/3", "3/3"]) {
    const { code, stdout } = await replay(project, lists, "--shard", shard, "--format", "json");
    assert.equal(code, 0, stdout);
    counts.push(JSON.parse(stdout).lists);
  }
  assert.deepEqual(counts, [2, 2, 1]);
  const empty = await replay(project, lists, "--shard", "6/6");
  assert.equal(empty.code, 2);
  assert.match(empty.stderr, /error\[shard_empty\] Shard 6\/6 has none of the 5 lists/);
});

Deno.test("verify --shard replays each trace in exactly one shard", async () => {
  await using project = await counter();
  await project.edit("engine.ts", '["refused"]', '["declined"]');
  const shards = await Promise.all(
    ["1/2", "2/2"].map((shard) => verifyJson([...REPLAYED, "--shard", shard], project.root)),
  );
  // The first of the two traces is refused nothing, the second one is.
  assert.deepEqual(shards.map(({ code }) => code), [0, 1]);
  assert.deepEqual(shards.map(({ report }) => report.counts), [
    { traces: 1, steps: 3 },
    { traces: 1, steps: 3 },
  ]);
  const summary = shards[0]!.report.stages.find(({ name }) => name === "replay")!.summary;
  assert.match(summary, /^1 trace of 2 \(shard 1\/2\), 3 steps by/);
});

Deno.test("verify --shard says what it leaves to the whole", async () => {
  const { code, report } = await verifyJson(
    [...REPLAYED, "--only", "coverage", "--shard", "2/400"],
    REPOSITORY,
  );
  assert.equal(code, 0);
  const coverage = report.stages.find(({ name }) => name === "coverage")!;
  assert.equal(coverage.status, "skipped");
  assert.match(coverage.summary, /^judged by all traces together/);
  const alone = await cli(["verify", "--only", "coverage", "--shard", "1/2"], REPOSITORY);
  assert.equal(alone.code, 2);
  assert.match(alone.stderr, /error\[stage_not_configured\] Stage "coverage" cannot run/);
});

Deno.test("verify refuses what is no shard, and one without a trace, as wrong usage", async () => {
  await using project = await counter();
  for (const shard of ["0/3", "4/3", "x"]) {
    const { code, stderr } = await cli(["verify", "--shard", shard], project.root);
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`Expected a shard such as "1/3".*got "${shard}"`));
  }
  const { code, findings } = await verifyJson([...REPLAYED, "--shard", "3/3"], project.root);
  assert.equal(code, 2);
  assert.deepEqual(findings.map(({ code }) => code), ["shard_empty"]);
});
