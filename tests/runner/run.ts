/** Goes through the steps of an action or a job as a runner does. Other people's actions do nothing. */
import type { Action, Step } from "./document.ts";
import { type Contexts, interpolate, isWanted } from "./expression.ts";
import type { Runner } from "./job.ts";

/** What became of the steps. */
export interface Ran {
  readonly failed: boolean;
  /** Names of the steps that ran, in order. */
  readonly steps: readonly string[];
  /** What was handed to the actions of other people, by the name of the step. */
  readonly used: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly outputs: Readonly<Record<string, string>>;
  /** What the scripts printed. */
  readonly log: string;
}

/** What the actions of other people come to, by the name of the step; they succeed and tell nothing. */
export type Others = Readonly<
  Record<string, { readonly failed?: boolean; readonly outputs?: Readonly<Record<string, string>> }>
>;

/** A push to the default branch. */
const PUSHED = {
  event_name: "push",
  ref: "refs/heads/main",
  event: { repository: { default_branch: "main" } },
};

/** Runs a composite action with these inputs; it was a push to the default branch unless `github` says else. */
export async function runAction(
  runner: Runner,
  action: Action,
  given: Readonly<Record<string, string>>,
  others: Others = {},
  github: Contexts = PUSHED,
): Promise<Ran> {
  const unknown = Object.keys(given).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`The action has no input "${unknown}"`);
  const defaults = Object.entries(action.inputs)
    .map(([name, input]) => [name, String(input.default)]);
  const inputs = { ...Object.fromEntries(defaults), ...given };
  const ran = await runSteps(runner, action.runs.steps, { inputs, github }, others);
  const outputs = Object.entries(action.outputs)
    .map(([name, { value }]) => [name, interpolate(value, ran.contexts)]);
  return { ...ran, outputs: Object.fromEntries(outputs) };
}

/** Runs steps in order; after one that failed, only those that want to run all the same. */
export async function runSteps(
  runner: Runner,
  steps: readonly Step[],
  given: Contexts,
  others: Others = {},
): Promise<Ran & { readonly contexts: Contexts }> {
  const told: Record<
    string,
    { outputs: Readonly<Record<string, string>>; outcome: "success" | "failure" | "skipped" }
  > = {};
  const contexts = { runner: { os: "Linux", arch: "X64" }, ...given, steps: told };
  const [names, logs]: string[][] = [[], []];
  const used: Record<string, Record<string, string>> = {};
  let failed = false;
  for (const step of steps) {
    if (!isWanted(step.if, contexts, { failed })) {
      if (step.id !== undefined) told[step.id] = { outputs: {}, outcome: "skipped" };
      continue;
    }
    const name = step.name ?? step.uses ?? step.run!;
    names!.push(name);
    if (step.uses !== undefined) {
      used[name] = strings(step.with, contexts);
      const { failed: fails = false, outputs = {} } = others[name] ?? {};
      if (step.id !== undefined) {
        told[step.id] = { outputs, outcome: fails ? "failure" : "success" };
      }
      if (fails && step["continue-on-error"] !== true) failed = true;
      continue;
    }
    if (step.shell !== undefined && step.shell !== "bash") throw new Error(`Shell "${step.shell}"`);
    // The script stands in the file as it runs: a value can only come in as a variable.
    if (step.run!.includes("${{")) {
      throw new Error(`Step "${name}" has an expression in its script`);
    }
    const { code, log, outputs } = await runner.bash(step.run!, strings(step.env, contexts));
    logs!.push(log);
    if (step.id !== undefined) {
      told[step.id] = { outputs, outcome: code === 0 ? "success" : "failure" };
    }
    if (code !== 0) failed = true;
  }
  return { failed, steps: names!, used, outputs: {}, log: logs!.join(""), contexts };
}

function strings(
  values: Readonly<Record<string, unknown>> = {},
  contexts: Contexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, interpolate(String(value), contexts)]),
  );
}
