/** The workflow and the action: linted, pinned, with no more rights than they need. */
import assert from "node:assert/strict";
import { join } from "node:path";
import {
  ACTION,
  type Action,
  type Job,
  readDocument,
  WORKFLOW,
  type Workflow,
} from "./runner/document.ts";
import { isWanted } from "./runner/expression.ts";
import { startRunner } from "./runner/job.ts";
import { runSteps } from "./runner/run.ts";
import { actionlintPath } from "./support/actionlint.ts";
import { REPOSITORY } from "./support/cli.ts";

const workflow = await readDocument<Workflow>(WORKFLOW);
const action = await readDocument<Action>(ACTION);

/** What a linter prints, and its exit code. */
async function lint(program: string, args: readonly string[], stdin = "") {
  const child = new Deno.Command(program, {
    args: [...args],
    cwd: REPOSITORY,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { code, stdout } = await child.output();
  return { code, text: new TextDecoder().decode(stdout) };
}

/** Without its own search: it walks up to a `.git`, which a copy of the sources may lack. */
const actionlint = async (text: string) =>
  await lint(await actionlintPath(), ["-no-color", "-stdin-filename", WORKFLOW, "-"], text);

const shellcheck = (args: readonly string[], stdin?: string) => lint("shellcheck", args, stdin);

Deno.test("actionlint finds nothing in the workflow, and something in a wrong one", async () => {
  const text = await Deno.readTextFile(join(REPOSITORY, WORKFLOW));
  assert.deepEqual(await actionlint(text), { code: 0, text: "" });
  const wrong: [string, string, RegExp][] = [
    ["needs: [verify", "needs: [verifier", /needs job "verifier" which does not exist/],
    ["matrix.shard }}", "matrix.part }}", /property "part" is not defined/],
    ["contents: read", "contents: some", /"some" is invalid as permission of scope "contents"/],
    ["upload-sarif:", "upload-serif:", /input "upload-serif" is not defined in action "lean-gate"/],
    ['[ "$result" != success ]', "[ $result != success ]", /SC2086/],
  ];
  for (const [from, to, finding] of wrong) {
    assert.ok(text.includes(from), from);
    const found = await actionlint(text.replace(from, to));
    assert.equal(found.code, 1);
    assert.match(found.text, finding);
  }
});

const NATIVE = ".github/workflows/native.yml";

Deno.test("the native workflow runs on the pin, the oldest and the newest Lean, on both systems", async () => {
  assert.deepEqual(await actionlint(await Deno.readTextFile(join(REPOSITORY, NATIVE))), {
    code: 0,
    text: "",
  });
  const { permissions, jobs } = await readDocument<Workflow>(NATIVE);
  assert.deepEqual([permissions, jobs.native!.permissions], [{}, { contents: "read" }]);
  assert.deepEqual(jobs.native!.strategy!.matrix, {
    os: ["ubuntu-24.04", "macos-15"],
    lean: ["pin", "v4.28.0", "stable"],
  });
});

Deno.test("choose_lean.sh pins a release, the newest stable one, or keeps the pin", async () => {
  await using runner = await startRunner();
  await Deno.mkdir(join(runner.workspace, "formal"));
  const pin = join(runner.workspace, "formal", "lean-toolchain");
  const choose = async (lean: string, tags: readonly string[] = []) => {
    await Deno.writeTextFile(pin, "leanprover/lean4:v4.30.0\n");
    const bin = join(runner.temp, "bin");
    await Deno.mkdir(bin, { recursive: true });
    const lines = tags.map((tag) => `echo "0\trefs/tags/${tag}"`).join("\n");
    await Deno.writeTextFile(join(bin, "git"), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    const script = `PATH="${bin}:$PATH" bash "$GITHUB_ACTION_PATH/choose_lean.sh"`;
    const { code } = await runner.bash(script, { LEAN: lean });
    return [code, (await Deno.readTextFile(pin)).trim()];
  };
  assert.deepEqual(await choose("pin"), [0, "leanprover/lean4:v4.30.0"]);
  assert.deepEqual(await choose("v4.28.0"), [0, "leanprover/lean4:v4.28.0"]);
  const tags = ["v4.9.0", "v4.35.0", "v4.34.1", "v4.36.0-rc1", "v4.4.0"];
  assert.deepEqual(await choose("stable", tags), [0, "leanprover/lean4:v4.35.0"]);
  assert.deepEqual(await choose("stable"), [3, "leanprover/lean4:v4.30.0"]);
});

Deno.test("shellcheck finds nothing in the action's scripts, and something in a wrong one", async () => {
  const scripts = [...Deno.readDirSync(join(REPOSITORY, "ci"))]
    .filter(({ name }) => name.endsWith(".sh")).map(({ name }) => `ci/${name}`);
  assert.ok(scripts.length >= 4, `${scripts}`);
  assert.deepEqual(await shellcheck(scripts), { code: 0, text: "" });
  const wrong = await shellcheck(["-"], "#!/usr/bin/env bash\ncd $1\n");
  assert.equal(wrong.code, 1);
  assert.match(wrong.text, /SC2086/);
});

/** Lines that use other people's code by a name that they can change. */
function loose(text: string): string[] {
  return text.split("\n").filter((line) => /^\s*(- )?uses:/.test(line))
    .filter((line) => !/uses: (\.\/|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(line));
}

Deno.test("other people's actions are pinned by commit, with the version beside it", async () => {
  for (const file of [ACTION, WORKFLOW, NATIVE]) {
    const text = await Deno.readTextFile(join(REPOSITORY, file));
    assert.ok(text.includes("uses:"));
    assert.deepEqual(loose(text), [], file);
  }
  const tag = "      - uses: actions/checkout@v6";
  assert.deepEqual(loose(`${tag}\n    uses: ./ci`), [tag]);
});

Deno.test("the action sets up the Deno that the README names", async () => {
  const readme = await Deno.readTextFile(join(REPOSITORY, "README.md"));
  const { with: given } = action.runs.steps.find(({ uses }) => uses?.startsWith("denoland/"))!;
  assert.ok(readme.includes(`npx -y deno@${given!["deno-version"]} task verify`));
});

Deno.test("the workflow has no more rights than it needs", () => {
  assert.deepEqual(workflow.permissions, {});
  const rights = Object.entries(workflow.jobs).map(([name, job]) => [name, job.permissions]);
  assert.deepEqual(Object.fromEntries(rights), {
    verify: { contents: "read", "security-events": "write" },
    coverage: { contents: "read", "security-events": "write" },
    smoke: { contents: "read" },
    verified: {},
  });
  for (const name of ["verify", "coverage", "smoke"]) {
    const [checkout] = workflow.jobs[name]!.steps;
    assert.equal(checkout!.with!["persist-credentials"], false);
  }
});

Deno.test("no script takes a value in but as a variable", () => {
  const steps = [...action.runs.steps, ...Object.values(workflow.jobs).flatMap((job) => job.steps)];
  const scripts = steps.flatMap(({ run }) => run === undefined ? [] : [run]);
  assert.ok(scripts.length >= 5);
  assert.deepEqual(scripts.filter((script) => script.includes("${{")), []);
});

Deno.test("the parts are the whole: every shard, and the coverage that no shard judges", () => {
  const { verify, coverage } = workflow.jobs;
  const shards = verify!.strategy!.matrix.shard!;
  assert.ok(shards.length >= 2);
  assert.deepEqual(shards, shards.map((_, i) => `${i + 1}/${shards.length}`));
  assert.equal(verify!.strategy!["fail-fast"], false);
  const inputs = (job: Job) => job.steps.find(({ uses }) => uses === "./ci")!.with!;
  assert.equal(inputs(verify!).shard, "${{ matrix.shard }}");
  assert.deepEqual([inputs(coverage!).only, inputs(coverage!).shard], ["coverage", undefined]);
});

Deno.test("the last job is red unless every part agreed", async () => {
  const { needs, if: condition, steps } = workflow.jobs.verified!;
  assert.deepEqual(needs, Object.keys(workflow.jobs).filter((name) => name !== "verified"));
  await using runner = await startRunner();
  for (const result of ["success", "failure", "cancelled", "skipped"]) {
    const contexts = { needs: { verify: { result: "success" }, coverage: { result } } };
    assert.equal(isWanted(condition, contexts, { failed: result !== "success" }), true, result);
    const ran = await runSteps(runner, steps, contexts);
    assert.equal(ran.failed, result !== "success", result);
    if (ran.failed) assert.match(ran.log, new RegExp(`^::error .*not every part .*${result}`, "i"));
  }
});
