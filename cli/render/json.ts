/** The report as one JSON document. */
import type { Diagnostic, GateError } from "../../src/platform/diagnostic.ts";
import type { Report } from "../../src/gate/report/report.ts";

/** A finding with its place beside its other fields. */
export function jsonFinding({ location, ...finding }: Diagnostic): Record<string, unknown> {
  return { ...finding, ...location };
}

/** The document, with a final line end; `schema/report.json` describes it. */
export function renderJson(report: Report): string {
  const stages = report.stages.map((stage) => ({
    ...stage,
    findings: stage.findings.map(jsonFinding),
  }));
  return JSON.stringify({ ...report, stages }, null, 2) + "\n";
}

/** Placeholder when no document exists; text needs none. */
export function failureDocument(
  format: "text" | "json",
  schema: string,
): ((failure: GateError) => string) | undefined {
  if (format === "text") return undefined;
  return ({ diagnostic }) =>
    JSON.stringify({ schema, ok: false, error: jsonFinding(diagnostic) }, null, 2) + "\n";
}
