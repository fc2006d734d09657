/** What people and schedulers do to tasks. */
import { GateError } from "../platform/diagnostic.ts";
import type { Decision } from "../lifecycle/decision.ts";
import type { TaskAct } from "../lifecycle/event.ts";
import { type Task, tasksOf } from "../lifecycle/state.ts";
import type { Fault, Key, Status } from "../lifecycle/value.ts";
import { commitOf } from "./git.ts";
import { drive, tidy } from "./drive.ts";
import type { Argv } from "./facts.ts";
import { taskNamed } from "./ledger.ts";
import { act, onTask, type Service } from "./service.ts";
import { makeWorktree, refuseTaken, worktreeFact } from "./worktree.ts";
import { type Repository, repositoryOf } from "./world.ts";

/** What a task is named: also part of file names, where a dot ends it. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A task to declare. */
export interface Declaration {
  readonly name: string;
  /** Names of tasks declared earlier. */
  readonly after: readonly string[];
  readonly retries: number;
  /** What its worker is, for `lifecycle run`. */
  readonly command?: Argv;
}

/** Declares a task. */
export async function declare(service: Service, declaration: Declaration): Promise<Decision> {
  const { name, command } = declaration;
  return await service.record(
    { type: "taskDeclared", ...newTask(service, declaration) },
    { name, ...(command === undefined ? {} : { command }) },
  );
}

/** An older record of a task. */
export interface Legacy extends Declaration {
  readonly status: Status;
}

/**
 * Imports older records: all of them, or none when one is malformed. Throws GateError `task_name`,
 * `task_unknown`, `task_exists`, `dependency_repeated` (usage).
 */
export async function importAll(
  service: Service,
  records: readonly Legacy[],
  trusted: boolean,
): Promise<void> {
  const known = new Set(service.ledger.taskIds.keys());
  for (const { name, after } of records) {
    checkNames(name, after);
    const lacking = after.find((dep) => !known.has(dep));
    if (lacking !== undefined) {
      throw new GateError("usage", {
        code: "task_unknown",
        message: `Task "${name}" is to come after "${lacking}", which is not declared by then`,
        hint: "Put its record before those that come after it. Nothing was imported.",
      });
    }
    if (known.has(name)) {
      throw new GateError("usage", {
        code: "task_exists",
        message: `Task "${name}" is declared already, or twice in the file`,
        hint: "Take its record out. Nothing was imported.",
      });
    }
    known.add(name);
  }
  for (const record of records) await importLegacy(service, record, trusted);
}

/** Imports what an older record says of a task; nothing stands behind it but that record. */
export async function importLegacy(
  service: Service,
  record: Legacy,
  trusted: boolean,
): Promise<Decision> {
  const { status, name } = record;
  return await service.record(
    { type: "legacyImported", ...newTask(service, record), status, trusted },
    { name },
  );
}

function newTask({ ledger }: Service, { name, after, retries }: Declaration) {
  checkNames(name, after);
  const deps = after.map((dep) => taskNamed(ledger, dep).id);
  // A name that is taken is for the reducer to refuse, under the number that it has.
  const task = ledger.taskIds.get(name) ?? tasksOf(ledger.state).length + 1;
  return { task, deps, retries };
}

function checkNames(name: string, after: readonly string[]): void {
  if (!NAME.test(name)) {
    throw new GateError("usage", {
      code: "task_name",
      message: `Task name "${name}" is not one`,
      hint:
        "A name has at most 64 of a-z, 0-9, underscore and dash, and begins with a letter or digit.",
    });
  }
  const repeated = after.find((dep, at) => after.indexOf(dep) !== at);
  if (repeated !== undefined) {
    throw new GateError("usage", {
      code: "dependency_repeated",
      message: `Task "${name}" is to come after "${repeated}" twice`,
      hint: "Name each dependency once.",
    });
  }
}

/** The key that the next claim of a task has. */
export function nextKey({ ledger }: Service, t: Task): Key {
  return {
    graph: ledger.graph,
    task: t.id,
    generation: t.generation,
    attempt: t.attempts + 1,
    fence: t.fence + 1,
  };
}

