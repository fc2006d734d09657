/** The report as one HTML page that needs nothing but itself: no network, no other file. */
import type { Coverage } from "../../../src/replay/coverage/coverage.ts";
import { matrixOf } from "../../../src/replay/coverage/matrix.ts";
import type { Report } from "../../../src/gate/report/report.ts";
import type { Outputs } from "../../../src/gate/stages/stage.ts";
import type { ViewProcess } from "../../../src/replay/view/module.ts";
import { jsonFinding } from "../json.ts";
import { duration, styleFor } from "../style.ts";
import { titleLine, verdictLine } from "../text.ts";
import { PROGRAM, STYLE } from "./assets.ts";
import { plainBlock } from "./block.ts";
import { explorerData } from "./explorer_data.ts";

/** What a page shows. */
export interface Page {
  readonly report: Report;
  /** What the stages left: the traces, and what the engines answered. */
  readonly outputs: Partial<Outputs>;
  readonly view?: ViewProcess;
}

/** The document. `maxSteps` bounds what it holds of the traces. */
export async function renderPage(
  { report, outputs, view }: Page,
  maxSteps?: number,
): Promise<string> {
  const explorer = await explorerData(outputs.replay, view, maxSteps);
  const plain = styleFor(false);
  const meta = {
    verdict: verdictLine(report, plain),
    title: titleLine(report.lean, plain),
    ok: report.ok,
    stages: report.stages.map((stage) => ({
      ...stage,
      time: duration(stage.ms),
      findings: stage.findings.map(jsonFinding),
    })),
    engines: report.engines,
    divergences: report.divergences,
    coverage: outputs.coverage === undefined ? null : coverageOf(outputs.coverage),
    explorer: explorer?.meta ?? null,
  };
  return [
    "<!DOCTYPE html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${await policy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>lean-gate: ${report.ok ? "agreed" : "not agreed"}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    '<div id="app"><noscript>This report needs JavaScript; it loads nothing.</noscript></div>',
    plainBlock("meta", meta),
    // Before the traces: the first view needs none of them.
    `<script>${PROGRAM}</script>`,
    ...(explorer?.blocks ?? []),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

/** Nothing may be fetched, and only this style and this program count. */
async function policy(): Promise<string> {
  return [
    "default-src 'none'",
    `style-src '${await sourceHash(STYLE)}'`,
    `script-src '${await sourceHash(PROGRAM)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

async function sourceHash(source: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(source));
  return `sha256-${new Uint8Array(digest).toBase64()}`;
}

/** The matrix as lists: rows of events, with the cells of each. */
function coverageOf(covered: Coverage) {
  const { phases, rows } = matrixOf(covered);
  return {
    phases,
    rows: rows.map(({ event, entries }) => ({
      event,
      cells: [...entries.values()].flat().map(({ cell, hits }) => [cell[1], cell[2], hits]),
    })),
    unlisted: covered.unlisted.map(({ cell, hits }) => [...cell, hits]),
    unused: [...covered.unusedReasons, ...covered.unusedEffects],
  };
}
