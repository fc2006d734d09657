/** Random logs for property tests, dense enough in identities that most guards and rules are reached. */
import fc from "fast-check";
import { decodeEvent, decodeEvents } from "../event_codec.ts";
import type { Event } from "../event.ts";
import { reduce } from "../reduce.ts";
import { closedOf, findTask, initialState, type State } from "../state.ts";
import { CONTRACTS, FAULTS, ROLES, STATUSES } from "../value.ts";
import { encodeKey } from "../variant_codec.ts";
import type { WireEvent, WireKey, WireProjection } from "../wire.ts";
import { claim, failRequest, lost, retry, type Saying, success } from "./events.ts";

const small = fc.integer({ min: 0, max: 3 });
const task = fc.integer({ min: 1, max: 3 });
const generation = fc.integer({ min: 0, max: 2 });

const key: fc.Arbitrary<WireKey> = fc.tuple(
  fc.oneof({ weight: 19, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(2) }),
  task,
  generation,
  fc.integer({ min: 0, max: 4 }),
  fc.integer({ min: 0, max: 4 }),
);

const receipt = fc.integer({ min: 12, max: 13 });
const tx = { tx: mostly(11, 1) };
const candidate = { ...tx, candidate: mostly(12, 1) };

function mostly(usual: number, rare: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constant(rare));
}

const projection: fc.Arbitrary<WireProjection> = fc.option(
  fc.record({ status: fc.constantFrom(...STATUSES), receipt: fc.option(receipt) }),
);

const declaring = {
  task,
  deps: fc.uniqueArray(task, { maxLength: 2 }),
  retries: fc.integer({ min: 0, max: 2 }),
};

