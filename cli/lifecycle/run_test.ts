/** The service's command line in this process: exit codes, what goes to which stream, and errors. */
import assert from "node:assert/strict";
import { memoryHost, type MemoryWorld } from "../../src/platform/host/memory.ts";
import { reduce } from "../../src/lifecycle/reduce.ts";
import { testContext } from "../testing/support.ts";
import { runLifecycle } from "./run.ts";

/** Runs commands one after the other in one world. */
function shell(world: MemoryWorld = {}) {
  const env: Record<string, string> = {};
  const { host } = memoryHost(world);
  return {
    env,
    host,
    async run(...args: string[]) {
      const { context, out, err } = testContext();
      const lifecycle = {
        ...context,
        host: { ...host, env: (name: string) => env[name] },
        reduce,
      };
      const code = await runLifecycle(args, lifecycle);
      return { code, out: out.join(""), err: err.join("") };
    },
  };
}

async function started() {
  const it = shell({ files: { "result.txt": "the result\n" } });
  for (const args of [["init"], ["declare", "build"], ["declare", "ship", "--after", "build"]]) {
    const { code, err } = await it.run(...args);
    assert.deepEqual([code, err], [0, ""], args.join(" "));
  }
  return it;
}

/** As `started`, with an attempt at "build" whose key is in the environment. */
async function claimed() {
  const it = await started();
  const { code, out, err } = await it.run("claim", "build");
  assert.deepEqual([code, out], [
    0,
    "export LIFECYCLE_STORE=/project/.lifecycle\nexport LIFECYCLE_KEY=1,1,0,1,1\n" +
    "export LIFECYCLE_TASK=build\n",
  ]);
  assert.match(err, /3 {2}AttemptClaimed/);
  it.env["LIFECYCLE_KEY"] = "1,1,0,1,1";
  return it;
}

Deno.test("a worker claims, delivers and is done; then nothing can be done to its task", async () => {
  const it = await claimed();
  const finished = await it.run("finish", "--deliver", "result.txt");
  assert.deepEqual([finished.code, finished.err], [0, ""]);
  assert.match(finished.out, /OutcomeAccepted +applied → succeeded, startCleanup +build 0\/1/);
  const status = await it.run("status");
  assert.match(status.out, /^graph 1: 2 tasks, 9 records$/m);
  assert.match(status.out, /^1 ready, 1 done$/m);
  assert.match(status.out, /^build +done +cleaned +0 +1 +0 +- +outbox\/build\.0\.result\.txt$/m);
  assert.match(status.out, /^ship +ready +- +0 +0 +0 +build +-$/m);
  for (const args of [["fail"], ["abandon", "build"], ["retry", "build"], ["claim", "build"]]) {
    const { code, err } = await it.run(...args);
    assert.equal(code, 1, args.join(" "));
    assert.match(err, /error\[refused\] .*\((afterSuccess|alreadyAccepted)\)\n {2}help: /);
  }
  assert.deepEqual(await it.run("converge"), { code: 0, out: "Nothing is unfinished\n", err: "" });
});

Deno.test("status --json and log --format json are for programs", async () => {
  const it = await claimed();
  const status = JSON.parse((await it.run("status", "--json")).out);
  assert.equal(status.schema, "lifecycle/status/2");
  assert.deepEqual(
    status.tasks.map((
      { name, status, state, waitsFor }: Record<string, unknown>,
    ) => [name, status, state, waitsFor]),
    [
      ["build", "active", "active", []],
      ["ship", "open", "waiting", [{ task: "build", state: "active" }]],
    ],
  );
  const lines = (await it.run("log", "--format", "json")).out.trim().split("\n");
  assert.deepEqual(lines.map((line) => JSON.parse(line).event.type), [
    "TaskDeclared",
    "TaskDeclared",
    "AttemptClaimed",
  ]);
  const ship = await it.run("log", "--task", "ship");
  assert.equal(
    ship.out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, "TIME"),
    "   2  TIME  TaskDeclared        applied  ship\n",
  );
});

Deno.test("log --format trace is a trace: what was decided, and the state it ends in", async () => {
  const it = await claimed();
  const trace = JSON.parse((await it.run("log", "--format", "trace")).out);
  assert.deepEqual(trace.decisions, [
    ["applied", { type: "ready", task: 1, generation: 0 }],
    ["applied"],
    ["applied"],
  ]);
  assert.equal(trace.events.length, 3);
  assert.deepEqual(trace.names, { "task 1": "build", "task 2": "ship" });
  assert.deepEqual(trace.final.tasks[0].current, {
    key: [1, 1, 0, 1, 1],
    phase: { type: "running" },
    worker: "present",
  });
});

