import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../src/platform/host/deno.ts";
import { summarize } from "../src/gate/report/report.ts";
import { ReportSchema } from "../src/gate/report/schema.ts";
import { runCli } from "./run.ts";
import { testContext } from "./testing/support.ts";
import { checkOutputs, outputsOf, parseOutput, writeOutputs } from "./outputs.ts";

const CONFIG = '{"formal":{"root":"f","emitter":"e"},"fixtures":"x",' +
  '"engines":[{"name":"a","module":"a.ts"}]}';
/** A project whose scan agrees. */
const AGREES = { files: { "lean-gate.jsonc": CONFIG, "f/A.lean": "theorem a : 1 = 1 := rfl\n" } };
/** A project whose scan refuses. */
const REFUSES = {
  files: { "lean-gate.jsonc": CONFIG, "f/A.lean": "theorem a : 1 = 1 := sorry\n" },
};

/** A stage that judged something. */
const PASSED = {
  name: "scan",
  status: "passed",
  ms: 1,
  checked: 1,
  summary: "",
  findings: [],
} as const;

async function scan(
  world: typeof AGREES,
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const { context, out, err } = testContext({ ...world, env });
  const code = await runCli(["verify", "--only", "scan", ...args], context);
  const read = async (path: string) => await context.host.files.readText(`/project/${path}`);
  return { code, out: out.join(""), err: err.join(""), read };
}

Deno.test("parseOutput() takes a known format and a file, which may hold an equals sign", () => {
  assert.deepEqual(parseOutput("sarif=a/b=c.sarif"), { format: "sarif", file: "a/b=c.sarif" });
  for (const text of ["", "sarif", "sarif=", "=a", "pdf=a.pdf", "SARIF=a"]) {
    assert.throws(() => parseOutput(text), SyntaxError, text);
  }
});

Deno.test("outputsOf() leaves stdout to the text when the report goes to a file", () => {
  const more = [{ format: "json", file: "b" }] as const;
  assert.deepEqual(outputsOf({ format: "junit" }), { stdout: "junit", files: [] });
  assert.deepEqual(outputsOf({ format: "junit", out: "a", report: more }), {
    stdout: "text",
    files: [{ format: "junit", file: "a" }, ...more],
  });
});

Deno.test("verify writes several reports from one run, beside the text on stdout", async () => {
  const { code, out, read } = await scan(REFUSES, [
    "--report",
    "json=reports/r.json",
    "--report",
    "sarif=r.sarif",
    "--report",
    "text=r.txt",
    "--format",
    "markdown",
    "--out",
    "r.md",
  ]);
  assert.equal(code, 1);
  assert.match(out, /^lean-gate verify: .*Refused: 1 error, exit code 1/s);
  const json = JSON.parse((await read("reports/r.json"))!);
  assert.deepEqual([json.ok, json.exitCode], [false, 1]);
  const sarif = JSON.parse((await read("r.sarif"))!);
  assert.deepEqual(sarif.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId), [
    "sorry",
  ]);
  assert.equal(sarif.runs[0].invocations[0].executionSuccessful, true);
  assert.equal(await read("r.txt"), out);
  assert.match((await read("r.md"))!, /^## ❌ Refused: 1 error/);
});

Deno.test("verify writes its reports of a config that is wrong, too", async () => {
  const { code, err, read } = await scan({ files: { ...AGREES.files, "lean-gate.jsonc": "{" } }, [
    "--report",
    "sarif=r.sarif",
    "--report",
    "junit=r.xml",
    "--report",
    "json=r.json",
  ]);
  assert.equal(code, 2);
  assert.equal(ReportSchema.parse(JSON.parse((await read("r.json"))!)).exitCode, 2);
  assert.match(err, /^lean-gate\.jsonc:.*error\[config_syntax\]/);
  const [run] = JSON.parse((await read("r.sarif"))!).runs;
  assert.equal(run.invocations[0].executionSuccessful, false);
  assert.match((await read("r.xml"))!, /errors="1"/);
});

Deno.test("verify --format github adds annotations whose paths are those of the checkout", async () => {
  const { out } = await scan(REFUSES, ["--format", "github"], { GITHUB_WORKSPACE: "/" });
  assert.match(out, /^lean-gate verify: .*\n::error file=project\/f\/A\.lean,line=1,/s);
  const elsewhere = await scan(REFUSES, ["--format", "github"], { GITHUB_WORKSPACE: "/elsewhere" });
  assert.match(elsewhere.out, /^::error file=f\/A\.lean,line=1,/m);
});

Deno.test("two reports in one file, and a report in place of a folder, are refused before the run", async () => {
  const twice = await scan(AGREES, ["--report", "json=r", "--report", "sarif=./r"]);
  assert.deepEqual([twice.code, twice.out], [2, ""]);
  assert.match(twice.err, /error\[report_path_twice\].*"\.\/r"/);
  const folder = await scan(AGREES, ["--report", "json=f"]);
  assert.deepEqual([folder.code, folder.out], [2, ""]);
  assert.match(folder.err, /error\[report_path_folder\].*"f"/);
});

