/** Reads and writes states. */
import { decodeVerdict, encodeVerdict } from "./decision_codec.ts";
import type { Event } from "./event.ts";
import {
  boolean,
  CodecError,
  dependencies,
  exactly,
  type Fields,
  inside,
  items,
  key,
  list,
  natural,
  object,
  orNull,
  word,
} from "./read.ts";
import { noWaits, wait } from "./readiness.ts";
import {
  type Attempt,
  claimable,
  closedOf,
  type Entry,
  evidenceOf,
  findEntry,
  findTask,
  type Hold,
  isWaived,
  type Origin,
  ORIGINS,
  type Phase,
  PHASES,
  satisfies,
  snocAttempt,
  snocEntry,
  snocTask,
  type State,
  type Task,
  tasksOf,
  waivedOf,
  WORKERS,
} from "./state.ts";
import { append, emptyTable, type Table } from "./table.ts";
import { STATUSES } from "./value.ts";
import { encodeKey, encodeProjection, readProjection, variantReader } from "./variant_codec.ts";
import { WIRE_VERSION, type WireAttempt, type WireState, type WireTask } from "./wire.ts";

/** Writes a state: tasks in order of declaration, evidence as `[eid, verdict]`, oldest first. */
export function encodeState(s: State): WireState {
  return {
    graph: s.graph,
    tasks: tasksOf(s).map(encodeTask),
    evidence: evidenceOf(s).map(({ event, verdict }) => [event.eid, encodeVerdict(verdict)]),
  };
}

function encodeTask(t: Task): WireTask {
  return {
    id: t.id,
    deps: t.deps,
    waived: waivedOf(t),
    retries: t.retries,
    generation: t.generation,
    attempts: t.attempts,
    fence: t.fence,
    ready: t.ready,
    status: t.status,
    projection: encodeProjection(t.projection),
    held: t.held === null ? null : { key: encodeKey(t.held.key), receipt: t.held.receipt },
    current: t.current === null ? null : encodeAttempt(t.current),
    closed: closedOf(t).map(encodeAttempt),
    origin: t.origin,
  };
}

/** Phases are written as they are. */
function encodeAttempt({ key, phase, worker }: Attempt): WireAttempt {
  return { key: encodeKey(key), phase, worker };
}

/**
 * Reads a state from parsed JSON.
 *
 * @param json What `JSON.parse` returned.
 * @param log The log that led to the state, or more of it: the wire names events by `eid` only.
 * @param path Where it stands, for the error.
 * @throws {CodecError} With path and reason when it is not a state, or one that no events lead to.
 */
export function decodeState(json: unknown, log: Iterable<Event>, path = "state"): State {
  const events = firstByEid(log);
  return inside(
    json,
    path,
    (json) =>
      exactly(object(json, ""), ["graph", "tasks", "evidence"], ({ graph, tasks, evidence }) => ({
        ...placed(natural(graph, ".graph"), items(tasks, ".tasks", readTask)),
        evidence: recorded(items(evidence, ".evidence", (entry) => readEntry(entry, events))),
      })),
  );
}

/** The first event of each `eid`: a later one is a duplicate or a conflict, and was not consumed. */
function firstByEid(log: Iterable<Event>): ReadonlyMap<number, Event> {
  const events = new Map<number, Event>();
  for (const event of log) if (!events.has(event.eid)) events.set(event.eid, event);
  return events;
}

const TASK_FIELDS = [
  "id",
  "deps",
  "waived",
  "retries",
  "generation",
  "attempts",
  "fence",
  "ready",
  "status",
  "projection",
  "held",
  "current",
  "closed",
  "origin",
];

/** The fields that a task of version 1 has not. */
const NEW_FIELDS = ["waived", "held"];

function readTask(json: unknown): Task {
  const task = object(json, "");
  if (isEarlier(task)) {
    const reason = `expected a task of version ${WIRE_VERSION}, got one of version 1: ` +
      "decide its log anew from the events, which are the same in both";
    throw new CodecError("", reason);
  }
  return exactly(task, TASK_FIELDS, (o) => ({
    id: natural(o.id, ".id"),
    deps: dependencies(o.deps, ".deps"),
    waived: tableOf(dependencies(o.waived, ".waived")),
    retries: natural(o.retries, ".retries"),
    generation: natural(o.generation, ".generation"),
    attempts: natural(o.attempts, ".attempts"),
    fence: natural(o.fence, ".fence"),
    ready: boolean(o.ready, ".ready"),
    status: word(o.status, ".status", STATUSES),
    projection: readProjection(o.projection, ".projection"),
    held: inside(o.held, ".held", (json) => orNull(json, readHold)),
    current: inside(o.current, ".current", (json) => orNull(json, readAttempt)),
    closed: numbered(items(o.closed, ".closed", readAttempt)),
    origin: inside(o.origin, ".origin", readOrigin),
  }));
}