Deno.test("what a command lacks is wrong usage, and says what to do", async () => {
  const it = await started();
  const cases: [string[], RegExp][] = [
    [
      ["claim", "biuld"],
      /error\[task_unknown\] No task is named "biuld"\n {2}help: Declared are: build, ship\./,
    ],
    [["finish"], /error\[key_missing\] .*LIFECYCLE_KEY is not set/],
    [["finish", "--key", "1,2"], /error\[key_malformed\] Key "1,2" is none/],
    [["kill", "build"], /error\[attempt_missing\] Task "build" has no attempt to kill: it is open/],
    [
      ["finish", "--key", "1,1,0,1,1", "--report", "a", "--deliver", "b"],
      /error\[candidate_ambiguous\]/,
    ],
    [["declare", "build.0"], /error\[task_name\] Task name "build\.0" is not one/],
    [["declare", "Build It"], /error\[task_name\] Task name "Build It" is not one/],
    [["declare", "x", "--after", "build", "--after", "build"], /error\[dependency_repeated\]/],
    [
      ["import", "absent.ndjson"],
      /error\[legacy_missing\] There is no file "\/project\/absent\.ndjson"/,
    ],
    [["supervise", "build"], /error\[worker_missing\] There is no worker to run/],
    [["run"], /error\[worker_missing\] There is no worker to run: no task was declared with one/],
    [["run", "--jobs", "0", "--", "true"], /error\[worker_missing\] --jobs 0 would run nothing/],
    [
      ["status", "--store", "elsewhere"],
      /error\[store_missing\] There is no store in "\/project\/elsewhere"/,
    ],
    [["init"], /error\[store_exists\] There is a store in "\/project\/\.lifecycle" already/],
    [["declare", "x", "--retries", "-1"], /Expected a natural number, got "-1"/],
    [["converge", "--wait", "soon"], /Expected a number of seconds from 0 to 86400, got "soon"/],
    [["finsh"], /finsh/],
  ];
  for (const [args, expected] of cases) {
    const { code, out, err } = await it.run(...args);
    assert.deepEqual([code, out], [2, ""], `${args.join(" ")}\n${out}${err}`);
    assert.match(err, expected);
  }
});

Deno.test("landing without a repository is wrong usage, and records nothing", async () => {
  const it = await claimed();
  const { code, err } = await it.run("finish");
  assert.equal(code, 2);
  assert.match(err, /error\[repository_missing\]/);
  assert.match((await it.run("status")).out, /3 records/);
});

Deno.test("no store anywhere above is told with the way to make one", async () => {
  const { code, err } = await shell().run("status");
  assert.equal(code, 2);
  assert.match(
    err,
    /^error\[store_missing\] .*".lifecycle" in "\/project".*\n {2}help: .*lifecycle init/,
  );
});

Deno.test("a declaration that the reducer refuses ends with 1, and is on record", async () => {
  const it = await started();
  const { code, out, err } = await it.run("declare", "build");
  assert.equal(code, 1);
  assert.match(out, /3 {2}TaskDeclared +rejected\(taskExists\)/);
  assert.match(
    err,
    /error\[refused\] Failed to declare "build": rejected\(taskExists\)\n {2}help: A task of that name/,
  );
});

