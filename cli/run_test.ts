/** The command line in this process: exit codes, and what goes to which stream. */
import assert from "node:assert/strict";
import type { MemoryWorld } from "../src/platform/host/memory.ts";
import { routes } from "./app.ts";
import { commandWords } from "./completion/words.ts";
import { runCli } from "./run.ts";
import { testContext } from "./testing/support.ts";

async function cli(args: readonly string[], world: MemoryWorld = {}) {
  const { context, out, err } = testContext(world);
  const code = await runCli(args, context);
  return { code, out: out.join(""), err: err.join("") };
}

Deno.test("a wrong command, flag or value is wrong usage", async () => {
  for (const args of [["verifi"], ["verify", "--nope"], ["verify", "--lean", "other"]]) {
    const { code, out, err } = await cli(args);
    assert.deepEqual({ code, out }, { code: 2, out: "" }, args.join(" "));
    const command = args.length === 1 ? "" : " verify";
    assert.match(err, new RegExp(`^\\S.*\\n  help: Run "lean-gate${command} --help"\\n$`));
  }
});

Deno.test("a command line without a command has judged nothing, and is shown the help", async () => {
  const { code, out, err } = await cli([]);
  assert.deepEqual({ code, out }, { code: 2, out: "" });
  assert.equal(err, (await cli(["--help"])).out);
});

Deno.test("the version and the help are no failure", async () => {
  for (const args of [["--version"], ["--help"], ["verify", "--help"]]) {
    assert.equal((await cli(args)).code, 0, args.join(" "));
  }
});

Deno.test("a command that throws has no verdict, and never exit code 0 or 1", async () => {
  for (const args of [["verify"], ["verify", "--format", "json"], ["fixtures"], ["scan"]]) {
    const { context, err } = testContext();
    const broken = () => Promise.reject(new Error("the disk is gone"));
    const files = { ...context.host.files, size: broken, list: broken };
    const code = await runCli(args, { ...context, host: { ...context.host, files } });
    assert.equal(code, 3, args.join(" "));
    assert.match(err.join(""), /the disk is gone/);
  }
});

Deno.test("a command that was interrupted ends with 130, whatever it found", async () => {
  const { context, interrupt } = testContext({ files: { "A.lean": "axiom a : False\n" } });
  interrupt();
  assert.equal(await runCli(["scan"], context), 130);
});

Deno.test("verify without a config says so on stderr, and in JSON as one document", async () => {
  const text = await cli(["verify"]);
  assert.deepEqual({ code: text.code, out: text.out }, { code: 2, out: "" });
  assert.match(
    text.err,
    /^error\[config_missing\] No "lean-gate.jsonc" and no Lean package in "\/project"/,
  );
  const json = await cli(["verify", "--format", "json"]);
  assert.equal(json.code, 2);
  const { ok, exitCode, stages } = JSON.parse(json.out);
  assert.deepEqual({ ok, exitCode }, { ok: false, exitCode: 2 });
  assert.equal(stages[0].findings[0].code, "config_missing");
});

Deno.test("every command with --format json prints one document whatever fails", async () => {
  for (
    const command of ["toolchain", "coverage", "fuzz", "replay x", "scan x", "verify", "doctor"]
  ) {
    const { code, out, err } = await cli([...command.split(" "), "--format", "json"]);
    assert.ok(code === 2 || code === 3, `${command}: ${code}`);
    const document = JSON.parse(out);
    assert.match(document.schema, new RegExp(`^lean-gate/(${command.split(" ")[0]}|report)/1$`));
    assert.match(out, /"(code|subject)": "(config_missing|path_missing|config)"/, command);
    assert.equal(err, "");
  }
});

Deno.test("scan refuses an escape with its place, and accepts a proof", async () => {
  const world = (text: string) => ({ files: { "A.lean": text } });
  const refused = await cli(["scan"], world("theorem a : 1 = 1 := by\n  sorry\n"));
  assert.equal(refused.code, 1);
  assert.match(refused.out, /^A\.lean:2:3: error\[sorry\] /);
  const accepted = await cli(["scan"], world("theorem a : 1 = 1 := rfl\n"));
  assert.deepEqual(accepted, { code: 0, out: "1 file, 0 errors, 0 warnings\n", err: "" });
});

Deno.test("scan of nothing is refused, and of an absent path wrong usage", async () => {
  const nothing = await cli(["scan"], { files: { "README.md": "" } });
  assert.equal(nothing.code, 1);
  assert.match(nothing.err, /error\[checked_nothing\]/);
  const absent = await cli(["scan", "absent.lean"]);
  assert.equal(absent.code, 2);
  assert.match(absent.err, /error\[path_missing\] .*"absent\.lean"/);
});

Deno.test("verify --format json prints one document even when something unforeseen is thrown", async () => {
  const { context, out } = testContext();
  const broken = () => Promise.reject(new Error("the disk is gone"));
  const files = { ...context.host.files, size: broken };
  const host = { ...context.host, files };
  assert.equal(await runCli(["verify", "--format", "json"], { ...context, host }), 3);
  const { exitCode, stages } = JSON.parse(out.join(""));
  assert.equal(exitCode, 3);
  assert.equal(stages[0].findings[0].code, "internal_error");
});

