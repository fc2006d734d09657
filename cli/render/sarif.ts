/** Findings as a SARIF 2.1.0 log: the Static Analysis Results Interchange Format of OASIS. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Diagnostic, Location, Severity } from "../../src/platform/diagnostic.ts";
import { VERSION } from "../version.ts";

/** What a log says of a rule. */
export interface SarifRule {
  readonly id: string;
  readonly severity: Severity;
  readonly explanation: string;
  readonly fix: string;
}

/** What a log says besides its findings. */
export interface SarifRun {
  /** The rules behind the findings' codes, as far as they are described. */
  readonly rules?: readonly SarifRule[];
  /** Path from the repository's root to the base of the paths; may be empty. */
  readonly folder?: string;
  /** Whether the run came to its end; the verdict may well be no. */
  readonly completed?: boolean;
}

/** Base of all paths in the log; its reader resolves it. */
const ROOT = "%SRCROOT%";

/**
 * The log, with a final line end. Columns are code points. A finding without a place is no result, for
 * readers refuse those, but a notification of the run.
 */
export function renderSarif(findings: readonly Diagnostic[], run: SarifRun = {}): string {
  const { rules = [], folder = "", completed = true } = run;
  const described = new Map(rules.map((rule) => [rule.id, rule]));
  const located = findings.filter(({ location }) => location !== undefined);
  // The errors come first where not all can be shown.
  const placed = located.length <= MAX_RESULTS ? located : located
    .toSorted((a, b) => Number(a.severity === "warning") - Number(b.severity === "warning"))
    .slice(0, MAX_RESULTS);
  const others = [
    ...findings.filter(({ location }) => location === undefined),
    ...leftOut(located.length - placed.length),
  ];
  const codes = [...placed, ...others].map(({ code }) => code);
  const ids = [...new Set([...described.keys(), ...codes])];
  const index = new Map(ids.map((id, at) => [id, at]));
  const fingerprintOf = fingerprints();
  const textOf = (finding: Diagnostic) => ({ text: text(finding, described.has(finding.code)) });
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: "lean-gate",
          semanticVersion: VERSION,
          rules: ids.map((id) => descriptor(id, described.get(id))),
        },
      },
      columnKind: "unicodeCodePoints",
      originalUriBaseIds: { [ROOT]: { description: { text: "The root of the repository" } } },
      invocations: [{
        executionSuccessful: completed,
        toolExecutionNotifications: others.map((finding) => ({
          associatedRule: { id: finding.code, index: index.get(finding.code) },
          level: finding.severity,
          message: textOf(finding),
        })),
      }],
      results: placed.map((finding) => ({
        ruleId: finding.code,
        ruleIndex: index.get(finding.code),
        level: finding.severity,
        message: textOf(finding),
        locations: [{ physicalLocation: physical(finding.location!, folder) }],
        partialFingerprints: { primaryLocationLineHash: fingerprintOf(finding) },
      })),
    }],
  };
  return JSON.stringify(log, null, 2) + "\n";
}

/** GitHub refuses a run with more results. */
const MAX_RESULTS = 25_000;

/** What the log says of results that it has no room for. */
function leftOut(count: number): Diagnostic[] {
  if (count === 0) return [];
  return [{
    code: "results_left_out",
    severity: "warning",
    message: `Left out the last ${count} of the results: a run has room for ${MAX_RESULTS}`,
    hint: "Scan folders of the project one by one, or take up known findings in a baseline.",
  }];
}

/**
 * Fingerprints that stay the same while the lines around a finding change: by its code, file and message, and
 * a number where several are alike.
 */
function fingerprints(): (finding: Diagnostic) => string {
  const seen = new Map<string, number>();
  return ({ code, message, location }) => {
    const hash = createHash("sha256").update([code, location?.file, message].join("\0"))
      .digest("hex").slice(0, 16);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    return `${hash}:${number}`;
  };
}

function descriptor(id: string, rule: SarifRule | undefined) {
  if (rule === undefined) return { id };
  const { severity, explanation, fix } = rule;
  return {
    id,
    shortDescription: { text: firstSentence(explanation) },
    fullDescription: { text: explanation },
    help: { text: `${explanation}\n\n${fix}` },
    defaultConfiguration: { level: severity },
  };
}

/** What the rule's own help says is not said again. */
function text({ message, detail, hint }: Diagnostic, described: boolean): string {
  return [message, detail, described ? undefined : hint]
    .filter((part) => part !== undefined).join("\n\n");
}

function physical({ file, line, column, endLine, endColumn }: Location, folder: string) {
  const artifactLocation = posix.isAbsolute(file)
    ? { uri: `file://${encoded(file)}` }
    : { uri: encoded(posix.join(folder, file)), uriBaseId: ROOT };
  if (line === undefined) return { artifactLocation };
  const region = {
    startLine: line,
    ...(column === undefined ? {} : { startColumn: column }),
    ...(endLine === undefined ? {} : { endLine }),
    // An end without a start would cover the line up to there.
    ...(column === undefined || endColumn === undefined ? {} : { endColumn }),
  };
  return { artifactLocation, region };
}

function encoded(path: string): string {
  return path.split("/").map((part) => encodeURIComponent(part.toWellFormed())).join("/");
}

function firstSentence(explanation: string): string {
  return /^.*?[.](?=\s|$)/s.exec(explanation)?.[0] ?? explanation;
}
