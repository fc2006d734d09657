/** Findings as workflow commands, which GitHub shows beside the lines they are about. */
import { posix } from "node:path";
import type { Diagnostic } from "../../src/platform/diagnostic.ts";
import { clippedLines, clippedPrintable, printable } from "./style.ts";

/** GitHub keeps the first 4096 characters of an annotation: these parts of it are within. */
const MESSAGE_LENGTH = 1_000;
const DETAIL_LENGTH = 2_000;
const LINE_LENGTH = 300;

/**
 * One line a finding, each with a line end. `folder` leads from the root of the repository to the folder
 * that the findings' paths are relative to.
 */
export function githubLines(findings: readonly Diagnostic[], folder = ""): string {
  return findings.map((finding) => command(finding, folder) + "\n").join("");
}

/**
 * Two lines, between which a runner takes nothing for a command.
 *
 * Text may hold one, at any indent.
 */
export function withoutCommands(): readonly [start: string, end: string] {
  const token = crypto.randomUUID();
  return [`::stop-commands::${token}\n`, `::${token}::\n`];
}

function command({ code, severity, message, location, hint, detail }: Diagnostic, folder: string) {
  const { file, line, column, endLine, endColumn } = location ?? {};
  const properties = Object.entries({
    file: file === undefined || posix.isAbsolute(file) ? file : posix.join(folder, file),
    line,
    endLine,
    col: column,
    // GitHub refuses the end of a range that goes over several lines.
    endColumn: endLine === undefined || endLine === line ? endColumn : undefined,
    title: code,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(printable(String(value)))}`]
  );
  const text = [
    clippedPrintable(message, MESSAGE_LENGTH),
    ...(detail === undefined
      ? []
      : [clippedPrintable(clippedLines(detail, LINE_LENGTH), DETAIL_LENGTH)]),
    ...(hint === undefined ? [] : [`help: ${clippedPrintable(hint, MESSAGE_LENGTH)}`]),
  ].join("\n");
  return `::${severity} ${properties.join(",")}::${data(text)}`;
}

/**
 * The text of a command.
 *
 * What would end it, or is read as an escape, is escaped.
 */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** The value of a property, which a comma or a colon would end as well. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
