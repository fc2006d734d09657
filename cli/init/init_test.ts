import assert from "node:assert/strict";
import { parseConfig } from "../../src/gate/config/parse.ts";
import { readTraceFile } from "../../src/replay/trace/read.ts";
import { runCli } from "../run.ts";
import { testContext } from "../testing/support.ts";
import { PROJECT_FILES } from "./files.ts";
import engine from "./template/engine.ts";
import view from "./template/view.ts";

const contentOf = (path: string) => PROJECT_FILES.find((file) => file.path === path)!.content;

Deno.test("init writes every file of a project, and says what each is", async () => {
  const { context, out } = testContext();
  assert.equal(await runCli(["init", "new"], context), 0);
  for (const { path, content, said } of PROJECT_FILES) {
    assert.equal(await context.host.files.readText(`/project/new/${path}`), content);
    assert.match(out.join(""), new RegExp(`^\\+ ${path} +${said}$`, "m"));
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
