/**
 * The coverage as text.
 *
 * The matrix in numbers, then every cell with how often it was hit.
 */
import type { CoveredCell } from "../../src/replay/coverage/coverage.ts";
import type { Matrix } from "../../src/replay/coverage/matrix.ts";
import { printable, type Style } from "./style.ts";

/** Widest line, in characters. */
const WIDTH = 120;
/** Width of a number of the matrix, such as `10/12`. */
const NUMBER_WIDTH = 5;

/** Both parts, with a line end; nothing for a matrix without cells. */
export function coverageText(matrix: Matrix, style: Style): string {
  if (matrix.rows.length === 0) return "";
  return [...overview(matrix, style), "", ...details(matrix, style), ""].join("\n");
}

/**
 * How many cells each event has in each phase; `hit/all` where some are missing. Columns that do not
 * fit on a line follow below, under the same rows.
 */
function overview({ phases, rows }: Matrix, style: Style): string[] {
  const letters = phases.map((_, i) => letterOf(i));
  const name = Math.max(0, ...rows.map(({ event }) => printable(event).length));
  const line = (head: string, parts: readonly string[]) =>
    `${head.padEnd(name)} ${parts.join(" ")}`.trimEnd();
  const fitting = Math.max(1, Math.floor((WIDTH - name) / (NUMBER_WIDTH + 1)));
  const starts = phases.flatMap((_, i) => i % fitting === 0 ? [i] : []);
  return [
    "Cells of each event (row) in each phase (column); 3/4: one of 4 is missing",
    "",
    ...wrapped("", phases.map((phase, i) => plain(`${letters[i]} ${phase}`))),
    ...starts.flatMap((start) => [
      "",
      line("", letters.slice(start, start + fitting).map((one) => one.padStart(NUMBER_WIDTH))),
      ...rows.map(({ event, entries }) =>
        line(
          printable(event),
          phases.slice(start, start + fitting).map((phase) =>
            numberOf(entries.get(phase) ?? [], style)
          ),
        )
      ),
    ]),
  ];
}

function numberOf(cells: readonly CoveredCell[], style: Style): string {
  const hit = cells.filter(({ hits }) => hits > 0).length;
  if (cells.length === 0) return style.dim("·".padStart(NUMBER_WIDTH));
  return hit === cells.length
    ? String(hit).padStart(NUMBER_WIDTH)
    : style.bad(`${hit}/${cells.length}`.padStart(NUMBER_WIDTH));
}

/** `A`, `B`, …, `Z`, `AA`, … */
function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + index % 26);
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** Verdicts by event and phase: `×` how often they are hit, `✗` never. */
function details({ phases, rows }: Matrix, style: Style): string[] {
  const width = Math.max(0, ...phases.map((phase) => printable(phase).length));
  return [
    "Verdicts, and how often the traces hit them; ✗: no trace does",
    ...rows.flatMap(({ event, entries }) => [
      "",
      style.bold(printable(event)),
      ...[...entries].flatMap(([phase, cells]) =>
        wrapped(`  ${printable(phase).padEnd(width)}  `, cells.map((cell) => said(cell, style)))
      ),
    ]),
  ];
}

/** A text, and how it is painted. */
interface Said {
  readonly text: string;
  readonly painted: string;
}

function plain(text: string): Said {
  return { text: printable(text), painted: printable(text) };
}

function said({ cell: [, , verdict], hits }: CoveredCell, style: Style): Said {
  if (hits > 0) {
    const [name, count] = [printable(verdict), ` ×${hits}`];
    return { text: name + count, painted: name + style.dim(count) };
  }
  const text = `✗ ${printable(verdict)}`;
  return { text, painted: style.bad(text) };
}

/** The texts behind a head, on as many lines as they need. */
function wrapped(head: string, parts: readonly Said[]): string[] {
  const lines: string[] = [];
  let [line, width] = [head, head.length];
  for (const { text, painted } of parts) {
    const gap = width === head.length ? "" : "  ";
    if (gap !== "" && width + gap.length + text.length > WIDTH) {
      lines.push(line);
      [line, width] = [" ".repeat(head.length) + painted, head.length + text.length];
    } else {
      line += gap + painted;
      width += gap.length + text.length;
    }
  }
  return [...lines, line];
}
