/**
 * What a journal amounts to: the reducer's state, and what its numbers stand for. It follows from the
 * journal alone, record by record, in whatever process reads it.
 */
import { GateError } from "../platform/diagnostic.ts";
import { CodecError, decodeEvent, encodeDecision } from "../lifecycle/codec.ts";
import { encodeVerdict } from "../lifecycle/decision_codec.ts";
import type { Decision } from "../lifecycle/decision.ts";
import type { Event } from "../lifecycle/event.ts";
import type { Step } from "../lifecycle/reduce.ts";
import {
  type Entry as Evidence,
  findTask,
  initialState,
  lastClosed,
  type State,
  type Task,
} from "../lifecycle/state.ts";
import { emptyTable } from "../lifecycle/table.ts";
import { type Key, sameKey } from "../lifecycle/value.ts";
import type { WireDecision } from "../lifecycle/wire.ts";
import { type Content, contentOf } from "./checkpoint.ts";
import type { Facts, Settings } from "./facts.ts";
import type { Entry, Header } from "./record.ts";

/** What decides: the lifecycle's `reduce`, unless a test wants another. */
export type Reduce = (state: State, event: Event) => Step;

/** See above. It grows with each record. */
export interface Ledger extends Content {
  readonly graph: number;
  readonly settings: Settings;
  /** Records before the journal's first: its checkpoint stands for them. */
  readonly after: number;
  /** Records so far; the next one gets the number behind. */
  seq: number;
}

/** The ledger of a journal that has only its header. */
export function openingLedger({ graph, settings, after = 0, checkpoint }: Header): Ledger {
  const begun = { ...emptyLedger(graph, settings), after, seq: after };
  return checkpoint === undefined ? begun : { ...begun, ...contentOf(graph, checkpoint.ledger) };
}

function emptyLedger(graph: number, settings: Settings): Ledger {
  return {
    graph,
    settings,
    after: 0,
    state: initialState(graph),
    seq: 0,
    taskIds: new Map(),
    taskNames: new Map(),
    commands: new Map(),
    supervised: new Map(),
    transactions: new Map(),
    receipts: new Map(),
  };
}

/**
 * The evidence of a state is the journal: numbers are given in order, so that no event can be one
 * that was there before, and what grows with every record need not be held in memory.
 */
const NONE = emptyTable<Evidence>();

/** Takes a decided event into the ledger. */
export function advance(ledger: Ledger, event: Event, step: Step, facts: Facts | undefined): void {
  ledger.seq++;
  ledger.state = { ...step.state, evidence: NONE };
  const { body } = event;
  if (step.decision.verdict.type === "hold" && body.type === "onAttempt" && "tx" in body.act) {
    // It was told; an operator looks now.
    ledger.transactions.delete(body.act.tx);
    if (facts?.receipt !== undefined) ledger.receipts.set(event.eid, facts.receipt);
  }
  if (!counts(step.decision)) return;
  if (facts !== undefined) note(ledger, event, facts);
  if (body.type !== "onAttempt") return;
  if (body.act.type !== "cleanupRecorded") return forgetSupervisor(ledger, body.key);
  // Nothing is left to do for it: only the receipt is still asked for.
  ledger.transactions.delete(body.act.tx);
}

/** Nobody asks who supervises a worker that is gone. */
function forgetSupervisor({ supervised, state }: Ledger, key: Key): void {
  if (supervised.get(key.task) !== key.attempt) return;
  const t = findTask(key.task, state.tasks);
  const attempt = t?.current?.key.attempt === key.attempt ? t.current : t && lastClosed(t);
  if (attempt?.worker === "gone" && sameKey(attempt.key, key)) supervised.delete(key.task);
}

/**
 * Takes a record of the journal into the ledger.
 *
 * @throws {GateError} set-up: `journal_corrupt` when its event is none, `journal_diverges` when
 * another decision was recorded than `reduce` takes.
 */
export function replayEntry(ledger: Ledger, entry: Entry, reduce: Reduce, file: string): void {
  const event = readEvent(entry, ledger, file);
  const step = reduce(ledger.state, event);
  if (!sameDecision(step.decision, entry.decision)) {
    throw diverges(entry, ledger, step.decision, file);
  }
  advance(ledger, event, step, entry.facts);
}

/** The name that an attempt's files go by, unique in the store: `build-2`. */
export function attemptName(ledger: Ledger, { task, attempt }: Key): string {
  return `${nameOf(ledger, task)}-${attempt}`;
}

