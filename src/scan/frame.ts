/** A code frame: the line a finding is on, with carets under its token. */

/** Where to point: 1-based, columns in code points, `endColumn` exclusive. */
export interface Span {
  /** Line of the source. */
  readonly line: number;
  /** First column pointed at. */
  readonly column: number;
  /** Column after the last one. */
  readonly endColumn: number;
}

/** Longest part of a line that a frame shows, in code points. */
const WIDTH = 100;
/** How much of it comes before the token when the line is cut. */
const LEAD = 30;

/**
 * Two lines: the source line with its number, and a run of carets under the span. A long line is cut
 * around the span, and control characters are shown as `·` so that a source cannot steer a terminal.
 */
export function codeFrame(text: string, span: Span): string {
  const points = [...lineOf(text, span.line)];
  const column = Math.min(span.column, points.length + 1);
  const from = points.length <= WIDTH
    ? 0
    : Math.max(0, Math.min(column - 1 - LEAD, points.length - WIDTH));
  const shown = points.slice(from, from + WIDTH).map(printable);
  const before = from > 0 ? "…" : "";
  const after = from + WIDTH < points.length ? "…" : "";
  const number = String(span.line);
  const pad = before.replace(/./g, " ") +
    points.slice(from, column - 1).map((point) => point === "\t" ? "\t" : " ").join("");
  const visible = Math.max(1, from + shown.length - (column - 1));
  const width = Math.max(1, Math.min(span.endColumn - span.column, visible));
  return `${number} | ${before}${shown.join("")}${after}\n` +
    `${" ".repeat(number.length)} | ${pad}${"^".repeat(width)}`;
}

/** Line `line` (1-based) of `text` without its end; empty past the last. */
function lineOf(text: string, line: number): string {
  let start = 0;
  for (let k = 1; k < line; k++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return "";
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const body = text.slice(start, end < 0 ? undefined : end);
  return body.endsWith("\r") ? body.slice(0, -1) : body;
}

function printable(point: string): string {
  const code = point.codePointAt(0)!;
  const control = (code < 0x20 && point !== "\t") || (code >= 0x7f && code < 0xa0) ||
    (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) || code === 0xfeff || (code >= 0xd800 && code <= 0xdfff);
  return control ? "·" : point;
}
