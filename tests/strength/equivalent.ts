/**
 * The mutants that no trace can tell from the reducer, and why. Every entry must be met by a mutant that
 * survives: one that is met by none is out of date.
 */
import type { Mutant } from "./mutant.ts";

/** Mutants of some functions that decide as the reducer does. */
export interface Equivalent {
  /** File, the functions in it, and how many mutants of each are equivalent. */
  readonly where: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Why they decide alike in every state that a log leads to. */
  readonly why: string;
}

/** Where the two reducers have files of the same name, each entry names both. */
export const EQUIVALENT: readonly Equivalent[] = [
  {
    where: {
      "src/lifecycle/rule.ts": {
        failureRule: 0,
        exitZeroRule: 0,
        finishRule: 0,
        releaseRule: 0,
        killRule: 0,
        lateCommitRule: 0,
      },
      "src/lifecycle/guard.ts": { txOf: 0 },
      "src/lifecycle/task_rule.ts": {
        abandonRule: 0,
        retryRule: 0,
      },
    },
    why: "A current attempt is never cancelled: what cancels it leaves the task without one",
  },
  {
    where: { "src/lifecycle/task_rule.ts": { claimRefusal: 0 } },
    why:
      "A failed task is not ready either, and its claim is refused alike; a current attempt is never cancelled",
  },
  {
    where: {
      "src/lifecycle/rule.ts": {
        validationRule: 0,
        intentRule: 0,
        acceptanceRule: 0,
        absenceRule: 0,
        cleanupRule: 0,
      },
      "src/lifecycle/guard.ts": { withoutTx: 0 },
      "rust/src/guard.rs": { without_tx: 0 },
    },
    why:
      "An act on a transaction where there is none is answered by the guard, and alike by the rule behind it; only one of the two is heard",
  },
  {
    where: {
      "src/lifecycle/state.ts": { live: 0, hasLive: 0 },
      "rust/src/state.rs": { "Phase::live": 0, "Task::has_live": 0 },
    },
    why: "Only asked of a task whose status is open, and such a task has no live attempt",
  },
  {
    where: {
      "src/lifecycle/effects.ts": { repairEffects: 0, truthEffects: 0 },
      "src/lifecycle/task_rule.ts": {
        convergeRule: 0,
        convergeSettled: 0,
        observeOwned: 0,
        observeLegacy: 0,
      },
      "src/lifecycle/state.ts": { failure: 0 },
      "rust/src/effects.rs": { repair_effects: 0 },
      "rust/src/task_rule.rs": { converge_settled: 0, converge_rule: 0 },
    },
    why:
      "Whoever sees a display that contradicts the truth requests the right one, and requesting is displaying: what is displayed of a cleaned, failed or abandoned task agrees in every state. A display that is missing has no status to compare",
  },
  {
    where: { "src/lifecycle/task_rule.ts": { abandonOpen: 0, retryOpen: 0 } },
    why: "A task is active only while an attempt holds it",
  },
  {
    where: { "src/lifecycle/value.ts": { sameKey: 0, sameProjection: 0 } },
    why:
      "Keys are compared within the task that both of them name, in the graph that the guard has compared; displays that differ in their kind differ in their fields",
  },
  {
    where: { "src/lifecycle/event.ts": { sameData: 0, isObject: 0 } },
    why:
      "Events of one type have the same fields, and none of them is an object in one and not in the other",
  },
  {
    where: { "src/lifecycle/state.ts": { satisfies: 0 } },
    why: "A native task has no trust to ask for",
  },
  {
    where: {
      "src/lifecycle/reduce.ts": { commit: 0, latchReady: 0, unsatisfied: 0 },
      "src/lifecycle/readiness.ts": { wait: 0, waitersOf: 0 },
    },
    why:
      "It spares work or satisfies the type checker: what it passes over would be found to be nothing, what it takes for absent is there",
  },
  {
    where: { "src/lifecycle/table.ts": { lookup: 0, append: 0, put: 0, bitOf: 0, rows: 0 } },
    why:
      "Another form of the trie that finds the same rows: a level more, another slot, a list that grows instead of one made long enough",
  },
  {
    where: {
      "src/lifecycle/event.ts": { failureOf: 0 },
      "src/lifecycle/state.ts": { truth: 0 },
      "rust/src/state.rs": { "Task::truth": 0 },
      "rust/src/store.rs": { "State::evidence": 0 },
    },
    why: "Said for proofs and tests; no decision calls it",
  },
];

/** The entry that speaks of the mutant's function. */
export function entryOf(
  { file, within }: Mutant,
  entries: readonly Equivalent[] = EQUIVALENT,
): Equivalent | undefined {
  return entries.find(({ where }) => where[file]?.[within] !== undefined);
}

/**
 * Survivors that no entry explains: a scenario is missing, or a reason. Where more survive in a function
 * than an entry says, it does not tell which are meant, and explains none.
 */
export function unexplained(
  survived: readonly Mutant[],
  entries: readonly Equivalent[] = EQUIVALENT,
): readonly Mutant[] {
  return survived.filter((mutant) => {
    const { file, within } = mutant;
    const counted = entryOf(mutant, entries)?.where[file]?.[within] ?? 0;
    return survived.filter((it) => it.file === file && it.within === within).length > counted;
  });
}

/** The functions of those files in which fewer mutants survive than an entry says. */
export function outdated(
  survived: readonly Mutant[],
  isMutated: (file: string) => boolean,
  entries: readonly Equivalent[] = EQUIVALENT,
): readonly string[] {
  const said = entries.flatMap(({ where }) =>
    Object.entries(where).flatMap(([file, functions]) =>
      Object.entries(functions).map(([within, count]) => ({ file, within, count }))
    )
  );
  return said.filter(({ file, within, count }) =>
    isMutated(file) &&
    survived.filter((it) => it.file === file && it.within === within).length < count
  ).map(({ file, within }) => `${file}: ${within}`);
}
