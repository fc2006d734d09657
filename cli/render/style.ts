/** Colours and short forms for terminals. */
import colors from "picocolors";
import { columnsOf, type Context, type TextStream, wantsColor } from "../context.ts";
import { wrapped } from "./wrap.ts";

/** Paints text, or leaves it as it is. */
export interface Style {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  /** Wraps text at words to the width of the stream. */
  readonly wrap: (text: string) => string;
}

/** The style of a context's stream. */
export function styleOf(context: Pick<Context, "host">, stream: TextStream): Style {
  return styleFor(wantsColor(context, stream), columnsOf(context, stream));
}

/** A style with or without colours; text is wrapped only to a finite width. */
export function styleFor(color: boolean, width: number = Infinity): Style {
  const { green, red, yellow, dim, bold } = colors.createColors(color);
  const wrap = (text: string) => wrapped(text, width);
  return { good: green, bad: red, warn: yellow, dim, bold, wrap };
}

/**
 * A duration in milliseconds as a reader says it.
 *
 * `7 ms`, `1.2 s`, `2 min 5 s`.
 */
export function duration(ms: number): string {
  // Rounded before the unit is chosen: 59,960 ms are a minute, not 60.0 s.
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Controls, but for the tab and the line feed.
 *
 * Then what turns the direction of writing, or ends a line.
 */
// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Bidi_Control}|[\u2028\u2029]/gu;

/**
 * The text with its control characters made visible. What Lean, an engine or a build tool wrote must
 * not move the reader's cursor, colour the terminal, or show one text as another.
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(CONTROLS, (char) => {
    const code = char.codePointAt(0)!.toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

/** Cuts text to `length` code points and ends it with an ellipsis. */
export function clipped(text: string, length: number): string {
  // No code point has more than two code units.
  const points = [...text.slice(0, 2 * length + 2)];
  if (points.length <= length) return text;
  return `${points.slice(0, Math.max(0, length - 1)).join("")}…`;
}

/** Clips text and makes it {@linkcode printable}; escapes only the visible prefix. */
export function clippedPrintable(text: string, length: number): string {
  // One more, so that what is left out leaves its ellipsis.
  return clipped(
    printable([...text.slice(0, 2 * length + 2)].slice(0, length + 1).join("")),
    length,
  );
}

/** Clips each line: a long state must not push the difference out of sight. */
export function clippedLines(text: string, length: number): string {
  return text.split("\n").map((line) => clipped(line, length)).join("\n");
}

/** Indents every line. */
export function indent(text: string, by: string): string {
  return text.split("\n").map((line) => (line === "" ? "" : by + line)).join("\n");
}