Deno.test("what the system refuses is told without a stack", async () => {
  const { context, err } = testContext();
  const refused = Object.assign(new Error("File name too long"), { code: "ENAMETOOLONG" });
  const files = { ...context.host.files, list: () => Promise.reject(refused) };
  assert.equal(await runCli(["scan"], { ...context, host: { ...context.host, files } }), 3);
  assert.match(err.join(""), /^error\[system_error\] File name too long\n/);
  assert.doesNotMatch(err.join(""), /^ +at /m);
});

Deno.test("what Deno keeps from lean-gate is told without a stack, and as no defect", async () => {
  const { context, err } = testContext();
  const refused = new Deno.errors.NotCapable('Requires all access to "/dev/stdin"');
  const files = { ...context.host.files, list: () => Promise.reject(refused) };
  assert.equal(await runCli(["scan"], { ...context, host: { ...context.host, files } }), 3);
  assert.match(
    err.join(""),
    /^error\[permission_missing\] Requires all access to "\/dev\/stdin"\n/,
  );
  assert.doesNotMatch(err.join(""), /^ +at |defect/m);
});

Deno.test("verify refuses to be asked for what the config lacks, whatever else it is asked for", async () => {
  const config = '{"formal":{"root":"f","emitter":"e"},"fixtures":"x",' +
    '"engines":[{"name":"a","module":"a.ts"}]}';
  const world = { files: { "lean-gate.jsonc": config, "f/A.lean": "" } };
  for (const only of ["coverage", "certify", "coverage,certify", "scan,certify"]) {
    const { code, err } = await cli(["verify", "--only", only], world);
    assert.equal(code, 2, only);
    assert.match(err, /^error\[stage_not_configured\] Stage "(coverage|certify)"/);
  }
});

Deno.test("every command explains itself, with examples that it understands", async () => {
  const { context } = testContext();
  const commands = (await commandWords(routes, context)).map(({ name }) => name);
  assert.ok(commands.length > 9);
  for (const command of commands) {
    const { out } = await cli([command, "--help"]);
    const [, examples] = out.split("Examples:\n");
    assert.ok(examples !== undefined, command);
    const flags = new Set(
      Array.from(out.split("FLAGS")[1]!.matchAll(/--[a-z-]+/g), ([flag]) => flag),
    );
    const own = examples.split("FLAGS")[0]!.split("\n")
      .filter((line) => line.trim().startsWith(`lean-gate ${command}`));
    for (const [, flag] of own.join("\n").matchAll(/ (--[a-z-]+)/g)) {
      assert.ok(flags.has(flag!), `${command} ${flag}`);
    }
  }
});

Deno.test("help shows what --help shows, for the program and for a command", async () => {
  assert.deepEqual(await cli(["help"]), await cli(["--help"]));
  assert.deepEqual(await cli(["help", "verify"]), await cli(["verify", "--help"]));
  const { code, out, err } = await cli(["help", "verfy"]);
  assert.deepEqual({ code, out }, { code: 2, out: "" });
  assert.match(err, /`verfy`, did you mean `verify`\?/);
});

Deno.test("the usage of a command names its arguments, and each flag its value", async () => {
  const replay = (await cli(["replay", "--help"])).out;
  assert.match(replay, /^USAGE\n {2}lean-gate replay \[options\] <file>\.\.\.\n/);
  assert.match(replay, /\[--shard\] +<i\/n> /);
  assert.match((await cli(["explain", "--help"])).out, /lean-gate explain \[<code>\]\n/);
});

Deno.test("the help fits a terminal of 40 to 200 columns, and loses no word", async () => {
  const words = (text: string) => text.replaceAll(/\s/g, "");
  const whole = (await cli(["help", "verify"])).out;
  for (const columns of [40, 57, 80, 132, 200]) {
    const { out } = await cli(["help", "verify"], { env: { COLUMNS: `${columns}` } });
    assert.equal(words(out), words(whole));
    const wide = out.split("\n").filter((line) => [...line].length > columns);
    assert.deepEqual(wide.filter((line) => /\S\s+\S/.test(line.trim())), [], `${columns}`);
  }
});

Deno.test("explain suggests codes for a misspelled one", async () => {
  for (
    const [asked, meant] of [["divergense", "divergence"], ["sory", "sorry"], [
      "Trace-Bom",
      "trace_bom",
    ]]
  ) {
    const { code, out, err } = await cli(["explain", asked!]);
    assert.deepEqual({ code, out }, { code: 2, out: "" });
    assert.match(err, new RegExp(`Unknown code "${asked}"\\n  help: Did you mean "${meant}"`));
  }
  assert.match(
    (await cli(["explain", "xxxxxxxxxxxx"])).err,
    /List all codes with "lean-gate explain"/,
  );
});

Deno.test("explain without a code lists every code with a line", async () => {
  const { code, out } = await cli(["explain"]);
  assert.equal(code, 0);
  for (const line of out.trimEnd().split("\n")) assert.match(line, /^[a-z][a-z0-9_]* +\S.*\S$/);
  assert.match(out, /^divergence_final +An engine /m);
});