/** A task's name. */
export function nameOf(ledger: Ledger, task: number): string {
  return ledger.taskNames.get(task) ?? `#${task}`;
}

/** The task of this name. Throws GateError `task_unknown` (usage). */
export function taskNamed(ledger: Ledger, name: string): Task {
  const id = ledger.taskIds.get(name);
  const task = id === undefined ? undefined : findTask(id, ledger.state.tasks);
  if (task !== undefined) return task;
  const known = [...ledger.taskIds.keys()];
  throw new GateError("usage", {
    code: "task_unknown",
    message: `No task is named "${name}"`,
    hint: known.length === 0
      ? 'Declare one with "lifecycle declare NAME".'
      : `Declared are: ${known.slice(0, 10).join(", ")}${known.length > 10 ? ", …" : ""}.`,
  });
}

/** Whether the facts of an event with this decision hold: nobody relies on those of a refused one. */
function counts({ verdict }: Decision): boolean {
  return verdict.type === "applied" || verdict.type === "observed";
}

function note(ledger: Ledger, { eid, body }: Event, facts: Facts): void {
  switch (body.type) {
    case "taskDeclared":
    case "legacyImported":
      if (facts.name === undefined) return;
      ledger.taskIds.set(facts.name, body.task);
      ledger.taskNames.set(body.task, facts.name);
      if (facts.command !== undefined) ledger.commands.set(body.task, facts.command);
      return;
    case "attemptClaimed":
      if (facts.supervised === true) ledger.supervised.set(body.key.task, body.key.attempt);
      return;
    case "onAttempt":
      if ("tx" in body.act) noteTransaction(ledger, body.key, body.act.tx, facts);
      if (facts.receipt !== undefined) ledger.receipts.set(eid, facts.receipt);
      return;
    default:
      return;
  }
}

function noteTransaction(
  ledger: Ledger,
  key: Key,
  tx: number,
  { candidate, plan }: Facts,
): void {
  if (candidate !== undefined) ledger.transactions.set(tx, { key, candidate });
  const known = ledger.transactions.get(tx);
  if (plan !== undefined && known !== undefined) ledger.transactions.set(tx, { ...known, plan });
}

function readEvent(entry: Entry, { after }: Ledger, file: string): Event {
  try {
    return decodeEvent(entry.event);
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    const line = entry.seq - after + 1;
    throw new GateError("setup", {
      code: "journal_corrupt",
      message: `Failed to read the journal "${file}" at line ${line}: ${cause.message}`,
      location: { file, line },
      hint: "Nothing was changed. Use the program that wrote the journal.",
    });
  }
}

/**
 * Whether the decision that was taken is the recorded one; written for speed, for every record
 * passes here.
 */
function sameDecision(decision: Decision, recorded: WireDecision): boolean {
  const { verdict, effects } = decision;
  if (recorded.length !== effects.length + 1) return false;
  if (recorded[0] !== encodeVerdict(verdict)) return false;
  for (let at = 0; at < effects.length; at++) {
    if (!sameEffect(effects[at]! as unknown as Fields, recorded[at + 1] as unknown)) return false;
  }
  return true;
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether an effect is what is written for it: the same fields, with the key as a list. */
function sameEffect(effect: Fields, written: unknown): boolean {
  if (typeof written !== "object" || written === null) return false;
  let fields = 0;
  for (const name in effect) {
    const [x, y] = [effect[name], (written as Fields)[name]];
    if (x !== y && !(name === "key" && sameKeyParts(x as Key, y))) return false;
    fields++;
  }
  for (const _ in written) fields--;
  return fields === 0;
}

function sameKeyParts({ graph, task, generation, attempt, fence }: Key, y: unknown): boolean {
  return Array.isArray(y) && y.length === 5 && y[0] === graph && y[1] === task &&
    y[2] === generation && y[3] === attempt && y[4] === fence;
}

function diverges(
  entry: Entry,
  { after }: Ledger,
  decision: Decision,
  file: string,
): GateError {
  const line = entry.seq - after + 1;
  return new GateError("setup", {
    code: "journal_diverges",
    message:
      `The journal "${file}" records another decision at line ${line} than the reducer takes`,
    location: { file, line },
    hint: "Nothing was changed. Use the program that wrote the journal, or look into what it did.",
    detail: [
      `event     ${JSON.stringify(entry.event)}`,
      `recorded  ${JSON.stringify(entry.decision)}`,
      `reduced   ${JSON.stringify(encodeDecision(decision))}`,
    ].join("\n"),
  });
}
