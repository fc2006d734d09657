/** The text of a source, and what keeps it from being Lean text. */
import { decodeSource } from "../syntax/decode.ts";
import type { RuleText, ScanFinding } from "./finding.ts";
import { createLocator } from "../../platform/text/position.ts";
import { encoding, formatCharacter } from "./rules/input.ts";

/** Text with the findings about its encoding. */
export interface Input {
  readonly text: string;
  readonly findings: ScanFinding[];
}

/**
 * Decodes `source` if it is bytes. One finding stands for all invalid bytes, another for all NULs; each format
 * character has its own, where `hasFormat` says that there are some.
 */
export function readText(file: string, source: string | Uint8Array, hasFormat: boolean): Input {
  const findings: ScanFinding[] = [];
  const { text, invalid } = typeof source === "string" ? { text: source } : decodeSource(source);
  if (invalid !== undefined) {
    const byte = `0x${invalid.byte.toString(16).padStart(2, "0")}`;
    report(invalid.line, invalid.column, byte, `The byte '${byte}' is not UTF-8`, invalid.count);
  }
  const first = text.indexOf("\0");
  if (first >= 0) {
    const { line, column } = createLocator(text)(first);
    report(line, column, "\0", "The text holds a NUL character", countOf(text, "\0"));
  }
  const locate = createLocator(text);
  for (const { 0: char, index } of hasFormat ? text.matchAll(/\p{Cf}/gu) : []) {
    if (index === 0 && char === "\ufeff") continue;
    const { line, column } = locate(index);
    const code = char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    const what = `The character U+${code} is not shown: a reader sees another text than Lean`;
    report(line, column, `U+${code}`, what, 1, formatCharacter);
  }
  return { text, findings };

  function report(
    line: number,
    column: number,
    token: string,
    what: string,
    count: number,
    { id, severity }: RuleText = encoding,
  ): void {
    const message = count > 1 ? `${what}; first of ${count}` : what;
    findings.push({
      rule: id,
      severity,
      file,
      line,
      column,
      endColumn: column + 1,
      token,
      message,
    });
  }
}

function countOf(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) count++;
  return count;
}
