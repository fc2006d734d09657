/**
 * What the fuzzer draws for each event: a few small numbers, which {@linkcode intentOf} reads as an
 * intent. What exactly is said then follows from where the tasks stand (`guide.ts`), so that a list from
 * which events are taken still makes sense. The smaller a number, the plainer what it stands for.
 */
import type { WireEventType } from "../wire.ts";

/** The drawn numbers: what, who, aim, pick, more, wait. */
export type Draw = readonly [number, number, number, number, number, number];

/** Which attempt an event is about, seen from the task as it stands then. */
export type Aim =
  | "current"
  | "closed"
  | "last"
  | "next"
  | "besideGeneration"
  | "besideAttempt"
  | "besideFence"
  | "elsewhere";

/** What an event is to be. */
export interface Intent {
  /**
   * `advance`: whatever brings the task nearer to its success. `again`: an earlier event once more.
   * Otherwise a type of event.
   */
  readonly what: "advance" | "again" | WireEventType;
  /** Id of the task. */
  readonly task: number;
  readonly aim: Aim;
  /** Which of several values: 0 to 15, the usual one up to 11. */
  readonly pick: number;
  /** As `pick`, for a second choice. */
  readonly more: number;
  /** After how many further events this one is delivered. */
  readonly wait: number;
}

/** How many of the draws stand for each thing, the plainest first. */
const WHAT: readonly (readonly [Intent["what"], number])[] = [
  ["advance", 28],
  ["FailRequested", 1],
  ["ProcessExited", 3],
  ["ProviderFault", 1],
  ["OwnerLost", 1],
  ["AttemptReleased", 2],
  ["KillRequested", 2],
  ["AbandonRequested", 2],
  ["RetryRequested", 2],
  ["ReopenRequested", 1],
  ["HoldCleared", 2],
  ["RetriesGranted", 1],
  ["LegacyTrusted", 1],
  ["DependencyWaived", 2],
  ["ConvergeRequested", 2],
  ["ProjectionObserved", 3],
  ["LateCommitSeen", 1],
  ["AttemptClaimed", 3],
  ["FinishBegun", 1],
  ["CandidateValidated", 2],
  ["PromotionIntended", 1],
  ["OutcomeAccepted", 2],
  ["PromotionProbed", 3],
  ["CleanupRecorded", 2],
  ["TaskDeclared", 1],
  ["LegacyImported", 2],
  ["again", 3],
];

const WHATS = WHAT.flatMap(([what, share]) => new Array<Intent["what"]>(share).fill(what));
const TASKS = [1, 1, 1, 1, 2, 2, 2, 3];
const AIMS: readonly Aim[] = [
  ...new Array<Aim>(9).fill("current"),
  "last",
  "closed",
  "closed",
  "next",
  "besideGeneration",
  "besideAttempt",
  "besideFence",
  "elsewhere",
];

/** Largest value of each number of a draw. */
export const DRAW_MAX: Draw = [WHATS.length - 1, TASKS.length - 1, AIMS.length - 1, 15, 15, 15];

/** Reads a draw. */
export function intentOf([what, who, aim, pick, more, wait]: Draw): Intent {
  return {
    what: WHATS[what]!,
    task: TASKS[who]!,
    aim: AIMS[aim]!,
    pick,
    more,
    wait: wait <= 12 ? 0 : 2 ** (wait - 13),
  };
}
