/** Two decisions in columns, differing parts underlined. Pure; generic over the reducer. */
import { isObject, type Json } from "../../platform/json/json.ts";
import { sameJson } from "./normalize.ts";

/** Widest left column; wider content is shown one side below the other. */
const WIDEST = 76;
/** Products of lengths up to which two lists are aligned by their longest common subsequence. */
const ALIGNED_CELLS = 10_000;

/** A line pair of the table: a side is `undefined` where it has nothing. */
interface Row {
  readonly left: Marked | undefined;
  readonly right: Marked | undefined;
}

/** A text, and marks of the same width with `^` under what differs. */
interface Marked {
  readonly text: string;
  readonly marks: string;
}

/**
 * Shows two lists item by item. Between the columns stands ` ` for equal, `|` for changed, `<` for
 * only on the left and `>` for only on the right, as `diff -y` has it.
 */
export function sideBySide(
  titles: readonly [string, string],
  left: readonly Json[],
  right: readonly Json[],
): string {
  const rows = align(left, right).map(([a, b]): Row => ({
    left: a && mark(a.item, b?.item),
    right: b && mark(b.item, a?.item),
  }));
  const width = Math.max(titles[0].length, ...rows.map((row) => widthOf(row.left?.text ?? "")));
  return width > WIDEST ? stacked(titles, rows) : columns(titles, rows, width);
}

/**
 * The text of a value, with what differs from `other` marked.
 *
 * All of it when there is no other.
 */
function mark(value: Json, other: Json | undefined): Marked {
  if (other !== undefined && sameJson(value, other)) return plain(JSON.stringify(value));
  if (Array.isArray(value) && Array.isArray(other)) {
    return wrap("[", value.map((item, i) => mark(item, other[i])), "]");
  }
  if (isObject(value) && isObject(other)) {
    const fields = Object.keys(value).map((key) => {
      const name = `${JSON.stringify(key)}:`;
      if (!Object.hasOwn(other, key)) return struck(name + JSON.stringify(value[key]));
      const field = mark(value[key]!, other[key]);
      return { text: name + field.text, marks: blank(name) + field.marks };
    });
    return wrap("{", fields, "}");
  }
  if (typeof value === "string" && typeof other === "string") return markText(value, other);
  return struck(JSON.stringify(value));
}

/**
 * A text, with the words marked that differ from `other`.
 *
 * All of it when they share none.
 */
function markText(value: string, other: string): Marked {
  const [own, others] = [wordsOf(JSON.stringify(value)), wordsOf(JSON.stringify(other))];
  const shortest = Math.min(own.length, others.length);
  let start = 0;
  while (start < shortest && own[start] === others[start]) start++;
  let end = 0;
  while (end < shortest - start && own.at(-1 - end) === others.at(-1 - end)) end++;
  const isWord = (word: string) => /\w/.test(word);
  const shared = [...own.slice(0, start), ...own.slice(own.length - end)].some(isWord);
  const changed = own.slice(start, own.length - end);
  // Words that only the other has are marked where they would be.
  if (!shared || !changed.some(isWord)) return struck(own.join(""));
  return {
    text: own.join(""),
    marks: own.map((word, i) =>
      i >= start && i < own.length - end ? "^".repeat(widthOf(word)) : blank(word)
    ).join(""),
  };
}

/** Words, and what is between them. */
function wordsOf(text: string): string[] {
  return text.split(/(?<=\W)|(?=\W)/u);
}

function wrap(open: string, parts: readonly Marked[], close: string): Marked {
  const comma = parts.map((part) => part.text).join(",");
  const marks = parts.map((part) => part.marks).join(" ");
  return { text: open + comma + close, marks: ` ${marks} ` };
}

function plain(text: string): Marked {
  return { text, marks: blank(text) };
}

function struck(text: string): Marked {
  return { text, marks: "^".repeat(widthOf(text)) };
}

function blank(text: string): string {
  return " ".repeat(widthOf(text));
}

/** Code points, which is as near to columns as this needs. */
function widthOf(text: string): number {
  let width = 0;
  for (const _ of text) width++;
  return width;
}

function columns([a, b]: readonly [string, string], rows: readonly Row[], width: number): string {
  const line = (left: string, sign: string, right: string) =>
    `${left}${" ".repeat(width - widthOf(left))} ${sign} ${right}`.trimEnd();
  return [
    line(a, " ", b),
    ...rows.flatMap(({ left, right }) => {
      const shown = line(left?.text ?? "", signOf({ left, right }), right?.text ?? "");
      return isMarked(left) || isMarked(right)
        ? [shown, line(left?.marks ?? "", " ", right?.marks ?? "")]
        : [shown];
    }),
  ].join("\n");
}

function stacked([a, b]: readonly [string, string], rows: readonly Row[]): string {
  const margin = Math.max(a.length, b.length) + 2;
  const line = (sign: string, title: string, text: string) =>
    `${sign} ${title.padEnd(margin)}${text}`.trimEnd();
  const side = (sign: string, title: string, marked: Marked | undefined) =>
    marked === undefined ? [] : [
      line(sign, title, marked.text),
      ...(isMarked(marked) ? [line(" ", "", marked.marks)] : []),
    ];
  return rows.flatMap((row) => {
    const sign = signOf(row);
    return sign === " "
      ? side(sign, "both", row.left)
      : [...side(sign, a, row.left), ...side(sign, b, row.right)];
  }).join("\n");
}

function signOf({ left, right }: Row): string {
  if (left === undefined) return ">";
  if (right === undefined) return "<";
  return isMarked(left) || isMarked(right) ? "|" : " ";
}

function isMarked(marked: Marked | undefined): boolean {
  return marked?.marks.includes("^") ?? false;
}

type Slot = { readonly item: Json } | undefined;

/** Pairs equal items; between them, items face each other as long as both sides have some. */
function align(left: readonly Json[], right: readonly Json[]): [Slot, Slot][] {
  const pairs: [Slot, Slot][] = [];
  let a = 0;
  let b = 0;
  const upTo = (endA: number, endB: number) => {
    for (; a < endA || b < endB; a++, b++) {
      pairs.push([
        a < endA ? { item: left[a]! } : undefined,
        b < endB ? { item: right[b]! } : undefined,
      ]);
    }
    a = endA;
    b = endB;
  };
  for (const [i, j] of commonPairs(left, right)) {
    upTo(i, j);
    upTo(i + 1, j + 1);
  }
  upTo(left.length, right.length);
  return pairs;
}

/** Index pairs of a longest common subsequence; none for lists too long to search. */
function commonPairs(left: readonly Json[], right: readonly Json[]): [number, number][] {
  const [n, m] = [left.length, right.length];
  if (n * m > ALIGNED_CELLS) return [];
  // lengths[i][j]: longest common subsequence of left from i and right from j.
  const lengths = Array.from({ length: n + 1 }, () => new Array<number>(m + 1).fill(0));
  const same = (i: number, j: number) => sameJson(left[i]!, right[j]!);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      lengths[i]![j] = same(i, j)
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < n && j < m;) {
    if (same(i, j)) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}
