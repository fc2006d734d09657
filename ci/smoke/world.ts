/**
 * What a scenario plays in: a folder with a git repository, a store, and the candidate, as real
 * processes.
 */
import assert from "node:assert/strict";
import { join } from "node:path";

/** How a process ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A record of the journal, as `log --format json` prints it. */
export interface LogEntry {
  readonly seq: number;
  readonly event: { readonly type: string; readonly [field: string]: unknown };
  readonly decision: readonly [
    string,
    ...{ readonly type: string; readonly [field: string]: unknown }[],
  ];
  readonly facts?: { readonly [field: string]: unknown };
}

/** A task, as `status --json` prints it. */
export interface TaskStatus {
  readonly name: string;
  readonly status: string;
  readonly state: string;
  readonly phase: string | null;
  readonly waitsFor: readonly { readonly task: string; readonly state: string }[];
  readonly worker: { readonly state: string; readonly pid: number | null } | null;
  readonly generation: number;
  readonly attempts: number;
  readonly retries: number;
  readonly result: string | null;
}

/** See above. */
export interface World {
  readonly root: string;
  readonly repository: string;
  readonly store: string;
  /** Runs a program, in the world's root unless told otherwise. */
  run(program: string, args: string[], cwd?: string): Promise<Ended>;
  /** Runs the candidate. */
  lifecycle(...args: string[]): Promise<Ended>;
  /** Runs the candidate, which must end with exit code 0. */
  ok(...args: string[]): Promise<string>;
  /** Runs git in the repository, which must succeed. */
  git(...args: string[]): Promise<string>;
  /** Writes an executable shell script; `$LIFECYCLE` is the candidate there. Returns its path. */
  script(name: string, ...lines: string[]): Promise<string>;
  /** Copies repository and store to a folder; `restore` puts them back. */
  save(folder: string): Promise<void>;
  restore(folder: string): Promise<void>;
  /** Adds to the environment of the processes that are started from now on. */
  setEnv(name: string, value: string): void;
  status(task: string): Promise<TaskStatus>;
  log(): Promise<readonly LogEntry[]>;
  /** How many effects of this type the journal has. */
  count(effect: string): Promise<number>;
  /** Commits on the integration branch since it was begun. */
  landed(): Promise<number>;
}

/** Commits are the same in every run. */
const GIT_ENV = {
  GIT_AUTHOR_NAME: "worker",
  GIT_AUTHOR_EMAIL: "worker@localhost",
  GIT_AUTHOR_DATE: "1767225600 +0000",
  GIT_COMMITTER_NAME: "worker",
  GIT_COMMITTER_EMAIL: "worker@localhost",
  GIT_COMMITTER_DATE: "1767225600 +0000",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

/** Makes the world in an empty folder: a repository with one commit, and a store beside it. */
export async function makeWorld(root: string, candidate: string): Promise<World> {
  const [repository, store] = [join(root, "repository"), join(root, "store")];
  const env: Record<string, string> = {
    ...GIT_ENV,
    LIFECYCLE: candidate,
    LIFECYCLE_STORE: store,
    NO_COLOR: "1",
  };
  const run = (program: string, args: string[], cwd = root) => end(program, args, cwd, env);
  const must = async (program: string, args: string[], cwd?: string): Promise<string> => {
    const { code, stdout, stderr } = await run(program, args, cwd);
    assert.equal(code, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
    return stdout;
  };
  const world: World = {
    root,
    repository,
    store,
    run,
    lifecycle: (...args) => run(candidate, args),
    ok: (...args) => must(candidate, args),
    git: (...args) => must("git", args, repository),
    async script(name, ...lines) {
      const path = join(root, name);
      await Deno.writeTextFile(path, ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
      return path;
    },
    async save(folder) {
      await Deno.mkdir(folder);
      await must("cp", ["-a", repository, store, folder]);
    },
    async restore(folder) {
      await must("rm", ["-rf", repository, store]);
      await must("cp", ["-a", join(folder, "repository"), join(folder, "store"), root]);
    },
    setEnv(name, value) {
      env[name] = value;
    },
    async status(task) {
      const { tasks } = JSON.parse(await world.ok("status", "--json"));
      const found = (tasks as TaskStatus[]).find(({ name }) => name === task);
      assert(found !== undefined, `no task "${task}"`);
      return found;
    },
    async log() {
      const lines = (await world.ok("log", "--format", "json")).trim().split("\n");
      return lines.map((line) => JSON.parse(line) as LogEntry);
    },
    async count(effect) {
      const entries = await world.log();
      return entries.flatMap(({ decision: [, ...effects] }) => effects)
        .filter(({ type }) => type === effect).length;
    },
    async landed() {
      return Number(await world.git("rev-list", "--count", "main..integration"));
    },
  };
  await Deno.mkdir(repository);
  await must("git", ["init", "--quiet", "--initial-branch=main", "."], repository);
  await Deno.writeTextFile(join(repository, "README"), "A project\n");
  await must("git", ["add", "README"], repository);
  await must("git", ["commit", "--quiet", "--message=Begin"], repository);
  await must(candidate, ["init", "--store", store, "--repository", repository]);
  return world;
}

async function end(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Ended> {
  const command = new Deno.Command(program, { args, cwd, env, stdin: "null" });
  const { code, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** Verdicts of the events of a type, in order. */
export function verdicts(entries: readonly LogEntry[], type: string): readonly string[] {
  return entries.filter(({ event }) => event.type === type).map(({ decision: [verdict] }) =>
    verdict
  );
}

/** Asserts that the task succeeded exactly once, by every account. */
export async function assertDoneOnce(
  world: World,
  task: string,
  disposition: string,
): Promise<void> {
  const { status, phase } = await world.status(task);
  assert.deepEqual({ status, phase }, { status: "done", phase: "cleaned" });
  const entries = await world.log();
  const effects = entries.flatMap(({ decision: [, ...effects] }) => effects);
  const succeeded = effects.filter(({ type }) => type === "succeeded");
  assert.deepEqual(succeeded.map((effect) => effect.disposition), [disposition]);
  const done = entries.filter(({ decision: [, ...effects] }) =>
    effects.some(({ type }) => type === "projectDone")
  );
  // A crash may leave the display behind, which is then repaired: an observation, no second success.
  const [first, ...repairs] = done.map(({ event, decision: [verdict] }) =>
    `${event.type} ${verdict}`
  );
  assert.equal(first, "CleanupRecorded applied");
  assert(
    repairs.every((it) =>
      / observed\((projectionContradiction|converging|afterSuccess)\)$/.test(it)
    ),
    "one Done",
  );
  assert.equal(effects.filter(({ type }) => type === "attemptFailed").length, 0, "no failure");
  const graph = await Deno.readTextFile(join(world.store, "graph.jsonl"));
  const row = graph.trim().split("\n").map((line) => JSON.parse(line)).find(({ name }) =>
    name === task
  );
  assert.equal(row.status, "done", "the projection");
}
