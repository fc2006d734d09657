/**
 * Writes what records amount to as a checkpoint, and reads it back. Pure.
 *
 * The reducer resumes from any state (theorem 20), so that deciding on from a checkpoint gives the
 * decisions that deciding the whole journal gives. A task is a row of values without their names: a
 * restart reads every one of them.
 */
import { createHash } from "node:crypto";
import { noWaits, wait } from "../lifecycle/readiness.ts";
import {
  type Attempt,
  closedOf,
  findTask,
  isWaived,
  type Phase,
  satisfies,
  type State,
  type Task,
  tasksOf,
  waivedOf,
} from "../lifecycle/state.ts";
import { emptyTable, tableOf } from "../lifecycle/table.ts";
import { type Key, missing, shown, type Status, type Tx } from "../lifecycle/value.ts";
import type { Argv, Transaction } from "./facts.ts";

/** What records amount to. */
export interface Content {
  /** After the last record; without its evidence, which is the journal itself. */
  state: State;
  /** Task by name, and name by task. */
  readonly taskIds: Map<string, number>;
  readonly taskNames: Map<number, string>;
  /** The command that a task was declared with. */
  readonly commands: Map<number, Argv>;
  /** The last attempt that a supervisor has claimed, by task, until its worker is gone. */
  readonly supervised: Map<number, number>;
  /** By `tx`, those that are not cleaned. */
  readonly transactions: Map<number, Transaction>;
  /** What each receipt stands for. */
  readonly receipts: Map<number, string>;
}

/** An attempt: generation, attempt and fence, the worker, then the phase and its values. */
type AttemptRow = readonly [number, number, number, Attempt["worker"], Phase["type"], ...Rest];
type Rest = readonly (string | number | boolean)[];
/** A list; 0 stands for the empty one, for most are. */
type Rows<Row> = 0 | readonly Row[];
type TaskRow = readonly [
  id: number,
  deps: Rows<number>,
  waived: Rows<number>,
  retries: number,
  generation: number,
  attempts: number,
  fence: number,
  ready: boolean,
  status: Status,
  projection: null | readonly [Status, number | null],
  /** Generation, attempt and fence, then the receipt. */
  held: null | readonly [number, number, number, number],
  closed: Rows<AttemptRow>,
  /** Whether a legacy task is trusted; `null` for others. */
  trusted: null | boolean,
  /** The row of the current attempt, if there is one. */
  ...current: readonly [] | AttemptRow,
];
/** Where the row of the current attempt begins. */
const CURRENT = 13;

/** The content of a checkpoint. */
export interface LedgerRows {
  readonly tasks: readonly TaskRow[];
  /** The name of each task. */
  readonly names: readonly string[];
  readonly commands: readonly (readonly [task: number, command: Argv])[];
  /** Task and attempt, in turns. */
  readonly supervised: readonly number[];
  readonly transactions: readonly (readonly [tx: number, Transaction])[];
  /** Number and text, in turns. */
  readonly receipts: readonly (number | string)[];
}

/** The content as it is written. */
export function rowsOf(content: Content): LedgerRows {
  const tasks = tasksOf(content.state);
  return {
    tasks: tasks.map(taskRow),
    names: tasks.map(({ id }) => content.taskNames.get(id) ?? ""),
    commands: [...content.commands],
    supervised: [...content.supervised].flat(),
    transactions: [...content.transactions],
    receipts: [...content.receipts].flat(),
  };
}

/** The SHA-256 of a checkpoint's content as it is written. */
export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The content of a checkpoint that was read. */
export function contentOf(graph: number, rows: LedgerRows): Content {
  const [taskIds, taskNames] = [new Map<string, number>(), new Map<number, string>()];
  rows.names.forEach((name, at) => {
    const id = rows.tasks[at]![0];
    if (name === "") return;
    taskIds.set(name, id);
    taskNames.set(id, name);
  });
  return {
    state: stateOf(graph, rows.tasks),
    taskIds,
    taskNames,
    commands: new Map(rows.commands),
    supervised: pairs(rows.supervised),
    transactions: new Map(rows.transactions),
    receipts: pairs(rows.receipts),
  };
}

function pairs<Value>(list: readonly (number | Value)[]): Map<number, Value> {
  const map = new Map<number, Value>();
  for (let at = 0; at < list.length; at += 2) map.set(list[at] as number, list[at + 1] as Value);
  return map;
}

/** Which tasks wait, and for whom, follows from the tasks. */
function stateOf(graph: number, rows: readonly TaskRow[]): State {
  const tasks = tableOf(rows.map((row) => taskOf(graph, row)), ({ id }) => id);
  let waits = noWaits;
  for (const row of rows) {
    const t = findTask(row[0], tasks)!;
    if (t.deps.length === 0 || satisfies(t)) continue;
    const waitsFor = t.deps.filter((dep) => !satisfies(findTask(dep, tasks)!) && !isWaived(t, dep));
    waits = wait(waits, t.id, waitsFor);
  }
  return { graph, tasks, waits, evidence: emptyTable() };
}

