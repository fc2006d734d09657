/**
 * What the numbers of events stand for. The reducer decides by numbers alone; the effects need the
 * commit, file or text behind them, and readers want names. Facts are recorded with the event, in
 * the same durable write.
 */
import type { Key } from "../lifecycle/value.ts";

/** What a service works on; all paths are relative to the store. */
export interface Settings {
  /** Git repository, `null` when nothing is landed. */
  readonly repository: string | null;
  /** Full name of the integration branch, e.g. `refs/heads/integration`. */
  readonly branch: string | null;
  /** Folder for what is delivered. */
  readonly outbox: string;
}

/** A program and its arguments. */
export type Argv = readonly [string, ...string[]];

/** What a worker offers as its result. */
export type Candidate =
  /** A commit, to be landed on the integration branch. */
  | { readonly type: "commit"; readonly commit: string; readonly worktree: string }
  /** A file, staged in the store under its transaction, to be delivered. */
  | {
    readonly type: "file";
    readonly name: string;
    readonly sha256: string;
    /** Where it was, relative to the store. */
    readonly path: string;
    /** The worktree that it is to be in, when there is a repository. */
    readonly worktree: string | null;
  }
  /** A text, to be reported. */
  | { readonly type: "text"; readonly text: string };

/** How the integration branch is to be moved. */
export interface Plan {
  /** The commit that the branch must be at. */
  readonly from: string;
  /** The commit that the branch comes to. */
  readonly to: string;
}

/** A transaction's attempt and candidate, and the plan of its next promotion. */
export interface Transaction {
  readonly key: Key;
  readonly candidate: Candidate;
  readonly plan?: Plan;
}

/** What is recorded with one event. */
export interface Facts {
  /** TaskDeclared, LegacyImported: the task's name. */
  readonly name?: string;
  /** TaskDeclared: the command of its worker. */
  readonly command?: Argv;
  /** AttemptClaimed: the attempt's worktree, relative to the store, and the commit it starts at. */
  readonly worktree?: string;
  readonly base?: string;
  /** AttemptClaimed: a supervisor holds the attempt's lock as long as it lives. */
  readonly supervised?: boolean;
  /** FinishBegun */
  readonly candidate?: Candidate;
  /** PromotionIntended, PromotionProbed: what the next promotion does. */
  readonly plan?: Plan;
  /** OutcomeAccepted, PromotionProbed: the commit, file or report that the receipt stands for. */
  readonly receipt?: string;
  /** LateCommitSeen: the commit. */
  readonly commit?: string;
  /** For readers: why. */
  readonly reason?: string;
}