Deno.test("outputsOf() takes - for stdout, which has one report", () => {
  const json = { format: "json", file: "-" } as const;
  const sarif = { format: "sarif", file: "/dev/stdout" } as const;
  assert.deepEqual(outputsOf({ format: "junit", out: "-" }), { stdout: "junit", files: [] });
  assert.deepEqual(outputsOf({ format: "junit", out: "a", report: [json] }), {
    stdout: "json",
    files: [{ format: "junit", file: "a" }],
  });
  const asked = [
    { format: "text", report: [json, sarif] },
    { format: "junit", report: [json] },
    { format: "text", out: "-", report: [sarif] },
  ] as const;
  for (const flags of asked) assert.throws(() => outputsOf(flags), /two reports .* stdout/i);
});

Deno.test("a report below a file is refused before the run", async () => {
  for (const file of ["f/A.lean/r.json", "f/A.lean/deep/r.json"]) {
    const { code, out, err } = await scan(AGREES, ["--report", `json=${file}`]);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, /error\[report_path_blocked\].*"\/project\/f\/A\.lean" is no folder/);
  }
});

Deno.test("a report is written through a link, and into a pipe, neither of which is replaced", async () => {
  const root = await Deno.makeTempDir({ prefix: "lean-gate-test-" });
  try {
    await using owned = denoHost(new AbortController().signal);
    const host = { ...owned.host, cwd: root };
    const report = summarize({ lean: null, stages: [PASSED], counts: {}, engines: [], ms: 1 });
    const result = { report, outputs: {}, folder: "" };
    await Deno.writeTextFile(join(root, "r.json"), "");
    await Deno.symlink("r.json", join(root, "link"));
    await assert.rejects(
      checkOutputs(host, ["link", "r.json"].map((file) => ({ format: "json", file }))),
      /Two reports are to be written to "r\.json"/,
    );
    await writeOutputs(host, [{ format: "json", file: "link" }], result);
    assert.equal((await Deno.lstat(join(root, "link"))).isSymlink, true);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(join(root, "r.json"))).ok, true);
    const pipe = join(root, "pipe");
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    const read = Deno.readTextFile(pipe);
    await writeOutputs(host, [{ format: "json", file: "pipe" }], result);
    assert.equal(JSON.parse(await read).ok, true);
    assert.equal((await Deno.lstat(pipe)).isFifo, true);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a report that cannot be written leaves no verdict", async () => {
  const { context, err } = testContext(AGREES);
  const writeAtomic = () => Promise.reject(new Error("the disk is full"));
  const host = { ...context.host, files: { ...context.host.files, writeAtomic } };
  const args = ["verify", "--only", "scan", "--report", "json=r.json"];
  assert.equal(await runCli(args, { ...context, host }), 3);
  assert.match(err.join(""), /error\[report_not_written\].*"r\.json": the disk is full/);
});

Deno.test("a report that cannot be made keeps no other from being written", async () => {
  const config = CONFIG.replace(/}$/, ',"view":{"module":"absent.ts"}}');
  const files = { ...AGREES.files, "lean-gate.jsonc": config };
  const reports = ["--report", "html=r.html", "--report", "json=r.json"];
  const { code, err, read } = await scan({ files }, reports);
  assert.equal(code, 3);
  assert.match(err, /^error\[view_module_failed\].*"absent\.ts"/);
  assert.equal(await read("r.html"), undefined);
  assert.equal(JSON.parse((await read("r.json"))!).ok, true);
});

Deno.test("verify --quiet says nothing of a run that agrees, and of another what is wrong", async () => {
  const agreed = await scan(AGREES, ["--quiet"]);
  assert.deepEqual([agreed.code, agreed.out, agreed.err], [0, "", ""]);
  const refused = await scan(REFUSES, ["--quiet"]);
  assert.equal(refused.code, 1);
  assert.deepEqual(refused.out.split("\n").map((line) => line.split(" ")[0]).filter(Boolean), [
    "✗",
    "Refused:",
  ]);
  assert.match(refused.out, /error\[sorry\]/);
});

Deno.test("verify cannot be both quiet and verbose", async () => {
  const { code, err } = await scan(AGREES, ["--quiet", "--verbose"]);
  assert.equal(code, 2);
  assert.match(err, /^error\[flags_contradict\]/);
});

Deno.test("verify --watch writes no report, which would be of a part of the stages", async () => {
  for (
    const more of [["--format", "json"], ["--out", "r"], ["--report", "json=r"], ["--shard", "1/2"]]
  ) {
    const { code, err } = await scan(AGREES, ["--watch", ...more]);
    assert.equal(code, 2);
    assert.match(
      err,
      new RegExp(`^error\\[flags_contradict\\].*"--watch" cannot be used with "${more[0]}"`),
    );
  }
});

Deno.test("who watches a terminal sees what has ended, though stdout is a document", async () => {
  const { context, out, err } = testContext({ ...AGREES, env: { NO_COLOR: "1" } }, true);
  assert.equal(await runCli(["verify", "--only", "scan", "--format", "json"], context), 0);
  assert.equal(JSON.parse(out.join("")).ok, true);
  assert.match(err.join(""), /✓ scan {7}1 Lean file/);
});