/** Whether a task has every field but the new ones. */
function isEarlier(task: Fields): boolean {
  return TASK_FIELDS.every((name) => Object.hasOwn(task, name) !== NEW_FIELDS.includes(name));
}

function readAttempt(json: unknown): Attempt {
  return exactly(object(json, ""), ["key", "phase", "worker"], (o: Fields) => ({
    key: key(o.key, ".key"),
    phase: inside(o.phase, ".phase", readPhase),
    worker: word(o.worker, ".worker", WORKERS),
  }));
}

function readHold(json: unknown): Hold {
  return exactly(object(json, ""), ["key", "receipt"], (o: Fields) => ({
    key: key(o.key, ".key"),
    receipt: natural(o.receipt, ".receipt"),
  }));
}

function tableOf(deps: readonly number[]): Table<number> {
  return deps.reduce((table, dep) => append(table, dep, dep), emptyTable<number>());
}

const readPhase: (json: unknown) => Phase = variantReader("a phase", PHASES);
const readOrigin: (json: unknown) => Origin = variantReader("an origin", ORIGINS);

function readEntry(json: unknown, events: ReadonlyMap<number, Event>): Entry {
  const parts = list(json, "");
  if (parts.length !== 2) {
    throw new CodecError("", `expected an eid and a verdict, got a list of ${parts.length}`);
  }
  const eid = natural(parts[0], "[0]");
  const event = events.get(eid);
  if (event === undefined) {
    throw new CodecError("[0]", `expected the eid of an event in the log, got ${eid}`);
  }
  return { event, verdict: inside(parts[1], "[1]", decodeVerdict) };
}

/** Attempts are numbered from 1, over all generations. */
function numbered(attempts: readonly Attempt[]): Table<Attempt> {
  let closed = emptyTable<Attempt>();
  attempts.forEach((a, i) => {
    expect(`.closed[${i}].key[3]`, i + 1, a.key.attempt);
    closed = snocAttempt(closed, a);
  });
  return closed;
}

/** The tasks in their table, with who waits for whom. */
function placed(graph: number, list: readonly Task[]): Pick<State, "graph" | "tasks" | "waits"> {
  let tasks = emptyTable<Task>();
  let waits = noWaits;
  list.forEach((t, i) => {
    if (findTask(t.id, tasks)) throw new CodecError(`.tasks[${i}].id`, `repeated task ${t.id}`);
    const unsatisfied = t.deps.filter((dep, at) => {
      const known = findTask(dep, tasks);
      if (known) return !satisfies(known) && !isWaived(t, dep);
      throw new CodecError(
        `.tasks[${i}].deps[${at}]`,
        `expected a task declared earlier, got ${dep}`,
      );
    });
    checkAttempts(graph, t, `.tasks[${i}]`);
    checkWaived(t, `.tasks[${i}]`);
    waits = wait(waits, t.id, unsatisfied);
    tasks = snocTask(tasks, t);
    if (claimable(waits, t) && !t.ready) {
      throw new CodecError(
        `.tasks[${i}].ready`,
        "expected true, as the task may be claimed, got false",
      );
    }
  });
  return { graph, tasks, waits };
}

/** What is known of a task's attempts is what events lead to; the current one is the last. */
function checkAttempts(graph: number, t: Task, path: string): void {
  const closed = closedOf(t);
  const all = t.current === null ? closed : [...closed, t.current];
  expect(`${path}.attempts`, all.length, t.attempts);
  all.forEach(({ key }, i) => {
    const at = i < closed.length ? `${path}.closed[${i}]` : `${path}.current`;
    expect(`${at}.key[0]`, graph, key.graph);
    expect(`${at}.key[1]`, t.id, key.task);
    expect(`${at}.key[3]`, i + 1, key.attempt);
  });
  // A claim waits until every earlier worker is gone.
  closed.slice(0, all.length - 1).forEach(({ worker }, i) => {
    if (worker === "gone") return;
    const reason = `expected "gone", as another attempt was claimed since, got "${worker}"`;
    throw new CodecError(`${path}.closed[${i}].worker`, reason);
  });
}

/** What was waived are dependencies. */
function checkWaived(t: Task, path: string): void {
  waivedOf(t).forEach((dep, i) => {
    if (t.deps.includes(dep)) return;
    throw new CodecError(`${path}.waived[${i}]`, `expected a dependency of the task, got ${dep}`);
  });
}

function recorded(entries: readonly Entry[]): Table<Entry> {
  let evidence = emptyTable<Entry>();
  entries.forEach((entry, i) => {
    const { eid } = entry.event;
    if (findEntry(eid, evidence)) throw new CodecError(`.evidence[${i}][0]`, `repeated eid ${eid}`);
    evidence = snocEntry(evidence, entry);
  });
  return evidence;
}

function expect(path: string, expected: number, got: number): void {
  if (got !== expected) throw new CodecError(path, `expected ${expected}, got ${got}`);
}
