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
        failureRule: 4,
        exitZeroRule: 4,
        finishRule: 4,
        releaseRule: 1,
        killRule: 1,
        lateCommitRule: 1,
      },
      "src/lifecycle/state.ts": { txOf: 1 },
      "src/lifecycle/task_rule.ts": {
        abandonRule: 1,
        retryRule: 1,
      },
    },
    why: "A current attempt is never cancelled: what cancels it leaves the task without one",
  },
  {
    where: { "src/lifecycle/task_rule.ts": { claimRefusal: 3 } },
    why:
      "A failed task is not ready either, and its claim is refused alike; a current attempt is never cancelled",
  },
  {
    where: {
      "src/lifecycle/rule.ts": {
        validationRule: 7,
        intentRule: 7,
        acceptanceRule: 7,
        absenceRule: 7,
        cleanupRule: 7,
      },
      "src/lifecycle/guard.ts": { withoutTx: 2 },
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
      "src/lifecycle/reduce.ts": { latchReady: 4 },
      "src/lifecycle/readiness.ts": { wait: 1, waitersOf: 1 },
    },
    why:
      "It spares work or satisfies the type checker: what it passes over would be found to be nothing, what it takes for absent is there",
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