function taskRow(t: Task): TaskRow {
  const { projection, held, current, origin } = t;
  return [
    t.id,
    listed(t.deps),
    listed(waivedOf(t)),
    t.retries,
    t.generation,
    t.attempts,
    t.fence,
    t.ready,
    t.status,
    projection.type === "missing" ? null : [projection.status, projection.receipt],
    held && [...numbersOf(held.key), held.receipt],
    listed(closedOf(t).map(attemptRow)),
    origin.type === "native" ? null : origin.trusted,
    ...current === null ? [] as const : attemptRow(current),
  ];
}

function taskOf(graph: number, row: TaskRow): Task {
  const [id, held, trusted] = [row[0], row[10], row[12]];
  const closed = row[11] || NONE;
  return {
    id,
    deps: row[1] || [],
    waived: row[2] === 0 ? emptyTable() : tableOf(row[2], (dep) => dep),
    retries: row[3],
    generation: row[4],
    attempts: row[5],
    fence: row[6],
    ready: row[7],
    status: row[8],
    projection: row[9] === null ? missing : shown(row[9][0], row[9][1]),
    held: held && { key: keyOf(graph, id, held, 0), receipt: held[3] },
    current: row.length === CURRENT ? null : attemptOf(graph, id, row, CURRENT),
    closed: closed === NONE ? emptyTable() : tableOf(
      closed.map((one) => attemptOf(graph, id, one, 0)),
      ({ key }) => key.attempt,
    ),
    origin: trusted === null ? { type: "native" } : { type: "legacy", trusted },
  };
}

const NONE: readonly never[] = [];

function listed<Row>(rows: readonly Row[]): Rows<Row> {
  return rows.length === 0 ? 0 : rows;
}

function numbersOf({ generation, attempt, fence }: Key): [number, number, number] {
  return [generation, attempt, fence];
}

/** The key whose numbers a row has at a place. */
function keyOf(graph: number, task: number, row: readonly unknown[], at: number): Key {
  const [generation, attempt, fence] = [row[at], row[at + 1], row[at + 2]] as number[];
  return { graph, task, generation: generation!, attempt: attempt!, fence: fence! };
}

function attemptRow({ key, phase, worker }: Attempt): AttemptRow {
  return [...numbersOf(key), worker, ...phaseRow(phase)];
}

/** The attempt that a row has at a place. */
function attemptOf(graph: number, task: number, row: readonly unknown[], at: number): Attempt {
  return {
    key: keyOf(graph, task, row, at),
    phase: phaseOf(row, at + 4),
    worker: row[at + 3] as Attempt["worker"],
  };
}

function phaseRow(phase: Phase): readonly [Phase["type"], ...Rest] {
  const { type } = phase;
  switch (type) {
    case "running":
      return [type];
    case "finishing":
      return [type, ...txRow(phase.tx), phase.validated];
    case "promoting": {
      const { deferred } = phase;
      const why = deferred.type === "failure" ? [deferred.class] : [];
      return [type, ...txRow(phase.tx), deferred.type, ...why];
    }
    case "accepted":
      return [type, ...txRow(phase.tx), phase.receipt];
    case "cleaned":
      return [type, ...txRow(phase.tx), phase.receipt, phase.cleanup];
    case "failed":
      return [type, phase.class];
    case "cancelled":
      return [type, phase.reason];
  }
}

/** The phase that a row has at a place. */
function phaseOf(row: readonly unknown[], start: number): Phase {
  const type = row[start] as Phase["type"];
  const at = <Value>(place: number) => row[start + place] as Value;
  const tx = (): Tx => ({ tx: at(1), candidate: at(2), contract: at(3) });
  switch (type) {
    case "running":
      return { type };
    case "finishing":
      return { type, tx: tx(), validated: at(4) };
    case "promoting": {
      const deferred = at<"none" | "failure" | "kill" | "abandon">(4);
      return {
        type,
        tx: tx(),
        deferred: deferred === "failure" ? { type: deferred, class: at(5) } : { type: deferred },
      };
    }
    case "accepted":
      return { type, tx: tx(), receipt: at(4) };
    case "cleaned":
      return { type, tx: tx(), receipt: at(4), cleanup: at(5) };
    case "failed":
      return { type, class: at(1) };
    case "cancelled":
      return { type, reason: at(1) };
  }
}

function txRow({ tx, candidate, contract }: Tx) {
  return [tx, candidate, contract] as const;
}