/**
 * Claims a task and makes the attempt's worktree. When that cannot be made, the attempt is released
 * and the failure thrown. Throws GateError `branch_missing`, `worktree_in_the_way` (set-up) before
 * anything is recorded.
 */
export async function claim(service: Service, key: Key, supervised: boolean): Promise<Decision> {
  const repository = repositoryOf(service);
  const base = repository && await startOf(repository);
  if (base !== undefined) await refuseTaken(service, key);
  const decision = await service.record({ type: "attemptClaimed", key }, {
    ...(base === undefined ? {} : { worktree: worktreeFact(service, key), base }),
    ...(supervised ? { supervised } : {}),
  });
  if (decision.verdict.type !== "applied" || base === undefined) return decision;
  try {
    await makeWorktree(service, key, base);
  } catch (cause) {
    await release(service, key, "The worktree could not be made");
    throw cause;
  }
  return decision;
}

/**
 * The commit that an attempt starts at. Without one there would be no worktree, and the worker
 * would run wherever we do.
 */
async function startOf({ git, folder, branch }: Repository): Promise<string> {
  const base = await commitOf(git, branch);
  if (base !== undefined) return base;
  // A repository that git does not find is told by git.
  await git.out("rev-parse", "--git-dir");
  throw new GateError("setup", {
    code: "branch_missing",
    message: `Failed to begin an attempt: the repository "${folder}" has no branch "${branch}"`,
    hint: `Nothing was recorded. Make the branch anew with "git update-ref ${branch} COMMIT".`,
  });
}

/** Gives an attempt back that never began. */
export async function release(service: Service, key: Key, reason: string): Promise<void> {
  await drive(service, await act(service, key, { type: "attemptReleased" }, { reason }));
  await tidy(service, key);
}

/** The worker, or its provider, says that the attempt has failed. */
export async function fail(
  service: Service,
  key: Key,
  { fault, reason }: { readonly fault?: Fault; readonly reason?: string },
): Promise<Decision> {
  const decision = await act(
    service,
    key,
    fault === undefined ? { type: "failRequested" } : { type: "providerFault", fault },
    reason === undefined ? undefined : { reason },
  );
  await drive(service, decision);
  return decision;
}

/** Kills a task's current attempt. Throws GateError `attempt_missing` (usage) when there is none. */
export async function kill(service: Service, name: string): Promise<Decision> {
  const t = taskNamed(service.ledger, name);
  if (t.current === null) {
    throw new GateError("usage", {
      code: "attempt_missing",
      message: `Task "${name}" has no attempt to kill: it is ${t.status}`,
      hint: '"lifecycle status" shows which tasks are active.',
    });
  }
  const decision = await act(service, t.current.key, { type: "killRequested" });
  await drive(service, decision);
  return decision;
}

/** Reports that a worker without a supervisor has ended. */
export async function exited(service: Service, key: Key, code: number): Promise<Decision> {
  const decision = await act(service, key, { type: "processExited", role: "worker", code });
  await drive(service, decision);
  return decision;
}

/** Asks something of a task in its present generation, and carries out what comes of it. */
export async function request(service: Service, name: string, act: TaskAct): Promise<Decision> {
  const decision = await onTask(service, taskNamed(service.ledger, name).id, act);
  await drive(service, decision);
  return decision;
}

/** Gives a task up; it can be reopened. */
export async function abandon(service: Service, name: string): Promise<Decision> {
  return await request(service, name, { type: "abandonRequested" });
}

/** Opens the next generation of a failed task. */
export async function retry(service: Service, name: string): Promise<Decision> {
  return await request(service, name, { type: "retryRequested" });
}

/** Lets a task begin without one of its dependencies. */
export async function waive(service: Service, name: string, dep: string): Promise<Decision> {
  const { id } = taskNamed(service.ledger, dep);
  return await request(service, name, { type: "dependencyWaived", dep: id });
}
