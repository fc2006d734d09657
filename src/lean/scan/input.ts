/** The text of a source, and what keeps it from being Lean text. */
import { decodeSource } from "../syntax/decode.ts";
import type { ScanFinding } from "./finding.ts";
import { createLocator } from "../../platform/text/position.ts";
import { encoding } from "./rules/input.ts";

/** Text with the findings about its encoding. */
export interface Input {
  readonly text: string;
  readonly findings: ScanFinding[];
}

/** Decodes `source` if it is bytes. One finding stands for all invalid bytes, another for all NULs. */
export function readText(file: string, source: string | Uint8Array): Input {
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
  return { text, findings };

  function report(line: number, column: number, token: string, what: string, count: number): void {
    const message = count > 1 ? `${what}; first of ${count}` : what;
    findings.push({
      rule: encoding.id,
      severity: encoding.severity,
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
