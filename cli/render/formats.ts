/** The forms that a report has, by name. */
import { type Diagnostic, EXIT_CODES } from "../../src/diagnostic.ts";
import type { Report } from "../../src/report/report.ts";
import { RULES } from "../../src/scan/rules.ts";
import { githubLines } from "./github.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderSarif } from "./sarif.ts";
import { styleFor } from "./style.ts";
import { renderText } from "./text.ts";

/** Names of the forms. */
export const FORMATS = ["text", "json", "github", "sarif", "junit", "markdown"] as const;
/** One of {@linkcode FORMATS}. */
export type Format = typeof FORMATS[number];

/** What a run left for its renderers. */
export interface Result {
  readonly report: Report;
  /** Leads from the root of the repository to the project, whose paths the findings have; may be empty. */
  readonly folder: string;
}

/** The report in one of its forms, each a whole document. */
export function render(format: Format, { report, folder }: Result): string {
  switch (format) {
    case "text":
      return renderText(report, styleFor(false));
    case "json":
      return renderJson(report);
    case "github":
      return githubLines(findingsOf(report), folder);
    case "sarif": {
      const completed = report.exitCode === 0 || report.exitCode === EXIT_CODES.verdict;
      return renderSarif(findingsOf(report), { rules: RULES, folder, completed });
    }
    case "junit":
      return renderJunit(report);
    case "markdown":
      return renderMarkdown(report);
  }
}

function findingsOf({ stages }: Report): readonly Diagnostic[] {
  return stages.flatMap(({ findings }) => findings);
}
