/** The result of a scan, in each of its forms. */
import { type Diagnostic, EXIT_CODES, type GateError } from "../../src/platform/diagnostic.ts";
import { posix } from "node:path";
import type { InlineAllowed } from "../../src/lean/scan/acceptance/inline_allow.ts";
import { counted } from "../../src/platform/text/counted.ts";
import type { ScanFinding } from "../../src/lean/scan/finding.ts";
import { RULES } from "../../src/lean/scan/rules/rules.ts";
import { acceptedText, toDiagnostic } from "../../src/gate/stages/scan.ts";
import { githubLines } from "./github.ts";
import { jsonFinding } from "./json.ts";
import { renderSarif } from "./sarif.ts";
import type { Style } from "./style.ts";
import { findingLines } from "./text.ts";

/** Version of the JSON document's shape. */
const SCAN_SCHEMA = "lean-gate/scan/1";

/** Names of the forms. */
export const SCAN_FORMATS = ["text", "json", "github", "sarif"] as const;
/** One of {@linkcode SCAN_FORMATS}. */
export type ScanFormat = typeof SCAN_FORMATS[number];

/** What a scan came to; paths are relative to the working directory. */
export interface ScanResult {
  /** How many files were scanned. */
  readonly files: number;
  readonly findings: readonly ScanFinding[];
  /** Findings that the allowlist and the baseline cover. */
  readonly allowed: number;
  readonly known: number;
  /** Findings that comments allow. */
  readonly inline: readonly InlineAllowed[];
}

/** How many findings are shown without a table of them. */
const FEW = 20;

/** One JSON document: the findings in full. */
export function scanJson({ files, findings, allowed, known, inline }: ScanResult): string {
  return document({ files, allowed, allowedInline: inline, baselined: known, findings });
}

/** The lines of the findings, then what they add up to. */
export function scanText(
  { files, findings, allowed, known, inline }: ScanResult,
  framed: readonly Diagnostic[],
  style: Style,
): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const summary = [
    counted(files, "file"),
    counted(errors, "error"),
    counted(findings.length - errors, "warning"),
    ...acceptedText(allowed, known, inline),
  ].join(", ");
  const shown = framed.map((finding) => findingLines(finding, style));
  return [...shown, ...findings.length > FEW ? table(findings) : [], summary, ""].join("\n");
}

/** How many findings there are of each rule in each folder, the most first. */
function table(findings: readonly ScanFinding[]): string[] {
  const groups = Map.groupBy(
    findings,
    ({ rule, severity, file }) => `${severity}[${rule}] in ${posix.dirname(file)}`,
  );
  const rows = [...groups].map(([name, { length }]) => ({ name, length }))
    .sort((a, b) => b.length - a.length);
  const width = String(rows[0]?.length ?? 0).length;
  return rows.map(({ name, length }) => `${String(length).padStart(width)}  ${name}`);
}

/** Annotations, or a log; `folder` leads from the root of the repository to the working directory. */
export function scanReport(
  format: "github" | "sarif",
  findings: readonly ScanFinding[],
  folder: string,
): string {
  const diagnostics = findings.map(toDiagnostic);
  return format === "github"
    ? githubLines(diagnostics, folder)
    : renderSarif(diagnostics, { rules: RULES, folder });
}

/** Placeholder document for a scan without a result. */
export function scanFailure(format: ScanFormat, { kind, diagnostic }: GateError): string {
  switch (format) {
    case "text":
      return "";
    case "json":
      return document({
        files: 0,
        allowed: 0,
        allowedInline: [],
        baselined: 0,
        findings: [],
        error: jsonFinding(diagnostic),
      });
    case "github":
      return githubLines([diagnostic]);
    case "sarif":
      return renderSarif([diagnostic], {
        rules: RULES,
        completed: EXIT_CODES[kind] === EXIT_CODES.verdict,
      });
  }
}

function document(content: Record<string, unknown>): string {
  return JSON.stringify({ schema: SCAN_SCHEMA, ...content }, null, 2) + "\n";
}
