/**
 * Writes what records amount to as a checkpoint, and reads it back. Pure.
 *
 * The reducer resumes from any state (theorem 20), so that deciding on from a checkpoint gives the
 * decisions that deciding the whole journal gives. A task is a row of values without their names: a
 * restart reads every one of them.
 */
import assert from "node:assert/strict";
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
import { emptyTable } from "../lifecycle/table.ts";
import { tableOf } from "../lifecycle/table_of.ts";
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

/** The worker, then the phase and its values. */
type Progress = readonly [Attempt["worker"], Phase["type"], ...Rest];
type Rest = readonly (string | number | boolean)[];
/** A closed attempt: generation, attempt and fence, then its progress. */
type AttemptRow = readonly [number, number, number, ...Progress];
type TaskRow = readonly [
  id: number,
  deps: readonly number[],
  retries: number,
  generation: number,
  attempts: number,
  fence: number,
  status: Status,
  /** 0 when it has nothing of that. */
  further: 0 | Further,
  /** The progress of the current attempt, if there is one; its key follows from the numbers above (theorem 22). */
  ...current: readonly [] | Progress,
];
/** What most tasks do not have. */
interface Further {
  readonly waived?: readonly number[];
  readonly ready?: true;
  readonly projection?: readonly [Status, number | null];
  /** Generation, attempt and fence, then the receipt. */
  readonly held?: readonly [number, number, number, number];
  readonly closed?: readonly AttemptRow[];
  /** Whether a legacy task is trusted. */
  readonly trusted?: boolean;
}
/** Where the progress of the current attempt begins. */
const CURRENT = 8;

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
  const list = rows.map((row) => taskOf(graph, row));
  const tasks = tableOf(list, ({ id }) => id);
  let waits = noWaits;
  for (const t of list) {
    if (t.deps.length === 0 || satisfies(t)) continue;
    const waitsFor = t.deps.filter((dep) => !satisfies(findTask(dep, tasks)!) && !isWaived(t, dep));
    waits = wait(waits, t.id, waitsFor);
  }
  return { graph, tasks, waits, evidence: emptyTable() };
}

function taskRow(t: Task): TaskRow {
  const { current } = t;
  if (current !== null) {
    assert.deepEqual(numbersOf(current.key), [t.generation, t.attempts, t.fence]);
  }
  return [
    t.id,
    t.deps,
    t.retries,
    t.generation,
    t.attempts,
    t.fence,
    t.status,
    furtherOf(t),
    ...current === null ? [] as const : progressOf(current),
  ];
}

function furtherOf(t: Task): 0 | Further {
  const { projection, held, origin } = t;
  const [waived, closed] = [waivedOf(t), closedOf(t).map(attemptRow)];
  const further: Further = {
    ...waived.length > 0 && { waived },
    ...t.ready && { ready: true },
    ...projection.type === "shown" && { projection: [projection.status, projection.receipt] },
    ...held !== null && { held: [...numbersOf(held.key), held.receipt] },
    ...closed.length > 0 && { closed },
    ...origin.type === "legacy" && { trusted: origin.trusted },
  };
  return Object.keys(further).length === 0 ? 0 : further;
}

function taskOf(graph: number, row: TaskRow): Task {
  const [id, deps, retries, generation, attempts, fence, status] = row;
  const { waived, ready, projection, held, closed, trusted } = row[7] || NOTHING;
  return {
    id,
    deps,
    waived: waived === undefined ? emptyTable() : tableOf(waived, (dep) => dep),
    retries,
    generation,
    attempts,
    fence,
    ready: ready ?? false,
    status,
    projection: projection === undefined ? missing : shown(...projection),
    held: held === undefined ? null : { key: keyOf(graph, id, held), receipt: held[3] },
    current: row.length === CURRENT ? null : {
      key: { graph, task: id, generation, attempt: attempts, fence },
      worker: row[CURRENT]!,
      phase: phaseOf(row, CURRENT + 1),
    },
    closed: closed === undefined ? emptyTable() : tableOf(
      closed.map((one) => attemptOf(graph, id, one)),
      ({ key }) => key.attempt,
    ),
    origin: trusted === undefined ? { type: "native" } : { type: "legacy", trusted },
  };
}

const NOTHING: Further = {};

function numbersOf({ generation, attempt, fence }: Key): [number, number, number] {
  return [generation, attempt, fence];
}

/** The key whose numbers a row begins with. */
function keyOf(
  graph: number,
  task: number,
  [generation, attempt, fence]: readonly [number, number, number, ...unknown[]],
): Key {
  return { graph, task, generation, attempt, fence };
}

function progressOf({ worker, phase }: Attempt): Progress {
  return [worker, ...phaseRow(phase)];
}

function attemptRow(attempt: Attempt): AttemptRow {
  return [...numbersOf(attempt.key), ...progressOf(attempt)];
}

function attemptOf(graph: number, task: number, row: AttemptRow): Attempt {
  return { key: keyOf(graph, task, row), worker: row[3], phase: phaseOf(row, 4) };
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
