/** Forms events for the fuzzer: what an intent comes to, as its task stands. Pure. */
import {
  closedOf,
  findTask,
  lastClosed,
  satisfies,
  type State,
  type Task,
  tasksOf,
  txOf,
} from "../state.ts";
import { CONTRACTS, FAULTS, ROLES, STATUSES, type Tx } from "../value.ts";
import { encodeKey } from "../variant_codec.ts";
import type { WireEvent, WireKey, WireProjection } from "../wire.ts";
import type { Intent } from "./intent.ts";

/** An event that has no `eid` yet. */
export type Saying = WireEvent extends infer E ? E extends WireEvent ? Omit<E, "eid"> : never
  : never;

/** Fresh identities: numbers of unlike things are unlike, so that no reducer can mix them up unseen. */
const FRESH = { tx: 10, candidate: 20, receipt: 30, cleanup: 40, commit: 50 } as const;
/** A task that is never declared. */
const UNDECLARED = 9;
/** From here on, a choice is one of the unusual ones. */
const UNUSUAL = 12;

/** What the intent comes to; `again` is for the caller, who knows what was said before. */
export function sayingOf(
  intent: Intent & { readonly what: Exclude<Intent["what"], "again"> },
  state: State,
): Saying {
  if (intent.what === "advance") return advance(intent, state);
  return say(intent.what, intent, findTask(intent.task, state.tasks), state);
}

/** The next event on the way of a task to its success. */
function advance(intent: Intent, state: State): Saying {
  const t = findTask(intent.task, state.tasks);
  const next = (type: WireEvent["type"]) => say(type, { ...intent, aim: "current" }, t, state);
  if (t !== undefined && t.held !== null && intent.more < 4) return next("HoldCleared");
  if (t === undefined) return next(intent.pick < 10 ? "TaskDeclared" : "LegacyImported");
  switch (t.current?.phase.type) {
    case "running":
      return next("FinishBegun");
    case "finishing":
      return next(t.current.phase.validated ? "PromotionIntended" : "CandidateValidated");
    case "promoting":
      return next(intent.more < UNUSUAL ? "OutcomeAccepted" : "PromotionProbed");
    case "accepted":
      return next("CleanupRecorded");
    case "failed":
      return next("RetryRequested");
    case "cleaned":
      return next(intent.more < 8 ? "ProviderFault" : "ProjectionObserved");
    default:
      return idle(intent, t, state);
  }
}

/** The next event for a task that no attempt holds. */
function idle(intent: Intent, t: Task, state: State): Saying {
  const on = (type: WireEvent["type"], aim: Intent["aim"]) =>
    say(type, { ...intent, aim }, t, state);
  const last = lastClosed(t);
  if (last !== undefined && last.worker !== "gone") return on("OwnerLost", "last");
  const dep = t.deps.find((id) => {
    const other = findTask(id, state.tasks);
    return other !== undefined && !satisfies(other);
  });
  if (t.status === "open" && dep !== undefined) return advance({ ...intent, task: dep }, state);
  switch (t.status) {
    case "open":
      return on("AttemptClaimed", "current");
    case "failed":
      return on("RetryRequested", "current");
    case "abandoned":
      return on("ReopenRequested", "current");
    case "done":
      return on(satisfies(t) ? "ConvergeRequested" : "LegacyTrusted", "current");
    case "active":
      return on("ConvergeRequested", "current");
  }
}

