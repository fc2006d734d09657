/** `lean-gate scan` in this process: its forms, the baseline, and what fails. */
import assert from "node:assert/strict";
import type { MemoryWorld } from "../src/platform/host/memory.ts";
import { runCli } from "./run.ts";
import { testContext } from "./testing/support.ts";

const HOLE = "theorem hole : 1 = 2 := sorry\n";
const WARNING = "#eval 1\n";
const BASELINE = "lean-gate.baseline.json";

/** A command line in a folder that keeps its files from run to run. */
function shell(files: Record<string, string>, world: Omit<MemoryWorld, "files"> = {}) {
  const { context, host, out, err } = testContext({ ...world, files });
  return {
    files: host.files,
    run,
    scan: (...args: string[]) => run("scan", ...args),
  };

  async function run(...args: string[]) {
    out.length = err.length = 0;
    const fresh = { ...context, process: { stdout: context.out, stderr: context.err } };
    const code = await runCli(args, fresh);
    return { code, out: out.join(""), err: err.join("") };
  }
}

Deno.test("scan shows the line of each finding, and sums up", async () => {
  const { scan } = shell({ "A.lean": `${WARNING}${HOLE}`, "in/B.lean": "\t-- é\n\t#check 𝔸\n" });
  const { code, out } = await scan();
  assert.equal(code, 1);
  assert.ok(out.includes("A.lean:2:25: error[sorry] "));
  assert.ok(
    out.includes("  2 | theorem hole : 1 = 2 := sorry\n    |                         ^^^^^\n"),
  );
  assert.ok(out.includes("  2 | \t#check 𝔸\n    | \t^^^^^^\n"));
  assert.match(out, /\n2 files, 1 error, 2 warnings\n$/);
});

Deno.test("scan --format json has every finding in full", async () => {
  const { scan } = shell({ "A.lean": HOLE });
  const { code, out } = await scan("--format", "json", "A.lean", ".");
  assert.equal(code, 1);
  const { schema, files, findings } = JSON.parse(out);
  assert.deepEqual({ schema, files }, { schema: "lean-gate/scan/1", files: 1 });
  assert.deepEqual(findings, [{
    rule: "sorry",
    severity: "error",
    file: "A.lean",
    line: 1,
    column: 25,
    endColumn: 30,
    token: "sorry",
    message: "'sorry' stands in for a missing proof or value",
    declaration: "hole",
  }]);
});

Deno.test("scan --format github and sarif name files from the root of the checkout", async () => {
  const world = { cwd: "/repo/lean", env: { GITHUB_WORKSPACE: "/repo" } };
  const { scan } = shell({ "/repo/lean/a,b.lean": HOLE }, world);
  const github = await scan("--format", "github");
  assert.equal(github.code, 1);
  assert.match(github.out, /^::error file=lean\/a%2Cb\.lean,line=1,endLine=1,col=25,endColumn=30,/);
  const sarif = JSON.parse((await scan("--format", "sarif")).out);
  const [{ ruleId, locations: [{ physicalLocation }] }] = sarif.runs[0].results;
  assert.equal(ruleId, "sorry");
  assert.equal(physicalLocation.artifactLocation.uri, "lean/a%2Cb.lean");
});

Deno.test("scan prints a document in every case but text", async () => {
  const { scan } = shell({ "A.md": "" });
  for (
    const [path, code, error] of [["nope", 2, "path_missing"], [".", 1, "checked_nothing"]] as const
  ) {
    const json = await scan("--format", "json", path);
    assert.equal(json.code, code);
    const document = JSON.parse(json.out);
    assert.deepEqual([document.schema, document.files, document.findings], [
      "lean-gate/scan/1",
      0,
      [],
    ]);
    assert.equal(document.error.code, error);
    assert.equal(json.err, "");
    const sarif = JSON.parse((await scan("--format", "sarif", path)).out);
    const [{ executionSuccessful, toolExecutionNotifications }] = sarif.runs[0].invocations;
    assert.equal(executionSuccessful, code === 1);
    assert.equal(toolExecutionNotifications[0].associatedRule.id, error);
    assert.match(
      (await scan("--format", "github", path)).out,
      new RegExp(`^::error title=${error}::`),
    );
    const text = await scan(path);
    assert.deepEqual([text.code, text.out], [code, ""]);
    assert.ok(text.err.includes(`error[${error}]`));
  }
});

Deno.test("scan fails on warnings only when they are denied", async () => {
  const { scan } = shell({ "A.lean": WARNING });
  const shown = await scan();
  assert.equal(shown.code, 0);
  assert.ok(shown.out.includes("warning[leftover]"));
  const denied = await scan("--deny", "warnings");
  assert.equal(denied.code, 1);
  assert.match(denied.out, /error\[leftover\][^]*\n1 file, 1 error, 0 warnings\n$/);
});

