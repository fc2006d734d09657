/**
 * The report as Markdown, for a job summary or a comment.
 *
 * Verdict, stages, counts, what is wrong.
 */
import type { Diagnostic } from "../../src/platform/diagnostic.ts";
import { counted } from "../../src/platform/text/counted.ts";
import type { Report, StageReport, StageStatus } from "../../src/gate/report/report.ts";
import { clippedLines, clippedPrintable, duration, styleFor } from "./style.ts";
import { placeOf, titleLine, verdictLine } from "./text.ts";

/**
 * Findings that are shown, and their size in bytes.
 *
 * A job summary holds no more than a mebibyte.
 */
const SHOWN = 20;
const FINDINGS_SIZE = 700_000;
/**
 * Longest texts, in characters.
 *
 * Of a finding's detail, on a line of its own, and within a line.
 */
const DETAIL_LENGTH = 8_000;
const LINE_LENGTH = 1_000;
const WORD_LENGTH = 100;

const MARKS: Readonly<Record<StageStatus, string>> = {
  passed: "✅ passed",
  failed: "❌ failed",
  skipped: "➖ skipped",
  blocked: "⚠️ blocked",
};

/** The document, with a final line end. */
export function renderMarkdown(report: Report): string {
  const plain = styleFor(false);
  return [
    `## ${report.ok ? "✅" : "❌"} ${escaped(verdictLine(report, plain))}`,
    "",
    escaped(titleLine(report.lean, plain)),
    "",
    ...stageTable(report.stages),
    "",
    ...countLines(report),
    ...coverageLines(report),
    ...engineLines(report),
    ...findingSections(report),
  ].join("\n").trimEnd() + "\n";
}

function stageTable(stages: readonly StageReport[]): string[] {
  return [
    "| stage | | what it found | time |",
    "| --- | --- | --- | ---: |",
    ...stages.map(({ name, status, summary, ms, findings }) => {
      const ran = status === "passed" || status === "failed";
      const errors = findings.filter(({ severity }) => severity === "error").length;
      const also = errors > 0 ? ` (${counted(errors, "error")})` : "";
      return `| ${name} | ${MARKS[status]} | ${escaped(summary)}${also} | ${
        ran ? duration(ms) : ""
      } |`;
    }),
  ];
}

function countLines({ counts }: Report): string[] {
  const said = Object.entries(counts).map(([name, count]) => `${count} ${escaped(name)}`);
  return said.length === 0 ? [] : [`**Counts:** ${said.join(" · ")}`, ""];
}

function coverageLines({ coverage }: Report): string[] {
  if (coverage === null) return [];
  const { reachable, hit, missing, unusedReasons, unusedEffects } = coverage;
  const unused = [...unusedReasons, ...unusedEffects];
  return [
    `**Coverage:** ${hit} of ${reachable} cells of the model's table` +
    (missing.length === 0 ? "" : `, ${missing.length} missing`) +
    (unused.length === 0 ? "" : `; never: ${unused.slice(0, SHOWN).map(code).join(", ")}`) +
    (unused.length <= SHOWN ? "" : ` and ${unused.length - SHOWN} more`),
    "",
  ];
}

function engineLines({ engines }: Report): string[] {
  if (engines.length === 0) return [];
  const said = engines.map(({ name, version, traces, steps }) =>
    `${code(`${name} ${version}`)} ${counted(traces, "trace")}, ${counted(steps, "step")}`
  );
  return [`**Engines:** ${said.join(" · ")}`, ""];
}

/** Errors first; the first divergence is open, for it is what the reader came for. */
function findingSections({ stages }: Report): string[] {
  const all = stages.flatMap(({ name, findings }) =>
    findings.map((finding) => ({ stage: name, finding }))
  );
  const rank = ({ severity }: Diagnostic) => severity === "error" ? 0 : 1;
  const sorted = all.toSorted((a, b) => rank(a.finding) - rank(b.finding));
  const open = sorted.find(({ finding }) => finding.code.startsWith("divergence")) ?? sorted[0];
  const sections = sorted.slice(0, SHOWN).map((each) =>
    findingSection(each.stage, each.finding, each === open)
  );
  const shown = fitting(sections);
  const more = sorted.length - shown.length;
  return [
    ...(sorted.length === 0 ? [] : ["### Findings", ""]),
    ...shown.flat(),
    ...(more > 0 ? [`… and ${counted(more, "finding")} more: see the JSON report.`] : []),
  ];
}

/** The first of the sections, as many as the summary has room for. */
function fitting(sections: readonly string[][]): readonly string[][] {
  const encoder = new TextEncoder();
  let size = 0;
  const end = sections.findIndex((lines) => {
    size += encoder.encode(lines.join("\n")).length;
    return size > FINDINGS_SIZE;
  });
  return end === -1 ? sections : sections.slice(0, end);
}

function findingSection(stage: string, finding: Diagnostic, open: boolean): string[] {
  const { severity, message, hint, detail } = finding;
  const place = placeOf(finding).replace(/:$/, "");
  const head = `${severity === "error" ? "❌" : "⚠️"} <b>${html(stage)}</b> <code>${
    html(finding.code)
  }</code> ${html(message)}`;
  return [
    `<details${open ? " open" : ""}><summary>${head}</summary>`,
    "",
    ...(place === "" ? [] : [`<code>${escaped(place)}</code>`, ""]),
    ...(detail === undefined ? [] : [...fenced(detail), ""]),
    ...(hint === undefined ? [] : [`**help:** ${escaped(hint)}`, ""]),
    "</details>",
    "",
  ];
}

/** Text on one line in which nothing is markup, a mention or a link. */
function escaped(text: string, length: number = LINE_LENGTH): string {
  // Before the entities, which hold a `#`.
  return entities(onOneLine(text, length).replaceAll(/[\\`*_{}[\]#|~]/g, "\\$&"));
}

/** The same between tags of a block, where Markdown does not go on. */
function html(text: string): string {
  return entities(onOneLine(text, LINE_LENGTH));
}

function onOneLine(text: string, length: number): string {
  // Blanks in a row are one; a text of hardly anything else may lose its end.
  return clippedPrintable(text.slice(0, 8 * length).replaceAll(/\s+/g, " "), length);
}

function entities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;")
    // An address alone would be a link.
    .replaceAll("://", "&#58;//").replaceAll(/\b(www)\./gi, "$1&#46;")
    // GitHub reads two of them as the ends of a formula, but not in a tag of their own.
    .replaceAll("$", "<span>$</span>");
}

/**
 * A span of code.
 *
 * Between inline tags Markdown goes on, so its marks are escaped there too.
 */
function code(text: string): string {
  return `<code>${escaped(text, WORD_LENGTH)}</code>`;
}

/** A block of code, whose fence is longer than any within. */
function fenced(text: string): string[] {
  const shown = clippedPrintable(clippedLines(text, 2 * LINE_LENGTH), DETAIL_LENGTH);
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}text`, ...shown.split("\n"), fence];
}