function saying<Type extends string>(
  type: Type,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Saying> {
  return fc.record({ type: fc.constant(type), ...fields }) as fc.Arbitrary<unknown> as fc.Arbitrary<
    Saying
  >;
}

/** Any one thing that can be said. */
export const anySaying: fc.Arbitrary<Saying> = fc.oneof(
  saying("TaskDeclared", declaring),
  saying("LegacyImported", {
    ...declaring,
    status: fc.constantFrom(...STATUSES),
    trusted: fc.boolean(),
  }),
  { weight: 4, arbitrary: saying("AttemptClaimed", { key }) },
  saying("AttemptReleased", { key }),
  saying("FinishBegun", { key, ...candidate, contract: fc.constantFrom(...CONTRACTS) }),
  saying("CandidateValidated", { key, ...candidate, passed: fc.boolean() }),
  saying("PromotionIntended", { key, ...candidate }),
  saying("OutcomeAccepted", { key, ...candidate, receipt }),
  saying("PromotionProbed", { key, ...tx, found: fc.option(receipt) }),
  saying("CleanupRecorded", { key, ...tx, receipt, cleanup: small }),
  saying("FailRequested", { key }),
  saying("ProcessExited", { key, role: fc.constantFrom(...ROLES), code: small }),
  saying("ProviderFault", { key, fault: fc.constantFrom(...FAULTS) }),
  saying("OwnerLost", { key }),
  saying("LateCommitSeen", { key, commit: small }),
  saying("ProjectionObserved", { task, generation, projection }),
  saying("KillRequested", { key }),
  saying("AbandonRequested", { task, generation }),
  saying("RetryRequested", { task, generation }),
  saying("ReopenRequested", { task, generation }),
  saying("HoldCleared", { task, generation }),
  saying("RetriesGranted", { task, generation, count: fc.integer({ min: 1, max: 2 }) }),
  saying("LegacyTrusted", { task, generation }),
  saying("DependencyWaived", { task, generation, dep: task }),
  saying("ConvergeRequested", { task }),
);

/** The key of a saying that is still to be aimed. */
const UNAIMED: WireKey = [1, 0, 0, 0, 0];

/** How a saying is aimed at the task it names, as the task stands then. */
interface Aim {
  readonly saying: Saying;
  /** At the current or next attempt, one number beside it, at a closed one, or as it was drawn. */
  readonly at: "current" | "beside" | "closed" | "anywhere";
  /** Which closed attempt, or which number of the key. */
  readonly pick: number;
}

const aim: fc.Arbitrary<Aim> = fc.record({
  saying: anySaying,
  at: fc.oneof(
    { weight: 7, arbitrary: fc.constant("current" as const) },
    { weight: 1, arbitrary: fc.constant("beside" as const) },
    { weight: 1, arbitrary: fc.constant("closed" as const) },
    { weight: 1, arbitrary: fc.constant("anywhere" as const) },
  ),
  pick: fc.nat(),
});

/** A success that stops somewhere, or a failure and a retry, with more about the same task. */
const course: fc.Arbitrary<readonly Aim[]> = fc.tuple(
  task,
  fc.oneof(
    { weight: 4, arbitrary: fc.nat(6).map((length) => success(UNAIMED).slice(0, length)) },
    {
      weight: 1,
      arbitrary: fc.constant([claim(UNAIMED), failRequest(UNAIMED), lost(UNAIMED), retry(1)]),
    },
  ),
  fc.array(aim, { maxLength: 4 }),
).map(([task, sayings, more]) => [
  ...sayings.map((saying) => ({ saying: about(task, saying), at: "current", pick: 0 }) as const),
  ...more.map(({ saying, ...rest }) => ({ saying: about(task, saying), ...rest })),
]);

/** The saying about another task; dependencies stay as they are. */
function about(task: number, saying: Saying): Saying {
  if (!("key" in saying)) return { ...saying, task };
  const [graph, _, ...rest] = saying.key;
  return { ...saying, key: [graph, task, ...rest] };
}

/** The saying with the key or generation that it is aimed at. */
function aimed({ saying, at, pick }: Aim, state: State): Saying {
  const id = "key" in saying ? saying.key[1] : saying.task;
  const t = findTask(id, state.tasks);
  if (t === undefined || at === "anywhere") return saying;
  if (!("key" in saying)) {
    return "generation" in saying ? { ...saying, generation: t.generation } : saying;
  }
  const next = saying.type === "AttemptClaimed" ? 1 : 0;
  const key: WireKey = [1, id, t.generation, t.attempts + next, t.fence + next];
  if (at === "closed") {
    const a = closedOf(t)[pick % t.closed.size];
    return a === undefined ? saying : { ...saying, key: encodeKey(a.key) };
  }
  return { ...saying, key: at === "beside" ? beside(key, pick) : key };
}

/** The key with its generation, attempt or fence one less or one more. */
function beside(key: WireKey, pick: number): WireKey {
  const at = 2 + pick % 3;
  const off = pick % 2 === 0 ? -1 : 1;
  return key.map((n, i) => i === at ? Math.max(0, n + off) : n) as unknown as WireKey;
}

/** A log: the tasks are often declared first, and an `eid` sometimes comes twice. */
export const anyLog: fc.Arbitrary<readonly Event[]> = fc.tuple(
  fc.subarray<Saying>([
    { type: "TaskDeclared", task: 1, deps: [], retries: 2 },
    { type: "TaskDeclared", task: 2, deps: [1], retries: 1 },
    { type: "LegacyImported", task: 3, deps: [], retries: 2, status: "open", trusted: true },
  ]),
  fc.array(course, { maxLength: 12 }),
  fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 3 }),
).map(([start, courses, repeats]) => {
  const events: WireEvent[] = [];
  let state = initialState(1);
  const say = (saying: Saying) => {
    const event = { ...saying, eid: events.length + 1 } as WireEvent;
    events.push(event);
    state = reduce(state, decodeEvent(event)).state;
  };
  start.forEach(say);
  for (const aim of courses.flat()) say(aimed(aim, state));
  for (const [from, to, same] of repeats) {
    if (events.length === 0) continue;
    const { eid, ...saying } = events[from % events.length]!;
    const at = to % events.length;
    events.splice(at, 0, { ...saying, eid: same ? eid : events[at]!.eid } as WireEvent);
  }
  return decodeEvents(events);
});
