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
        failureRule: 1,
        exitZeroRule: 1,
        finishRule: 4,
        releaseRule: 1,
        killRule: 1,
        lateCommitRule: 1,
      },
      "src/lifecycle/state.ts": { txOf: 1 },
      "src/lifecycle/effects.ts": { resume: 1 },
    },
    why: "A current attempt is never cancelled: what cancels it leaves the task without one",
  },
  {
    where: { "src/lifecycle/task_rule.ts": { claimRefusal: 1, retryRule: 1 } },
    why: "An active task has a live attempt, which was refused before",
  },
  {
    where: {
      "src/lifecycle/rule.ts": {
        validationRule: 7,
        intentRule: 7,
        acceptanceRule: 6,
        absenceRule: 7,
        cleanupRule: 7,
      },
      "src/lifecycle/guard.ts": { withoutTx: 1 },
      "rust/src/guard.rs": { without_tx: 1 },
    },
    why:
      "An act on a transaction where there is none is answered by the guard, and alike by the rule behind it; only one of the two is heard",
  },
  {
    where: { "src/lifecycle/value.ts": { sameKey: 2, sameProjection: 5 } },
    why:
      "Keys are compared within the task that both of them name, in the graph that the guard has compared; displays that differ in their kind differ in their fields",
  },
  {
    where: { "src/lifecycle/event.ts": { sameData: 2, isObject: 1 } },
    why:
      "Events of one type have the same fields, and none of them is an object in one and not in the other",
  },
  {
    where: { "src/lifecycle/state.ts": { satisfies: 1 } },
    why: "A native task has no trust to ask for",
  },
  {
    where: {
      "src/lifecycle/reduce.ts": { latchReady: 2, conclude: 1, stored: 1 },
      "src/lifecycle/readiness.ts": { wait: 1 },
      "src/lifecycle/moves.ts": { withWorker: 1, loseClosed: 2 },
      "src/lifecycle/task_rule.ts": { currentRule: 1 },
      "src/lifecycle/table.ts": { append: 2 },
    },
    why: "It saves work: what it skips would change nothing, or copy what is equal",
  },
  {
    where: { "src/lifecycle/state.ts": { satisfiedIn: 1 } },
    why: "Only a declared task is asked for: a dependency is one",
  },
  {
    where: { "src/lifecycle/event.ts": { showsGone: 1 } },
    why: "No other act has a role",
  },
  {
    where: { "src/lifecycle/state.ts": { live: 5 } },
    why:
      "A success is refused before anything asks whether the attempt is live; a phase without a case gets no answer, which counts as not live",
  },
  {
    where: { "src/lifecycle/task_rule.ts": { grantRule: 1 } },
    why: "At the bound both sides give the same sum",
  },
  {
    where: { "src/lifecycle/task_rule.ts": { trustRule: 1 } },
    why: "Only a legacy task that is done gets there",
  },
  {
    where: { "src/lifecycle/task_rule.ts": { clearRule: 2 } },
    why: "The latch, which is set after every applied event, sets what this leaves out",
  },
  {
    where: {
      "src/lifecycle/task_rule.ts": { unearned: 1 },
      "src/lifecycle/value.ts": { withoutReceipt: 1 },
    },
    why: "A missing projection has neither status nor receipt",
  },
  {
    where: { "src/lifecycle/table.ts": { rows: 1 } },
    why: "A list that grows in place of one that is long enough from the start",
  },
  {
    where: {
      "src/lifecycle/event.ts": { failureOf: 17 },
      "rust/src/store.rs": { "State::evidence": 1 },
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
