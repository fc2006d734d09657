/**
 * The findings that a project had when it took up the gate. The list is a ratchet: what is not on it
 * fails, and what is on it and no longer there must be taken off. Pure.
 *
 * A finding is known by its rule, file, declaration and token, not by its line: edits elsewhere in the
 * file change nothing.
 */
import { counted } from "../../../platform/text/counted.ts";
import type { ScanFinding } from "../finding.ts";
import { allow } from "../rules/input.ts";

/** Findings that are alike, and how many there are of them. */
export interface KnownFinding {
  readonly rule: string;
  /** Path relative to the folder of the baseline. */
  readonly file: string;
  /** Full name of the declaration; absent outside of any. */
  readonly declaration?: string;
  readonly token: string;
  /** At least 1. */
  readonly count: number;
}

/** What a baseline makes of the findings. */
export interface BaselineResult {
  /** The findings that it does not know, then one for each entry that is out of date. */
  readonly findings: readonly ScanFinding[];
  /** How many it knows. */
  readonly known: number;
}

/** Code of the finding about an entry that is out of date. */
export const BASELINE_STALE = "baseline_stale";

/** What a baseline is applied to. */
export interface Applying {
  /** Path of the baseline, for findings about it. */
  readonly file: string;
  /** Whether the scan can tell what there is in a file: it was scanned, or is gone. */
  readonly judges: (file: string) => boolean;
  /** Where the entry of that number stands in the baseline, both 1-based. */
  readonly placeOf: (index: number) => { readonly line: number; readonly column: number };
}

/** Applies the baseline. Which of more findings than it knows are the new ones nobody can say: all are reported. */
export function applyBaseline(
  findings: readonly ScanFinding[],
  baseline: readonly KnownFinding[],
  { file, judges, placeOf }: Applying,
): BaselineResult {
  const known = new Map(baseline.map((entry) => [keyOf(entry), entry.count]));
  const found = countsOf(findings);
  const rest: ScanFinding[] = [];
  for (const finding of findings) {
    const [here, before] = [found.get(keyOf(finding))!, known.get(keyOf(finding))];
    if (before === undefined) rest.push(finding);
    else if (here > before) {
      const message =
        `${finding.message}; there are ${here} such, where the baseline has ${before}`;
      rest.push({ ...finding, message });
    }
  }
  const stale = baseline.flatMap((entry, index) => {
    const left = found.get(keyOf(entry)) ?? 0;
    if (left >= entry.count || !judges(entry.file)) return [];
    return [staleFinding(entry, left, file, placeOf(index))];
  });
  return { findings: [...rest, ...stale], known: findings.length - rest.length };
}

/**
 * The baseline that fits `findings`. Without `grow` no entry is added and no count rises. Entries of
 * files that the scan cannot judge stay as they are.
 */
export function nextBaseline(
  findings: readonly ScanFinding[],
  baseline: readonly KnownFinding[],
  judges: (file: string) => boolean,
  grow: boolean,
): KnownFinding[] {
  const found = countsOf(findings);
  const next = new Map<string, KnownFinding>();
  for (const entry of baseline) {
    const here = judges(entry.file) ? found.get(keyOf(entry)) ?? 0 : entry.count;
    const count = grow ? here : Math.min(here, entry.count);
    if (count > 0) next.set(keyOf(entry), { ...entry, count });
  }
  for (const finding of grow ? findings : []) {
    const key = keyOf(finding);
    // An allowance that is wrong must be put right.
    if (next.has(key) || finding.rule === allow.id) continue;
    const { rule, file, declaration, token } = finding;
    const count = found.get(key)!;
    next.set(
      key,
      declaration === undefined
        ? { rule, file, token, count }
        : { rule, file, declaration, token, count },
    );
  }
  return [...next].sort(([a], [b]) => a < b ? -1 : 1).map(([, entry]) => entry);
}

/** How many findings a baseline stands for. */
export function sizeOf(baseline: readonly KnownFinding[]): number {
  return baseline.reduce((sum, { count }) => sum + count, 0);
}

function countsOf(findings: readonly ScanFinding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const key = keyOf(finding);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** What makes findings alike, as text that sorts by file. */
export function keyOf(
  { rule, file, declaration = "", token }: Omit<KnownFinding, "count">,
): string {
  return [file, declaration, rule, token].join("\0");
}

function staleFinding(
  { rule, file, declaration, token, count }: KnownFinding,
  left: number,
  baseline: string,
  place: { readonly line: number; readonly column: number },
): ScanFinding {
  const where = declaration === undefined ? `'${file}'` : `'${file}', '${declaration}'`;
  return {
    rule: BASELINE_STALE,
    severity: "error",
    file: baseline,
    ...place,
    endColumn: place.column + 1,
    token,
    message: `The baseline has ${counted(count, "finding")} of '${rule}' in ${where}, but ${
      left === 0 ? "none" : `only ${left}`
    } left`,
    hint: 'Shrink it with "lean-gate scan --write-baseline": what is gone must not come back.',
  };
}