Deno.test("scan --write-baseline takes in what fails; afterwards only what is new fails", async () => {
  const { scan, files } = shell({ "A.lean": HOLE, "B.lean": WARNING });
  const written = await scan("--write-baseline");
  assert.equal(written.code, 0);
  assert.match(written.out, /^Wrote lean-gate.baseline.json: 2 known findings\n/);
  assert.match((await scan()).out, /0 errors, 0 warnings, 2 findings in the baseline\n$/);
  // Another line for the old hole, and a new one.
  await files.writeAtomic("A.lean", `\n\n${HOLE}theorem other : 1 = 2 := by\n  sorry\n`);
  const refused = await scan();
  assert.equal(refused.code, 1);
  assert.match(refused.out, /^A\.lean:5:3: error\[sorry\]/);
});

Deno.test("scan --write-baseline never takes in more, unless it is told to", async () => {
  const { scan, files } = shell({ "A.lean": HOLE });
  await scan("--write-baseline");
  const before = await files.readText(BASELINE);
  await files.writeAtomic("B.lean", HOLE);
  assert.equal((await scan("--write-baseline")).code, 1);
  assert.equal(await files.readText(BASELINE), before);
  const grown = await scan("--write-baseline", "--accept-new");
  assert.equal(grown.code, 0);
  assert.match(grown.out, /^Wrote lean-gate.baseline.json: 2 known findings, 1 more\n/);
  assert.equal((await scan("--accept-new")).code, 2);
});

Deno.test("scan asks to shrink the baseline, and then does so", async () => {
  const { scan, files } = shell({ "A.lean": HOLE, "B.lean": HOLE });
  await scan("--write-baseline");
  await files.writeAtomic("A.lean", "theorem hole : 1 = 1 := rfl\n");
  await files.remove("B.lean");
  const stale = await scan();
  assert.equal(stale.code, 1);
  assert.match(stale.out, /^lean-gate.baseline.json:4:5: error\[baseline_stale\] .*'A\.lean'/);
  assert.match(stale.out, /^lean-gate.baseline.json:5:5: error\[baseline_stale\] .*'B\.lean'/m);
  assert.match((await scan("--write-baseline")).out, /^Wrote .*: 0 known findings, 2 fewer\n/);
  assert.equal((await scan()).code, 0);
});

Deno.test("scan takes a denied warning into the baseline, and knows it from then on", async () => {
  const { scan } = shell({ "A.lean": WARNING });
  await scan("--write-baseline", "--deny", "warnings");
  assert.equal((await scan("--deny", "warnings")).code, 0);
  assert.equal((await scan()).code, 0);
});

Deno.test("scan judges no entry of a file that it was not asked about", async () => {
  const { scan } = shell({ "A.lean": HOLE, "in/B.lean": HOLE });
  await scan("--write-baseline");
  assert.equal((await scan("in")).code, 0);
  assert.match((await scan("--write-baseline", "in")).out, /: 2 known findings\n/);
});

Deno.test("scan obeys the config above it: what it allows, and where its baseline is", async () => {
  const config = JSON.stringify({
    formal: { root: "formal", emitter: "emit" },
    fixtures: "fixtures",
    engines: [{ name: "a", module: "a.ts" }],
    allow: [
      { rule: "sorry", file: "formal/A.lean", reason: "in a talk" },
      { rule: "sorry", file: "formal/C.lean", reason: "not scanned" },
    ],
    baseline: "gate/known.json",
  });
  const files = {
    "/repo/lean-gate.jsonc": config,
    "/repo/formal/A.lean": HOLE,
    "/repo/formal/B.lean": HOLE,
    "/repo/formal/C.lean": "",
  };
  const { scan, files: disk } = shell(files, { cwd: "/repo/formal" });
  const missing = await scan("B.lean");
  assert.equal(missing.code, 2);
  assert.match(missing.err, /^error\[baseline_missing\] .*"gate\/known.json"/);
  assert.equal((await scan("--write-baseline", "A.lean", "B.lean")).code, 0);
  const baseline = JSON.parse((await disk.readText("/repo/gate/known.json"))!);
  assert.deepEqual(baseline.findings.map(({ file }: { file: string }) => file), ["formal/B.lean"]);
  assert.match(
    (await scan("A.lean", "B.lean")).out,
    /1 finding allowed, 1 finding in the baseline\n/,
  );
  // Asked about the file, the idle entry is told of.
  assert.match((await scan()).out, /^\.\.\/lean-gate\.jsonc:1:\d+: error\[allow\]/);
});

Deno.test("scan says where a baseline is broken", async () => {
  const { scan } = shell({ "A.lean": HOLE, [BASELINE]: '{\n  "schema": oops\n}\n' });
  for (const args of [[], ["--write-baseline"]]) {
    const { code, err } = await scan(...args);
    assert.equal(code, 2);
    assert.match(err, /^lean-gate\.baseline\.json:2:13: error\[baseline_malformed\]/);
  }
});

