/** The forms that a report has, by name. */
import { type Diagnostic, EXIT_CODES } from "../../src/platform/diagnostic.ts";
import type { Host } from "../../src/platform/host/host.ts";
import type { Report } from "../../src/gate/report/report.ts";
import { RULES } from "../../src/lean/scan/rules/rules.ts";
import type { Project } from "../../src/gate/config/project.ts";
import type { Outputs } from "../../src/gate/stages/stage.ts";
import { openView } from "../../src/replay/view/module.ts";
import { githubLines } from "./github.ts";
import { renderPage } from "./html/page.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderSarif } from "./sarif.ts";
import { styleFor } from "./style.ts";
import { renderText } from "./text.ts";

/** Names of the forms. */
export const FORMATS = ["text", "json", "github", "sarif", "junit", "markdown", "html"] as const;
/** One of {@linkcode FORMATS}. */
export type Format = typeof FORMATS[number];

/** What a run left for its renderers. */
export interface Result {
  readonly report: Report;
  /** What the stages left to one another, for a report that shows more than findings. */
  readonly outputs: Partial<Outputs>;
  /** Absent when the config could not be read. */
  readonly project?: Project;
  /** Path from the repository's root to the project; may be empty. */
  readonly folder: string;
}

/**
 * The report in one of its forms, each a whole document.
 *
 * @throws GateError (set-up) `view_module_failed`, `view_module_malformed`
 */
export async function render(format: Format, result: Result, host: Host): Promise<string> {
  const { report, outputs, project, folder } = result;
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
    case "html": {
      const module = project?.config.view?.module;
      if (module === undefined) return await renderPage({ report, outputs });
      await using view = await openView(module, project!.root, host);
      return await renderPage({ report, outputs, view });
    }
  }
}

function findingsOf({ stages }: Report): readonly Diagnostic[] {
  return stages.flatMap(({ findings }) => findings);
}
