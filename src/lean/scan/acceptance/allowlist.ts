/** The allowlist of a project's configuration: findings that someone has accepted, with a reason. */
import type { Position } from "../../../platform/text/position.ts";
import { posix } from "node:path";
import type { ScanFinding } from "../finding.ts";
import { findRule } from "../rules/rules.ts";
import { allow } from "../rules/input.ts";

/** One accepted finding, or several of one rule in one file or declaration. */
export interface AllowlistEntry {
  /** Id of the rule. */
  readonly rule: string;
  /** The file as findings name it, a folder, or a pattern such as `Old/**`. */
  readonly file: string;
  /** Full name of the declaration; without it the entry covers the whole file. */
  readonly declaration?: string;
  /** Why the finding is accepted; not blank. */
  readonly reason: string;
  /** Last day on which the entry holds, as `YYYY-MM-DD`. */
  readonly expires?: string;
  /** Where it stands in the config. */
  readonly place?: Position;
}

/** What an allowlist makes of the findings. */
export interface AllowlistResult {
  /** The findings that no entry covers, then one for each entry that is itself wrong. */
  readonly findings: readonly ScanFinding[];
  /** The findings that an entry covers. */
  readonly allowed: readonly AllowedFinding[];
}

/** A finding with the entry that covers it. */
export interface AllowedFinding {
  /** What was found. */
  readonly finding: ScanFinding;
  /** The first entry that covers it. */
  readonly entry: AllowlistEntry;
}

/**
 * Applies `entries` to `findings`. `today` is the day as `YYYY-MM-DD`; `config` names the file that
 * findings about the entries themselves are reported in.
 *
 * An entry that names no rule, has no reason, has expired or covers nothing is a finding of rule
 * `allow`, and covers nothing.
 */
export function applyAllowlist(
  findings: readonly ScanFinding[],
  entries: readonly AllowlistEntry[],
  today: string,
  config = "lean-gate.jsonc",
): AllowlistResult {
  const valid: AllowlistEntry[] = [];
  const problems: ScanFinding[] = [];
  for (const entry of entries) {
    const problem = problemOf(entry, today);
    if (problem === undefined) valid.push(entry);
    else problems.push(toFinding(entry, problem, config));
  }
  const rest: ScanFinding[] = [];
  const allowed: AllowedFinding[] = [];
  const used = new Set<AllowlistEntry>();
  for (const finding of findings) {
    const covering = valid.filter((entry) => covers(entry, finding));
    const [entry] = covering;
    if (entry === undefined) rest.push(finding);
    else allowed.push({ finding, entry });
    for (const one of covering) used.add(one);
  }
  for (const entry of valid) {
    if (!used.has(entry)) problems.push(toFinding(entry, "matches no finding", config));
  }
  return { findings: [...rest, ...problems], allowed };
}

function covers(entry: AllowlistEntry, finding: ScanFinding): boolean {
  return entry.rule === finding.rule && matches(entry.file, finding.file) &&
    (entry.declaration === undefined || entry.declaration === finding.declaration);
}

/** Whether a file is the one, in the folder or of the pattern that an entry names. */
export function matches(named: string, file: string): boolean {
  return named === file || file.startsWith(`${named}/`) ||
    (named.includes("*") && posix.matchesGlob(file, named));
}

function problemOf(entry: AllowlistEntry, today: string): string | undefined {
  if (findRule(entry.rule) === undefined || entry.rule === allow.id) {
    return "names no rule that can be allowed";
  }
  if (entry.reason.trim() === "") return "gives no reason";
  if (entry.expires === undefined) return undefined;
  if (!isDay(entry.expires)) {
    return `expires on '${entry.expires}', which is not a day 'YYYY-MM-DD'`;
  }
  return entry.expires < today ? `expired on '${entry.expires}'` : undefined;
}

/** Whether `day` is a day of the calendar; then days compare as text. */
function isDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function toFinding(entry: AllowlistEntry, problem: string, config: string): ScanFinding {
  const where = entry.declaration === undefined
    ? entry.file
    : `${entry.file}, ${entry.declaration}`;
  return {
    rule: allow.id,
    severity: allow.severity,
    file: config,
    line: entry.place?.line ?? 1,
    column: entry.place?.column ?? 1,
    endColumn: entry.place?.column ?? 1,
    token: entry.rule,
    message: `The allowlist entry for '${entry.rule}' in '${where}' ${problem}`,
    hint: "Correct the entry, or remove it.",
  };
}
