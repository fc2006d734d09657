/**
 * The projection: a file of one line a task, for whoever wants to see the graph without reading the
 * journal. It is derived and may be lost; what it says has no authority.
 */
import { messageOf } from "../platform/diagnostic.ts";
import { findTask, type Task, tasksOf, truth } from "../lifecycle/state.ts";
import { type Projection, shown, type Status, STATUSES } from "../lifecycle/value.ts";
import { type Ledger, nameOf } from "./ledger.ts";
import type { World } from "./world.ts";

/** A line of the file. */
export interface Row {
  readonly task: number;
  readonly name: string;
  readonly status: Status;
  readonly generation: number;
  readonly ready: boolean;
  readonly deps: readonly string[];
  /** Number of the receipt of a Done task, `null` for others. */
  readonly receipt: number | null;
  /** What the receipt stands for. */
  readonly result: string | null;
}

/** The row of a task. */
export function rowOf(ledger: Ledger, t: Task): Row {
  const truthful = truth(t);
  const receipt = truthful.type === "shown" ? truthful.receipt : null;
  return {
    task: t.id,
    name: nameOf(ledger, t.id),
    status: t.status,
    generation: t.generation,
    ready: t.ready,
    deps: t.deps.map((dep) => nameOf(ledger, dep)),
    receipt,
    result: receipt === null ? null : ledger.receipts.get(receipt) ?? null,
  };
}

/** Writes the file anew, unless it says the same already. */
export async function writeGraph({ host, store, ledger }: World): Promise<void> {
  const text = tasksOf(ledger.state).map((t) => JSON.stringify(rowOf(ledger, t)) + "\n").join("");
  if (await host.files.readText(store.graph) === text) return;
  await host.files.writeAtomic(store.graph, text);
}

/**
 * As `writeGraph`; a failure is left for another run, and said: the answer is false then. What
 * was recorded holds without the file, and whoever recorded it is to hear that.
 */
export async function showGraph(
  world: World & { readonly unfinished: string[] },
): Promise<boolean> {
  try {
    await writeGraph(world);
    return true;
  } catch (cause) {
    const { graph } = world.store;
    world.unfinished.push(
      `"${graph}" was not written, "lifecycle converge" will: ${messageOf(cause)}`,
    );
    return false;
  }
}

/** What the file shows of each task; a line that is none, or of an unknown task, shows nothing. */
export async function readGraph({ host, store, ledger }: World): Promise<Map<number, Projection>> {
  const seen = new Map<number, Projection>();
  for (const line of (await host.files.readText(store.graph) ?? "").split("\n")) {
    const row = parse(line);
    if (row !== undefined && findTask(row.task, ledger.state.tasks) !== undefined) {
      seen.set(row.task, shown(row.status, row.receipt));
    }
  }
  return seen;
}

function parse(line: string): Pick<Row, "task" | "status" | "receipt"> | undefined {
  try {
    const { task, status, receipt } = JSON.parse(line);
    const good = Number.isSafeInteger(task) && STATUSES.includes(status) &&
      (receipt === null || Number.isSafeInteger(receipt) && receipt >= 0);
    return good ? { task, status, receipt } : undefined;
  } catch {
    return undefined;
  }
}
