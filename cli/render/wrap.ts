/** Wraps text at words, for terminals of 40 to 200 columns. */

/** Narrowest and widest line that text is wrapped to. */
const [NARROWEST, WIDEST] = [40, 200];
/** Escape sequences that colour text and take no column. */
// deno-lint-ignore no-control-regex -- SGR codes of ECMA-48
const SGR = /\x1b\[[\d;]*m/g;

/** The width to wrap at in a terminal of so many columns. */
export function wrapWidth(columns: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns));
}

/** Wraps every line at words; continued lines align with the text of their column. */
export function wrapped(text: string, width: number): string {
  if (!Number.isFinite(width)) return text;
  return text.split("\n").map((line) => wrappedLine(line, width)).join("\n");
}

function wrappedLine(line: string, width: number): string {
  if (visible(line) <= width) return line;
  const hang = " ".repeat(hangOf(line, width));
  const lines: string[] = [];
  let current = "";
  for (const [, space, word] of line.matchAll(/(\s*)(\S+)/g)) {
    for (const [i, part] of partsOf(word!, width - hang.length).entries()) {
      const gap = i === 0 ? space! : "";
      const isFirst = current.trim() === "";
      if (!isFirst && visible(current + gap + part) > width) {
        lines.push(current);
        current = hang + part;
      } else current += gap + part;
    }
  }
  return [...lines, current].join("\n");
}

/** A word that fits on no line may be broken behind a separator. */
function partsOf(word: string, room: number): readonly string[] {
  return visible(word) <= room ? [word] : word.split(/(?<=[|,/&;])/);
}

/**
 * Where a continued line begins.
 *
 * At the second column of a table, else a step behind the first word.
 */
function hangOf(line: string, width: number): number {
  const plain = line.replaceAll(SGR, "");
  const indent = plain.length - plain.trimStart().length;
  const table = /^\s*(?:\S+ )*\S+ {2,}(?=\S)/.exec(plain)?.[0].length ?? 0;
  if (table > 0 && table <= width / 2) return table;
  return Math.min(indent + (indent === 0 ? 0 : 2), Math.floor(width / 2));
}

function visible(text: string): number {
  return [...text.replaceAll(SGR, "")].length;
}
