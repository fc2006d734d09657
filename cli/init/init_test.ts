import assert from "node:assert/strict";
import { parseConfig } from "../../src/gate/config/parse.ts";
import { readTraceFile } from "../../src/replay/trace/read.ts";
import { runCli } from "../run.ts";
import { testContext } from "../testing/support.ts";
import { packageFiles, projectFiles, WORKFLOW_PATH } from "./files.ts";
import engine from "./template/typescript/engine.ts";
import view from "./template/typescript/view.ts";

const PROJECT_FILES = projectFiles("typescript");

const contentOf = (path: string) => PROJECT_FILES.find((file) => file.path === path)!.content;

Deno.test("init writes every file of a project, and says what each is", async () => {
  const { context, out } = testContext();
  assert.equal(await runCli(["init", "new"], context), 0);
  for (const { path, content, about } of PROJECT_FILES) {
    assert.equal(await context.host.files.readText(`/project/new/${path}`), content);
    assert.match(out.join(""), new RegExp(`^\\+ ${path} +${about}$`, "m"));
  }
  assert.match(out.join(""), / {2}cd new\n/);
});

Deno.test("init replaces no file, and then writes none", async () => {
  const { context, err } = testContext({ files: { "engine.ts": "mine" } });
  assert.equal(await runCli(["init"], context), 2);
  assert.match(err.join(""), /error\[init_file_exists\].*"engine\.ts"/);
  assert.equal(await context.host.files.readText("/project/engine.ts"), "mine");
  assert.equal(await context.host.files.exists("/project/lean-gate.jsonc"), false);
});

Deno.test("init writes nothing where a file stands in the place of a folder", async () => {
  const worlds = [
    { args: ["init"], files: { formal: "mine" }, blocker: "/project/formal" },
    { args: ["init", "mine/new"], files: { mine: "" }, blocker: "/project/mine" },
    { args: ["init", "mine"], files: { mine: "" }, blocker: "/project/mine" },
  ];
  for (const { args, files, blocker } of worlds) {
    const { context, err, host } = testContext({ files });
    const before = host.files.paths();
    assert.equal(await runCli(args, context), 2);
    assert.match(err.join(""), new RegExp(`error\\[init_folder_blocked\\].*"${blocker}" is no`));
    assert.deepEqual(host.files.paths(), before);
  }
});

Deno.test("init says how to go to its folder as a shell reads it", async () => {
  for (
    const [folder, said] of [["a b", "-- 'a b'"], ["it's", "-- 'it'\\''s'"], ["x/y-1.z", "x/y-1.z"]]
  ) {
    const { context, out } = testContext();
    assert.equal(await runCli(["init", folder!], context), 0);
    assert.ok(out.join("").includes(`\n  cd ${said}\n`), out.join(""));
  }
});

Deno.test("the config of a new project is valid, and names files that are written", () => {
  const parsed = parseConfig("lean-gate.jsonc", contentOf("lean-gate.jsonc"));
  assert.ok(parsed.ok);
  const { engines, view, fixtures, formal } = parsed.config;
  const [first] = engines;
  assert.ok(first !== undefined && "module" in first && view !== undefined);
  for (const path of [first.module, view.module, `${formal.root}/lakefile.toml`]) contentOf(path);
  assert.ok(PROJECT_FILES.some(({ path }) => path.startsWith(`${fixtures}/`)));
});

Deno.test("the engine of a new project decides as the model's traces say", () => {
  const { traces, findings } = readTraceFile("x", contentOf("fixtures/turnstile.ndjson"));
  assert.deepEqual(findings, []);
  assert.equal(traces.length, 4);
  for (const { trace: { events, decisions, final } } of traces) {
    assert.deepEqual(engine.replay({ events }), { decisions, final });
    assert.deepEqual(view.steps({ events }).at(-1)!.state, final);
  }
  assert.throws(() => engine.replay({ events: [{ type: "kick" }] }), /Unknown event/);
});

Deno.test("init writes an engine in the language that is asked for, and a config that names it", async () => {
  for (const language of ["python", "go", "rust"] as const) {
    const { context, host } = testContext();
    assert.equal(await runCli(["init", "--engine", language], context), 0);
    const parsed = parseConfig("f", (await host.files.readText("/project/lean-gate.jsonc"))!);
    assert.ok(parsed.ok, JSON.stringify(parsed));
    const { engines, view } = parsed.config;
    assert.deepEqual(engines.map(({ name }) => name), [language]);
    assert.equal(view, undefined);
    assert.equal(await host.files.exists("/project/turnstile.ts"), false);
  }
});

Deno.test("init adds to an existing package what it lacks, and replaces nothing", async () => {
  const files = {
    "lakefile.toml": 'name = "p"\n',
    "lean-toolchain": "leanprover/lean4:v4.28.0\n",
    "P.lean": "theorem t : 1 = 1 := rfl\n",
  };
  const { context, host, out } = testContext({ files });
  assert.equal(await runCli(["init"], context), 0);
  for (const { path, content } of packageFiles(".")) {
    assert.equal(await host.files.readText(`/project/${path}`), content);
  }
  assert.ok(parseConfig("f", packageFiles(".")[0]!.content).ok);
  // There is no hole, and so no baseline; and there is no example of ours.
  assert.equal(await host.files.exists("/project/lean-gate.baseline.json"), false);
  assert.equal(await host.files.exists("/project/formal"), false);
  const before = host.files.paths();
  out.length = 0;
  assert.equal(await runCli(["init"], context), 0);
  assert.match(out.join(""), /^Nothing is missing/);
  assert.deepEqual(host.files.paths(), before);
});

Deno.test("init finds the package in a subfolder, keeps the config, and writes down its holes", async () => {
  const files = {
    "proofs/lakefile.lean": "import Lake\n",
    "proofs/P.lean": "theorem t : 1 = 2 := sorry\n",
    "lean-gate.jsonc": '{ "formal": { "root": "proofs" } }',
  };
  const { context, host, out } = testContext({ files });
  assert.equal(await runCli(["init"], context), 0);
  assert.equal(await host.files.readText("/project/lean-gate.jsonc"), files["lean-gate.jsonc"]);
  assert.match(out.join(""), /\+ lean-gate\.baseline\.json +1 hole that the package has today/);
  assert.ok(await host.files.exists(`/project/${WORKFLOW_PATH}`));
  const baseline = (await host.files.readText("/project/lean-gate.baseline.json"))!;
  assert.match(baseline, /proofs\/P\.lean/);
});

Deno.test("init refuses an engine for an existing package, and says where an example goes", async () => {
  const { context, err, host } = testContext({ files: { "lakefile.toml": 'name = "p"\n' } });
  const before = host.files.paths();
  assert.equal(await runCli(["init", "--engine", "go"], context), 2);
  assert.match(err.join(""), /error\[init_engine_unused\]/);
  assert.deepEqual(host.files.paths(), before);
});
