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
 * Returns the frames of `text`: the source line with its number, and below it carets under the span. A
 * long line is cut around the span, and control characters are shown as `·` so that a source cannot
 * steer a terminal. Linear for spans in the order of their places.
 */
export function createFrames(text: string): (span: Span) => string {
  const locate = createFinder(text);
  return ({ line, column, endColumn }) => {
    const { start, end, at } = locate(line, column);
    const from = end - start <= WIDTH ? start : back(text, at, LEAD, start);
    const points = [...text.slice(from, Math.min(end, from + 2 * WIDTH))].slice(0, WIDTH);
    const lead = [...text.slice(from, at)];
    const before = from > start ? "…" : "";
    const after = from + points.join("").length < end ? "…" : "";
    const number = String(line);
    const pad = before.replace(/./g, " ") +
      lead.map((point) => point === "\t" ? "\t" : " ").join("");
    const width = Math.max(1, Math.min(endColumn - column, points.length - lead.length));
    return `${number} | ${before}${points.map(printable).join("")}${after}\n` +
      `${" ".repeat(number.length)} | ${pad}${"^".repeat(width)}`;
  };
}

/** The frame of one span. */
export function codeFrame(text: string, span: Span): string {
  return createFrames(text)(span);
}

/**
 * A line and a place in it, as offsets in code units.
 *
 * All at the end where there is no such line.
 */
interface Found {
  readonly start: number;
  /** Before the line's end. */
  readonly end: number;
  readonly at: number;
}

/** Finds lines and columns; each search goes on from the one before where it can. */
function createFinder(text: string): (line: number, column: number) => Found {
  let current = 0;
  let start = 0;
  let end = 0;
  let column = 1;
  let at = 0;
  return (line, wanted) => {
    if (line !== current) {
      if (line < current || current === 0) [current, start] = [1, 0];
      for (; current < line && start < text.length; current++) {
        const feed = text.indexOf("\n", start);
        start = feed < 0 ? text.length : feed + 1;
      }
      const feed = text.indexOf("\n", start);
      end = feed < 0 ? text.length : feed;
      if (text[end - 1] === "\r" && end > start) end--;
      [current, column, at] = [line, 1, start];
    }
    if (wanted < column) [column, at] = [1, start];
    for (; column < wanted && at < end; column++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
    return { start, end, at };
  };
}

/** The offset `count` code points before `at`, or `start`. */
function back(text: string, at: number, count: number, start: number): number {
  let from = at;
  for (let k = 0; k < count && from > start; k++) {
    from -= from - 2 >= start && text.codePointAt(from - 2)! > 0xffff ? 2 : 1;
  }
  return from;
}

function printable(point: string): string {
  const code = point.codePointAt(0)!;
  const control = (code < 0x20 && point !== "\t") || (code >= 0x7f && code < 0xa0) ||
    (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) || code === 0xfeff || (code >= 0xd800 && code <= 0xdfff);
  return control ? "·" : point;
}
