/** Where everything stands, in the words that text and JSON share. */
import { z } from "zod";
import type { Host } from "../platform/host/host.ts";
import {
  isWaived,
  lastClosed,
  satisfiedIn,
  type Task,
  tasksOf,
  waivedOf,
} from "../lifecycle/state.ts";
import { STATUSES } from "../lifecycle/value.ts";
import { rowOf } from "./graph.ts";
import { attemptName, type Ledger, nameOf } from "./ledger.ts";
import { ownerOf, type Ownership, ownershipOf } from "./owner.ts";
import type { Recovery } from "./recover.ts";
import type { Store } from "./store.ts";

/** What a task is, in one word. */
export const TASK_STATES = [
  "ready",
  "waiting",
  "blocked",
  "active",
  "done",
  "failed",
  "abandoned",
] as const;

/** See above. `waiting` ends by itself; `blocked` needs an operator. */
export type TaskState = typeof TASK_STATES[number];

const WaitSchema = z.strictObject({
  task: z.string(),
  state: z.enum(TASK_STATES),
}).describe("A task that must be done first, and what it is");

const HoldSchema = z.strictObject({
  generation: z.int(),
  attempt: z.int(),
  receipt: z.int(),
  result: z.string().nullable(),
});

const WorkerSchema = z.strictObject({
  state: z.enum(["supervised", "orphaned", "gone", "unknown"]).describe(
    "orphaned: it runs, and its supervisor is gone",
  ),
  pid: z.int().nullable(),
});

const TaskSchema = z.strictObject({
  task: z.int().describe("Its number, as events name it"),
  name: z.string(),
  state: z.enum(TASK_STATES),
  status: z.enum(STATUSES).describe("The reducer's own truth"),
  legacy: z.enum(["trusted", "untrusted"]).nullable().describe("Imported, and never claimed"),
  phase: z.string().nullable().describe("Where its current attempt stands"),
  failure: z.string().nullable().describe("Why its current attempt failed"),
  generation: z.int(),
  attempts: z.int(),
  retries: z.int().describe("Retries that are left"),
  after: z.array(z.string()).describe("The tasks that it comes after"),
  waived: z.array(z.string()).describe("Those of them that it need not wait for"),
  waitsFor: z.array(WaitSchema),
  waitsForWorker: z.boolean().describe("The worker of its last attempt is not known to have ended"),
  held: HoldSchema.nullable().describe("A late acceptance that an operator must look at"),
  worker: WorkerSchema.nullable(),
  receipt: z.int().nullable(),
  result: z.string().nullable().describe("What the receipt stands for"),
});

/** The schema of `lifecycle status --json`. */
export const StatusSchema = z.strictObject({
  schema: z.literal("lifecycle/status/2"),
  graph: z.int(),
  branch: z.string().nullable(),
  records: z.int(),
  torn: z.int().describe("Bytes of a last record that is torn, or being written"),
  counts: z.strictObject(
    Object.fromEntries(TASK_STATES.map((state) => [state, z.int()])) as Record<TaskState, z.ZodInt>,
  ),
  tasks: z.array(TaskSchema),
});

/** Where everything stands. */
export type Status = z.infer<typeof StatusSchema>;
/** Where a task stands. */
export type TaskStatus = Status["tasks"][number];

/** Tells where everything stands. Takes no lock. */
export async function overview(
  host: Host,
  store: Store,
  ledger: Ledger,
  { torn }: Pick<Recovery, "torn">,
): Promise<Status> {
  const states = statesOf(ledger);
  const tasks: TaskStatus[] = [];
  for (const t of tasksOf(ledger.state)) {
    tasks.push(statusOf(ledger, t, states, await workerOf(host, store, ledger, t)));
  }
  const count = (state: TaskState) => tasks.filter((t) => t.state === state).length;
  return {
    schema: "lifecycle/status/2",
    graph: ledger.graph,
    branch: ledger.settings.branch,
    records: ledger.seq,
    torn,
    counts: Object.fromEntries(TASK_STATES.map((s) => [s, count(s)])) as Status["counts"],
    tasks,
  };
}

/** What each task is. A task comes after tasks that were declared earlier. */
function statesOf(ledger: Ledger): ReadonlyMap<number, TaskState> {
  const states = new Map<number, TaskState>();
  for (const t of tasksOf(ledger.state)) {
    states.set(t.id, t.status === "open" ? openState(ledger, t, states) : t.status);
  }
  return states;
}

function openState(
  ledger: Ledger,
  t: Task,
  states: ReadonlyMap<number, TaskState>,
): TaskState {
  if (t.held !== null) return "blocked";
  if (t.ready) return "ready";
  const stuck = unsatisfied(ledger, t).some((dep) =>
    ["blocked", "failed", "abandoned", "done"].includes(states.get(dep)!)
  );
  return stuck ? "blocked" : "waiting";
}

/** The dependencies that are not satisfied; a legacy Done that is not trusted is one of them. */
function unsatisfied({ state }: Ledger, t: Task): readonly number[] {
  return t.deps.filter((dep) => !isWaived(t, dep) && !satisfiedIn(state.tasks, dep));
}

function statusOf(
  ledger: Ledger,
  t: Task,
  states: ReadonlyMap<number, TaskState>,
  worker: TaskStatus["worker"],
): TaskStatus {
  const { receipt, result, deps } = rowOf(ledger, t);
  const phase = t.current?.phase;
  const waits = t.status === "open" ? unsatisfied(ledger, t) : [];
  return {
    task: t.id,
    name: nameOf(ledger, t.id),
    state: states.get(t.id)!,
    status: t.status,
    legacy: t.origin.type === "legacy" && t.attempts === 0
      ? t.origin.trusted ? "trusted" : "untrusted"
      : null,
    phase: phase?.type ?? null,
    failure: phase?.type === "failed" ? phase.class : null,
    generation: t.generation,
    attempts: t.attempts,
    retries: t.retries,
    after: [...deps],
    waived: waivedOf(t).map((dep) => nameOf(ledger, dep)),
    waitsForWorker: t.status === "open" && (lastClosed(t)?.worker ?? "gone") !== "gone",
    held: t.held && {
      generation: t.held.key.generation,
      attempt: t.held.key.attempt,
      receipt: t.held.receipt,
      result: ledger.receipts.get(t.held.receipt) ?? null,
    },
    waitsFor: waits.map((dep) => ({ task: nameOf(ledger, dep), state: states.get(dep)! })),
    worker,
    receipt,
    result,
  };
}

/** The worker of the last attempt, unless it is known to have ended in order. */
async function workerOf(
  host: Host,
  store: Store,
  ledger: Ledger,
  t: Task,
): Promise<TaskStatus["worker"]> {
  const key = (t.current ?? lastClosed(t))?.key;
  if (key === undefined) return null;
  const state: Ownership = await ownershipOf(host, store, ledger, key);
  const owner = await ownerOf(host, store, attemptName(ledger, key));
  if (owner === undefined && t.status !== "active") return null;
  return { state, pid: owner?.worker.pid ?? null };
}
