/**
 * Runs the whole workflow on a clean clone of this repository, then once more with a divergence planted in
 * the TypeScript reducer: `deno task test:workflow`. It takes long, for it builds every proof; `--warm`
 * starts from what is built here, as a run does that finds it kept.
 */
import { join } from "node:path";
import process from "node:process";
import { taskArguments } from "../../ci/arguments.ts";
import { denoHost } from "../../src/platform/host/deno.ts";
import { installStandin } from "../standin/install.ts";
import { REPOSITORY } from "../support/cli.ts";
import { ACTION, type Action, readDocument, WORKFLOW, type Workflow } from "./document.ts";
import { type Runner, startRunner } from "./job.ts";
import { type RanJob, runWorkflow } from "./workflow.ts";

const RULE = "src/lifecycle/rule.ts";
const GITHUB = { event_name: "push", ref: "refs/heads/main", repository: "lean-gate/lean-gate" };

const { values: { warm, log } } = taskArguments({
  usage: "deno task test:workflow [--warm] [--log]",
  options: {
    warm: { type: "boolean", default: false },
    log: { type: "boolean", default: false },
  },
});
const workflow = await readDocument<Workflow>(WORKFLOW);
const action = await readDocument<Action>(ACTION);
await using owned = denoHost(new AbortController().signal);
await using runner = await startRunner();
await installStandin(owned.host, runner.elanHome);
await run("git", "clone", "--quiet", REPOSITORY, runner.workspace);
if (warm) {
  await run("cp", "-a", join(REPOSITORY, "formal", ".lake"), join(runner.workspace, "formal"));
}
process.exitCode = await green(runner) && await red(runner) ? 0 : 1;

async function green(runner: Runner): Promise<boolean> {
  const jobs = await runWorkflow(runner, workflow, action, GITHUB, told);
  return expect(jobs.length > 3, "several jobs") &&
    jobs.every((job) => expect(!job.failed && annotations(job).length === 0, `${job.name} green`));
}

async function red(runner: Runner): Promise<boolean> {
  const rule = join(runner.workspace, RULE);
  const text = await Deno.readTextFile(rule);
  const [right, wrong] = ['observe(t, "lateCommit", [])', 'observe(t, "afterSuccess", [])'];
  if (!text.includes(right)) throw new Error(`"${RULE}" has no "${right}"`);
  await Deno.writeTextFile(rule, text.replace(right, wrong));
  const jobs = await runWorkflow(runner, workflow, action, GITHUB, told);
  const shards = jobs.filter(({ name }) => name.startsWith("verify "));
  const summary = await runner.summary();
  return shards.every((job) => expect(job.failed, `${job.name} red`)) &&
    expect(jobs.at(-1)!.failed, "the last job red") &&
    shards.every((job) => {
      const line = annotations(job).find((it) => it.includes("title=divergence::"));
      const place = /^::error file=fixtures\/traces\/\w+\.ndjson,line=\d+,/;
      return expect(place.test(line ?? ""), `${job.name}: annotation on the trace's line: ${line}`);
    }) &&
    expect(/<details open>.*divergence.*typescript/.test(summary), "the summary names it");
}

function annotations({ log }: RanJob): string[] {
  return log.split("\n").filter((line) => line.startsWith("::error"));
}

function told(job: RanJob): void {
  console.log(`${job.failed ? "red  " : "green"} ${job.name}`);
  if (log) console.log(job.log);
}

function expect(holds: boolean, what: string): boolean {
  console.log(`${holds ? "ok" : "FAILED"} ${what}`);
  return holds;
}

async function run(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  if (!success) throw new Error(`Failed to run ${program}: ${new TextDecoder().decode(stderr)}`);
}
