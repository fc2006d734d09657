/**
 * Tasks with dependencies and four workers at once, in two runs on one store: forty, or as many as
 * STRESS_TASKS says. By seed, workers land, fail, hang, die, or are killed, and the journal is compacted
 * meanwhile. Every task ends as was planned for its attempts, each landing is there exactly once, and the
 * engines agree. On a slow machine a worker may be silent for too long without a plan: it then counts as one
 * that hangs.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { mersenne } from "pure-rand/generator/mersenne";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { reduce } from "../src/lifecycle/reduce.ts";
import { CLASSES } from "../src/lifecycle/value.ts";
import { denoHost } from "../src/platform/host/deno.ts";
import { compact } from "../src/service/compact.ts";
import { finish } from "../src/service/finish.ts";
import { init } from "../src/service/init.ts";
import { overview } from "../src/service/overview.ts";
import { runAll } from "../src/service/run.ts";
import { readJournal } from "../src/service/journal.ts";
import { readWhole } from "../src/service/segments.ts";
import { openService } from "../src/service/service.ts";
import { declare, kill } from "../src/service/tasks.ts";
import { tracesOf } from "../src/service/trace.ts";
import { cli, REPOSITORY } from "./support/cli.ts";

const TASKS = Number(Deno.env.get("STRESS_TASKS") ?? 40);
/** How many landings come between compactions. */
const COMPACTED = TASKS / 5;
const RETRIES = 2;

/** What workers do, by how many of eighteen. Only a kill costs no retry. */
const FATES = Object.entries({ lands: 10, "lands-7": 2, fails: 2, hangs: 1, dies: 1, killed: 2 })
  .flatMap(([fate, count]) => Array<string>(count).fill(fate));

const WORKER = `
fate=$(echo "$1" | cut -d ' ' -f "$(echo "$LIFECYCLE_KEY" | cut -d , -f 4)")
case $fate in
lands*)
  echo "$LIFECYCLE_KEY" > "$LIFECYCLE_TASK" && git add . || exit 9
  git commit --quiet --message="$LIFECYCLE_TASK" || exit 8
  echo "finish $LIFECYCLE_KEY"
  until [ -e "$LIFECYCLE_STORE/../go/$LIFECYCLE_KEY" ]; do echo waiting; sleep 0.1; done
  [ "$fate" = lands ] || exit 7 ;;
fails) exit 3 ;;
hangs) exec sleep 600 ;;
dies) kill -s KILL $$ ;;
killed) echo "kill $LIFECYCLE_TASK"; while :; do echo waiting; sleep 0.1; done ;;
esac
`;

interface Plan {
  readonly name: string;
  readonly after: readonly string[];
  readonly fates: readonly string[];
}

/** The tasks of a seed: each comes after up to two of the ten before it. */
function plansOf(seed: number): readonly Plan[] {
  const random = mersenne(seed);
  const below = (count: number) => uniformInt(random, 0, count - 1);
  return Array.from({ length: TASKS }, (_, at) => {
    const near = Array.from({ length: below(3) }, () => at - 1 - below(10)).filter((i) => i >= 0);
    return {
      name: `task-${at + 1}`,
      after: [...new Set(near)].map((i) => `task-${i + 1}`),
      fates: Array.from({ length: 12 }, () => FATES[below(FATES.length)]!),
    };
  });
}

/** What each task comes to, by the plan and what was silent: its state, and how many attempts it takes. */
function expected(
  plans: readonly Plan[],
  silent: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const ends = new Map<string, string>();
  for (const { name, after, fates } of plans) {
    if (after.some((dep) => !ends.get(dep)!.startsWith("done"))) {
      ends.set(name, "blocked 0");
      continue;
    }
    let [attempts, retries] = [0, RETRIES];
    for (;;) {
      const planned = fates[attempts++]!;
      const fate = silent.has(`${name} ${attempts}`) ? "hangs" : planned;
      if (planned === "hangs") assert.ok(silent.has(`${name} ${attempts}`), `${name} ${attempts}`);
      if (fate.startsWith("lands")) {
        ends.set(name, `done ${attempts}`);
        break;
      }
      if (fate === "killed") continue;
      if (retries-- === 0) {
        ends.set(name, `failed ${attempts}`);
        break;
      }
    }
  }
  return ends;
}

