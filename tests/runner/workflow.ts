/** Goes through a workflow: every job with every value of its matrix, in an own checkout's folder. */
import type { Action, Job, Workflow } from "./document.ts";
import { type Contexts, interpolate, isWanted } from "./expression.ts";
import type { Runner } from "./job.ts";
import { type Ran, runAction, runSteps } from "./run.ts";

/** A job that ran. */
export interface RanJob extends Ran {
  /** Name of the job, with the values of its matrix. */
  readonly name: string;
}

/** Runs all jobs in the order in which they stand; `action` is what `./ci` stands for. */
export async function runWorkflow(
  runner: Runner,
  workflow: Workflow,
  action: Action,
  github: Contexts,
  report: (job: RanJob) => void,
): Promise<RanJob[]> {
  const ran: RanJob[] = [];
  const needs: Record<string, { result: string }> = {};
  for (const [id, job] of Object.entries(workflow.jobs)) {
    const contexts = { github, needs: { ...needs } };
    const failed = Object.values(needs).some(({ result }) => result !== "success");
    if (!isWanted(job.if, contexts, { failed: job.needs !== undefined && failed })) {
      needs[id] = { result: "skipped" };
      continue;
    }
    const env = Object.entries(workflow.env ?? {})
      .map(([name, value]) => [name, interpolate(value, contexts)]);
    needs[id] = { result: "success" };
    for (const matrix of matrixOf(job)) {
      const all = { ...contexts, matrix, env: Object.fromEntries(env) };
      const name = [id, ...Object.values(matrix)].join(" ");
      const done = { name, ...await runJob(runner, job, action, all) };
      report(done);
      ran.push(done);
      if (done.failed) needs[id] = { result: "failure" };
    }
  }
  return ran;
}

/** The steps of one job; the action's own come where it is used. */
async function runJob(runner: Runner, job: Job, action: Action, contexts: Contexts): Promise<Ran> {
  const used = job.steps.find(({ uses }) => uses === "./ci");
  if (used === undefined) return await runSteps(runner, job.steps, contexts);
  const given = Object.entries(used.with ?? {})
    .map(([name, value]) => [name, interpolate(String(value), contexts)]);
  return await runAction(runner, action, Object.fromEntries(given));
}

function matrixOf({ strategy }: Job): Record<string, string>[] {
  let rows: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(strategy?.matrix ?? {})) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })));
  }
  return rows;
}
