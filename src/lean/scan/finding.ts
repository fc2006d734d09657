/** What the scan reports, and what a rule is. */
import type { Severity } from "../../platform/diagnostic.ts";
import type { ScanOptions, Source } from "./syntax/source.ts";

/** One place where something unproved can pass for proved. */
export interface ScanFinding {
  /** Id of the rule, one of those `RULES` lists, or `baseline_stale`. */
  readonly rule: string;
  /** `error` fails the scan; `warning` is only shown. */
  readonly severity: Severity;
  /** The file's name as the caller gave it. */
  readonly file: string;
  /** 1-based line; lines end at a line feed only. */
  readonly line: number;
  /** 1-based column in code points. */
  readonly column: number;
  /** Column after the token's last code point on `line`. */
  readonly endColumn: number;
  /** The offending token as it is spelled. */
  readonly token: string;
  /** One sentence: upper-case start, no final period, values quoted. */
  readonly message: string;
  /** Full name of the declaration the token belongs to, when one is known. */
  readonly declaration?: string;
  /** What to do about it, where that is not the rule's own fix. */
  readonly hint?: string;
}

/** How a rule reports: the token it blames, what is wrong, and what differs from the rule's defaults. */
export type Report = (token: number, message: string, changes?: ReportChanges) => void;

/** Departures from a rule's own id and severity. */
export interface ReportChanges {
  /** Id to report under. */
  readonly rule?: string;
  /** Severity to report with. */
  readonly severity?: Severity;
}

/** What `lean-gate explain` prints of a rule. */
export interface RuleText {
  /** Stable identifier in `lower_snake_case`. */
  readonly id: string;
  /** Severity of its findings, unless one says otherwise. */
  readonly severity: Severity;
  /** Why the construct lets something unproved pass. */
  readonly explanation: string;
  /** What to write instead. */
  readonly fix: string;
  /** A whole Lean file on which the rule is silent. */
  readonly good: string;
  /** A whole Lean file on which the rule reports. */
  readonly bad: string;
}

/** A rule over tokens. */
export interface Rule extends RuleText {
  /**
   * Words without which the rule has nothing to say, each of three or more code units. A file whose
   * text holds none of any rule's words is never split into tokens.
   */
  readonly triggers: readonly string[];
  /**
   * A cheap look at the raw UTF-8 around a trigger: false only when no token there can matter, with
   * comments and strings in mind. It spares files from being split for common words.
   */
  readonly filter?: (
    bytes: Uint8Array,
    offset: number,
    word: string,
    options: ScanOptions,
  ) => boolean;
  /** Judges token `at`, in which the trigger `word` was found: no comment, string or character. */
  check(source: Source, at: number, word: string, report: Report): void;
}

/** A rule that the scan found broken, and where. */
export interface ScannedPlace {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
}