Deno.test("tasks under stress end as planned, land once, and every engine agrees", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const root = await Deno.realPath(await host.files.tempDir("lifecycle-stress"));
  const repository = join(root, "repository");
  const git = async (...args: string[]) => {
    const done = await host.run({ argv: ["git", ...args], cwd: repository, env: IDENTITY });
    assert.equal(done.code, 0, done.stderr);
    return done.stdout;
  };
  await host.files.mkdir(repository);
  await host.files.mkdir(join(root, "go"));
  await git("init", "--quiet", "--initial-branch=main");
  await git("commit", "--quiet", "--allow-empty", "--message=Begin");
  const choices = { store: join(root, "store"), repository, branch: "integration", graph: 1 };
  const store = await init(host, choices);
  const opening = { reduce, purpose: "stress", waitMs: 300_000 };
  const plans = plansOf(18);
  {
    using service = await openService(host, store, opening);
    for (const { name, after, fates } of plans) {
      const command = ["sh", "-c", WORKER, "worker", fates.join(" ")] as const;
      await declare(service, { name, after, retries: RETRIES, command });
    }
  }

  const acts: Promise<unknown>[] = [];
  const refused: string[] = [];
  let finished = 0;
  async function act(line: string): Promise<void> {
    const [what, subject = ""] = line.split(" ");
    if (what === "kill") {
      using service = await openService(host, store, opening);
      await kill(service, subject);
    } else if (what === "finish") {
      const [graph, task, generation, attempt, fence] = subject.split(",").map(Number);
      const key = { graph, task, generation, attempt, fence } as Record<string, number>;
      {
        using service = await openService(host, store, opening);
        const result = await finish(service, key as never, { contract: "land" }, reduce);
        if (!result.accepted) refused.push(subject);
      }
      await host.files.writeAtomic(join(root, "go", subject), "");
      if (++finished % COMPACTED === 0) await compact(host, store, opening);
    }
  }
  const run = () =>
    runAll(host, store, opening, {
      jobs: 2,
      retry: CLASSES,
      drain: new AbortController().signal,
      heartbeatMs: 15_000,
      outputBytes: 4096,
      onLine: (_task, line) => void acts.push(act(line)),
      onRecorded() {},
    });
  // Git commits in the workers' name.
  for (const [name, value] of Object.entries(IDENTITY)) Deno.env.set(name, value);
  await Promise.all([run(), run()]);
  await Promise.all(acts);

  const { ledger, recovery } = await readJournal(host, store, reduce);
  const { tasks } = await overview(host, store, ledger, recovery);
  const ends = new Map(tasks.map((t) => [t.name, `${t.state} ${t.attempts}`]));
  const whole = await readWhole(host, store, reduce);
  const effects = whole.entries.flatMap(({ decision: [, ...effects] }) => effects);
  const silent = effects.flatMap((it) =>
    it.type === "attemptFailed" && it.class === "fault" ? [it.key] : []
  );
  const attempts = silent.map(([, task, , attempt]) => `${ledger.taskNames.get(task)} ${attempt}`);
  assert.deepEqual(ends, expected(plans, new Set(attempts)));
  const silentKeys = silent.map((key) => key.join(","));
  assert.deepEqual(refused.filter((key) => !silentKeys.includes(key)), []);
  const done = tasks.filter(({ state }) => state === "done").map(({ name }) => name);
  assert.ok(done.length > TASKS / 2 && done.length < TASKS, `${done.length} done`);

  // Each landing once, by git, by the journal, and by the graph.
  const files = (await git("ls-tree", "--name-only", "integration")).trim().split("\n");
  assert.deepEqual(files.sort(), [...done].sort());
  const commits = await git("log", "--no-merges", "--format=%s", "main..integration");
  assert.deepEqual(commits.trim().split("\n").sort(), [...done].sort());
  const succeeded = effects.flatMap((it) => it.type === "succeeded" ? [it.key[1]] : []);
  assert.deepEqual([succeeded.length, new Set(succeeded).size], [done.length, done.length]);
  const graph = (await host.files.readText(store.graph))!.trim().split("\n");
  const shown = graph.map((row) => JSON.parse(row)).filter(({ status }) => status === "done");
  assert.deepEqual(shown.map(({ name }) => name), done);
  assert.deepEqual((await git("worktree", "list")).trim().split("\n").length, 1 + kept(tasks));

  // TypeScript and Rust decide as the service did, through every checkpoint, to the same states.
  assert.equal(whole.checkpoints.length, Math.floor(finished / COMPACTED));
  const trace = join(root, "trace.ndjson");
  const lines = tracesOf(whole).map((trace) => JSON.stringify(trace) + "\n");
  await host.files.writeAtomic(trace, lines.join(""));
  const segments = (await host.files.list(store.segments) ?? []).map(({ name }) =>
    join(store.segments, name)
  );
  for (const paths of [[trace], [...segments, store.journal]]) {
    const { code, stdout, stderr } = await cli(["replay", ...paths], REPOSITORY);
    assert.equal(code, 0, stdout + stderr);
  }
});

/** A failed attempt's worktree is kept for a look. */
function kept(tasks: readonly { readonly state: string }[]): number {
  return tasks.filter(({ state }) => state === "failed").length;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: "worker",
  GIT_AUTHOR_EMAIL: "worker@localhost",
  GIT_COMMITTER_NAME: "worker",
  GIT_COMMITTER_EMAIL: "worker@localhost",
  GIT_CONFIG_GLOBAL: "/dev/null",
};