Deno.test("scan of a file or a folder of a package knows the package's modules", async () => {
  const { scan } = shell({
    "p/lakefile.toml": 'name = "p"\n[[lean_lib]]\nname = "Model"\n',
    "p/Model/A.lean": "import Model.B\nimport Other.C\n",
    "p/Model/B.lean": "",
  });
  for (const path of ["p/Model/A.lean", "p/Model", "p"]) {
    const { findings } = JSON.parse((await scan("--format", "json", path)).out);
    assert.deepEqual(findings.map(({ line }: { line: number }) => line), [2], path);
  }
});

Deno.test("verify obeys the baseline, and fails on warnings when they are denied", async () => {
  const config = {
    formal: { root: ".", emitter: "e" },
    fixtures: "f",
    engines: [{ name: "a", module: "a.ts" }],
  };
  const { scan, run, files } = shell({ "lean-gate.jsonc": JSON.stringify(config), "A.lean": HOLE });
  const verify = (...args: string[]) => run("verify", "--only", "scan", ...args);
  assert.equal((await verify()).code, 1);
  await scan("--write-baseline");
  const known = await verify("--deny", "warnings");
  assert.equal(known.code, 0);
  assert.match(known.out, /scan +1 Lean file, 1 finding in the baseline/);
  await files.writeAtomic("A.lean", HOLE + WARNING);
  assert.equal((await verify()).code, 0);
  assert.match((await verify("--deny", "warnings")).out, /A\.lean:2:1: error\[leftover\]/);
  assert.equal((await verify("--deny", "warnings")).code, 1);
  await files.writeAtomic("A.lean", WARNING);
  assert.match((await verify()).out, /error\[baseline_stale\]/);
});

Deno.test("coverage --format json prints a document when there is nothing to measure", async () => {
  const { context, out } = testContext();
  assert.equal(await runCli(["coverage", "--format", "json"], context), 2);
  const { schema, ok, error } = JSON.parse(out.join(""));
  assert.deepEqual([schema, ok, error.code], ["lean-gate/coverage/1", false, "config_missing"]);
});

Deno.test("scan goes by the config of what is scanned, and writes the baseline beside it", async () => {
  const files = {
    "/other/lean-gate.jsonc": '{ "rules": { "leftover": "error", "sorry": "off" } }',
    "/other/src/A.lean": HOLE + WARNING,
    "/own/lean-gate.jsonc": '{ "rules": { "sorry": "warning" } }',
    "/own/B.lean": HOLE,
  };
  const { scan, files: disk } = shell(files, { cwd: "/own" });
  const other = await scan("../other/src");
  assert.equal(other.code, 1);
  assert.match(other.out, /^\.\.\/other\/src\/A\.lean:\d+:1: error\[leftover\]/);
  assert.doesNotMatch(other.out, /\[sorry\]/);
  assert.match((await scan("B.lean")).out, /warning\[sorry\]/);
  assert.match((await scan("B.lean", "../other/src")).err, /^error\[projects_differ\]/);
  await scan("--write-baseline", "../other/src");
  assert.equal(await disk.readText("/own/lean-gate.baseline.json"), undefined);
  assert.notEqual(await disk.readText("/other/lean-gate.baseline.json"), undefined);
});

Deno.test("scan allows a rule in folders and by patterns, and lists what comments allow", async () => {
  const allow = [
    { rule: "sorry", file: "Old", reason: "to be proved" },
    { rule: "sorry", file: "Part/*/A.lean", reason: "to be proved" },
    { rule: "sorry", file: "Gone/**", reason: "to be proved" },
  ];
  const { scan } = shell({
    "lean-gate.jsonc": JSON.stringify({ allow }),
    "Old/in/A.lean": HOLE,
    "Part/one/A.lean": HOLE,
    "Part/two/in/A.lean": HOLE,
    "C.lean": "-- lean-gate: allow leftover shows a value\n#eval 1\n",
  });
  const { out, code } = await scan();
  assert.equal(code, 1);
  assert.match(out, /^Part\/two\/in\/A\.lean:\d+:\d+: error\[sorry\]/);
  assert.match(out, /1 finding allowed by comments \(C\.lean:2 leftover\), 2 findings allowed\n$/);
});

Deno.test("scan sums up more than a few findings by rule and folder", async () => {
  const { scan } = shell({ "in/A.lean": HOLE.repeat(20), "B.lean": HOLE });
  const { out } = await scan();
  assert.match(out, /\n20 {2}error\[sorry\] in in\n 1 {2}error\[sorry\] in \.\n2 files, 21 errors/);
});