Deno.test("a reason of several lines stays on the line of its record", async () => {
  const it = await claimed();
  await it.run("fail", "--reason", "lost\n   5  OutcomeAccepted     applied  build 0/1");
  const { out } = await it.run("log");
  assert.equal(out.trimEnd().split("\n").length, 5);
  assert.match(out, /\(lost\\n {3}5 {2}OutcomeAccepted/);
});

Deno.test("import reads all of its records before it records any", async () => {
  const it = await started();
  const good = '{"name":"old","status":"done"}';
  const cases: [string, RegExp][] = [
    [
      `${good}\n{"name":"older","status":"won"}\n`,
      /old\.ndjson:2: error\[legacy_malformed\] .*status/,
    ],
    ["\n", /error\[legacy_missing\] There is no record in/],
    [`${good}\nnot json\n`, /old\.ndjson:2: error\[legacy_malformed\]/],
    [`${good}\n{"name":"a","status":"open","stray":1}\n`, /stray/],
    [`${good}\n{"name":"build","status":"done"}\n`, /error\[task_exists\] Task "build"/],
    [`${good}\n${good}\n`, /error\[task_exists\] Task "old"/],
    [`${good}\n{"name":"a","status":"open","after":["b"]}\n`, /error\[task_unknown\] .*"b"/],
  ];
  for (const [text, expected] of cases) {
    await it.host.files.writeAtomic("old.ndjson", text);
    const { code, err } = await it.run("import", "old.ndjson");
    assert.equal(code, 2);
    assert.match(err, expected);
    assert.match((await it.run("status")).out, /2 records/);
  }
  await it.host.files.writeAtomic("old.ndjson", `\uFEFF${good}\r\n`);
  assert.equal((await it.run("import", "old.ndjson")).code, 0);
  assert.match((await it.run("status")).out, /^old +done \(legacy, untrusted\)/m);
});

Deno.test("a projection that cannot be written keeps nobody from what is recorded", async () => {
  const it = await started();
  const graph = "/project/.lifecycle/graph.jsonl";
  await it.host.files.remove(graph);
  await it.host.files.mkdir(graph);
  const { code, out, err } = await it.run("claim", "build");
  assert.equal(code, 0);
  assert.match(out, /^export LIFECYCLE_KEY=1,1,0,1,1$/m);
  assert.match(err, /unfinished "\/project\/\.lifecycle\/graph\.jsonl" was not written/);
  assert.equal((await it.run("converge")).code, 3);
  await it.host.files.remove(graph);
  assert.equal((await it.run("converge")).code, 0);
  assert.match((await it.host.files.readText(graph))!, /"name":"build","status":"active"/);
});

Deno.test("a journal that is damaged, held or unwritable ends with 3, and nothing is changed", async () => {
  const it = await claimed();
  const path = "/project/.lifecycle/journal.ndjson";
  const good = (await it.host.files.readText(path))!;
  await it.host.files.writeAtomic(path, good.replace('"retries":0', '"retries":9'));
  for (const args of [["status"], ["log"], ["converge"], ["declare", "x"]]) {
    const { code, err } = await it.run(...args);
    assert.equal(code, 3, args.join(" "));
    assert.match(err, /journal\.ndjson:2: error\[journal_corrupt\] /);
  }
  await it.host.files.writeAtomic(path, good);
  const lock = await it.host.files.tryLock("/project/.lifecycle/journal.lock");
  const held = await it.run("declare", "x", "--wait", "0");
  assert.equal(held.code, 3);
  assert.match(held.err, /error\[journal_locked\]/);
  // Looking needs no lock.
  assert.equal((await it.run("status")).code, 0);
  lock!.release();
  assert.equal(await it.host.files.readText(path), good);
});

Deno.test("compact tells what it kept, once, and the log still has every record", async () => {
  const it = await claimed();
  const before = await it.run("log");
  const { code, out } = await it.run("compact");
  assert.equal(code, 0);
  assert.match(
    out,
    /^The checkpoint stands for 3 records: .* are kept in "segments\/000000000001\.ndjson"\n$/,
  );
  assert.equal((await it.run("compact")).out, "Nothing was recorded since the last checkpoint\n");
  assert.equal((await it.run("log")).out, before.out);
  assert.match((await it.run("status")).out, /^graph 1: 2 tasks, 3 records/);
  await it.run("fail");
  assert.match((await it.run("log")).out, /^ {3}4 .*FailRequested +applied/m);
  await it.host.files.remove("/project/.lifecycle/segments/000000000001.ndjson");
  assert.match((await it.run("log")).err, /error\[segment_missing\]/);
  assert.equal((await it.run("retry", "build")).code, 1);
});

Deno.test("the help of every command has examples, and fits a terminal", async () => {
  const it = shell();
  const commands = (await it.run("--help")).out.match(/^ {2}([\w-]+) {2,}[A-Z]/gm)!.map((line) =>
    line.trim().split(" ")[0]!
  );
  assert.deepEqual(commands.length, 22);
  for (const command of commands) {
    const { code, out } = await it.run(command, "--help");
    assert.equal(code, 0);
    assert.match(out, /^Examples:\n {2}(lifecycle |claimed=)/m, command);
    const text = out.split("\n").slice(2);
    assert.deepEqual(text.filter((line) => line.length > 120), [], command);
  }
});
