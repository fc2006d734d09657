/** The report as text: one line a stage, findings below, the verdict last. */
import { counted } from "../../src/platform/text/counted.ts";
import { type Diagnostic, EXIT_CODES } from "../../src/platform/diagnostic.ts";
import type { LeanReport, Report, StageReport } from "../../src/gate/report/report.ts";
import { duration, indent, printable, type Style } from "./style.ts";

/** Widest stage name, for alignment. */
export const NAME_WIDTH = 10;

/** First line of the report: which Lean it speaks of. */
export function titleLine(lean: LeanReport | null, style: Style): string {
  const used = lean === null
    ? "no Lean used"
    : `${lean.backend} Lean ${lean.version}, ${lean.isPinned ? "" : "not the "}pinned ${lean.pin}`;
  return style.bold(style.wrap(`lean-gate verify: ${used}`));
}

/** The whole report, with a final line end. */
export function renderText(report: Report, style: Style): string {
  return [
    titleLine(report.lean, style),
    ...report.stages.map((stage) => stageLines(stage, style)),
    verdictLine(report, style),
    "",
  ].join("\n");
}

/** A finished stage, with its findings. */
export function stageLines(stage: StageReport, style: Style): string {
  const { status, name, summary, ms, findings } = stage;
  const mark = {
    passed: style.good("✓"),
    failed: style.bad("✗"),
    skipped: style.dim("-"),
    blocked: style.warn("!"),
  }[status];
  const time = status === "passed" || status === "failed" ? style.dim(` (${duration(ms)})`) : "";
  const line = style.wrap(`${mark} ${name.padEnd(NAME_WIDTH)} ${printable(summary)}${time}`);
  return [line, ...findings.map((finding) => findingLines(finding, style, "    "))].join("\n");
}

/** A finding: place, severity, code and message; then hint and detail. */
export function findingLines(finding: Diagnostic, style: Style, margin = ""): string {
  const { severity, code, message, hint, detail } = finding;
  const paint = severity === "error" ? style.bad : style.warn;
  const place = placeOf(finding);
  const head = `${place === "" ? "" : `${style.bold(printable(place))} `}${
    paint(`${severity}[${code}]`)
  } ${printable(message)}`;
  const text = (lines: string, by: string) => style.wrap(indent(lines, margin + by));
  return [
    text(head, ""),
    ...(detail === undefined ? [] : [detailLines(printable(detail), margin + "  ", style)]),
    ...(hint === undefined ? [] : [text(`${style.dim("help:")} ${printable(hint)}`, "  ")]),
  ].join("\n");
}

/** Detail with marks below a line keeps its columns; other detail is wrapped. */
function detailLines(detail: string, margin: string, style: Style): string {
  const lines = indent(detail, margin);
  return /^[\s|]*[\^~][\s^~]*$/m.test(detail) || /^[\s\d|]*\| +\^+$/m.test(detail)
    ? lines
    : style.wrap(lines);
}

/** `file:line:column`, as far as it is known. */
export function placeOf({ location }: Diagnostic): string {
  if (location === undefined) return "";
  const { file, line, column } = location;
  return [file, line, column].filter((part) => part !== undefined).join(":") + ":";
}

/** Last line of the report: the verdict, or why there is none. */
export function verdictLine(report: Report, style: Style): string {
  const { ok, exitCode, ms, stages } = report;
  const findings = stages.flatMap((stage) => stage.findings);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const also = warnings === 0 ? "" : `, ${counted(warnings, "warning")}`;
  const took = duration(ms);
  if (ok) {
    const agreed = report.lean?.isPinned === false
      ? "Agreed with another Lean than the pinned one"
      : "Agreed: everything that was asked for ran and agreed";
    return style.good(`${agreed}${also} (${took})`);
  }
  if (exitCode === EXIT_CODES.interrupted) {
    return style.bad(`Interrupted: exit code ${exitCode} (${took})`);
  }
  const verdict = exitCode === EXIT_CODES.verdict ? "Refused" : "No verdict";
  return style.bad(
    `${verdict}: ${counted(errors, "error")}${also}, exit code ${exitCode} (${took})`,
  );
}
