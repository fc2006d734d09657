/** The report as one JSON document. */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Report } from "../../src/report/report.ts";

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