/** An event of a type. */
function say(type: WireEvent["type"], intent: Intent, t: Task | undefined, state: State): Saying {
  const { task, pick, more } = intent;
  const own = t?.current ? txOf(t.current.phase) : null;
  const phase = t?.current?.phase;
  const tx = varied(own?.tx ?? FRESH.tx + (t?.attempts ?? 0), pick, 13);
  const candidate = varied(own?.candidate ?? FRESH.candidate + more % 2, pick, 14);
  const receipt = varied(phase && "receipt" in phase ? phase.receipt : FRESH.receipt, more, 13);
  const key = () => keyOf(intent, t, state, type === "AttemptClaimed");
  const generation = () => generationOf(intent, t);
  switch (type) {
    case "TaskDeclared":
      return { type, task, deps: depsOf(intent, state), retries: pick % 3 };
    case "LegacyImported": {
      const status = STATUSES[more % STATUSES.length]!;
      const trusted = pick % 2 === 1;
      return { type, task, deps: depsOf(intent, state), retries: pick % 3, status, trusted };
    }
    case "AttemptClaimed":
    case "AttemptReleased":
    case "FailRequested":
    case "OwnerLost":
    case "KillRequested":
      return { type, key: key() };
    case "FinishBegun":
      return { type, key: key(), tx, candidate, contract: contractOf(own, pick, more) };
    case "CandidateValidated":
      return { type, key: key(), tx, candidate, passed: more < UNUSUAL };
    case "PromotionIntended":
      return { type, key: key(), tx, candidate };
    case "OutcomeAccepted":
      return { type, key: key(), tx, candidate, receipt };
    case "PromotionProbed":
      return { type, key: key(), tx, found: pick < 6 ? null : receipt };
    case "CleanupRecorded": {
      const known = phase?.type === "cleaned" ? phase.cleanup : FRESH.cleanup;
      return { type, key: key(), tx, receipt, cleanup: varied(known, more, 15) };
    }
    case "ProcessExited":
      return { type, key: key(), role: ROLES[pick % 2]!, code: pick % 4 === 0 ? 0 : more };
    case "ProviderFault":
      return { type, key: key(), fault: FAULTS[pick % 2]! };
    case "LateCommitSeen":
      return { type, key: key(), commit: FRESH.commit + more };
    case "ProjectionObserved":
      return { type, task, generation: generation(), projection: projectionOf(intent, receipt) };
    case "AbandonRequested":
    case "RetryRequested":
    case "ReopenRequested":
    case "HoldCleared":
    case "LegacyTrusted":
      return { type, task, generation: generation() };
    case "RetriesGranted": {
      const count = pick === 15 ? Number.MAX_SAFE_INTEGER : 1 + more % 3;
      return { type, task, generation: generation(), count };
    }
    case "DependencyWaived": {
      const dep = t?.deps[pick % t.deps.length] ?? UNDECLARED;
      return { type, task, generation: generation(), dep: varied(dep, more, 14) };
    }
    case "ConvergeRequested":
      return { type, task };
  }
}

/** The value itself, or for the unusual choice from `from` on another one. */
function varied(value: number, choice: number, from: number): number {
  return choice === from ? value + 1 : choice === 15 && value > 0 ? value - 1 : value;
}

function contractOf(own: Tx | null, pick: number, more: number): (typeof CONTRACTS)[number] {
  return own !== null && pick !== 12 ? own.contract : CONTRACTS[more % CONTRACTS.length]!;
}

/** Tasks declared before, and seldom one that is not. */
function depsOf({ task, pick, more }: Intent, state: State): readonly number[] {
  const known = tasksOf(state).map(({ id }) => id).filter((id) => id !== task);
  const deps = known.filter((_, i) => ((pick + more) >> i) % 2 === 1);
  return pick === 15 ? [...deps, UNDECLARED] : deps;
}

function projectionOf({ pick, more }: Intent, receipt: number): WireProjection {
  if (pick === 0) return null;
  const status = STATUSES[pick % STATUSES.length]!;
  return { status, receipt: status === "done" ? receipt : more < UNUSUAL ? null : receipt };
}

function generationOf({ aim }: Intent, t: Task | undefined): number {
  const own = t?.generation ?? 0;
  return aim === "next" ? own + 1 : aim === "besideGeneration" ? Math.max(0, own - 1) : own;
}

/** The key that an intent aims at. Of a claim, the usual one is that of the next attempt. */
function keyOf(
  { task, aim, pick, more }: Intent,
  t: Task | undefined,
  state: State,
  claims: boolean,
): WireKey {
  if (t === undefined) return [state.graph, task, 0, 1, 1];
  const closed = closedOf(t);
  if (aim === "last" && closed.length > 0) return encodeKey(closed.at(-1)!.key);
  if (aim === "closed" && closed.length > 0) return encodeKey(closed[pick % closed.length]!.key);
  const held = t.current !== null && !claims && aim !== "next";
  const key: WireKey = held
    ? encodeKey(t.current.key)
    : [state.graph, task, t.generation, t.attempts + 1, fenceBehind(t.fence, pick, more)];
  switch (aim) {
    case "besideGeneration":
      return beside(key, 2, pick);
    case "besideAttempt":
      return beside(key, 3, pick);
    case "besideFence":
      return beside(key, 4, pick);
    case "elsewhere":
      return beside(key, pick % 2, pick);
    default:
      return key;
  }
}

/** A fence that was not given out yet: mostly the next one, seldom the last that there is. */
function fenceBehind(fence: number, pick: number, more: number): number {
  if (pick === 15 && more === 15) return Number.MAX_SAFE_INTEGER;
  return Math.min(fence + 1 + Math.max(0, more - UNUSUAL), Number.MAX_SAFE_INTEGER);
}

/** The key with one number one less, or one more. */
function beside(key: WireKey, at: number, pick: number): WireKey {
  const number = Math.min(key[at]! + (pick < 8 ? -1 : 1), Number.MAX_SAFE_INTEGER);
  return key.map((n, i) => i === at ? Math.max(0, number) : n) as unknown as WireKey;
}
