// @ts-check
/**
 * JSON for a reader.
 *
 * Short values on one line, what changed marked, long lists without what did not.
 */
import { el } from "./dom.js";

/** Longest value on one line, in characters. */
const ON_LINE = 76;
/** Unchanged items of a list that are shown before the rest is folded away. */
const SHOWN_ITEMS = 3;

/**
 * The value as a block.
 * @param {any} value
 * @param {ReadonlySet<string>} marks paths that changed, as JSON
 */
export function jsonBlock(value, marks = new Set()) {
  return el("div", { class: "json" }, ...lines(value, [], "", "", marks, marks.has("[]")));
}

/**
 * @param {any} value
 * @param {readonly (string | number)[]} path
 * @param {string} head what stands before the value on its first line
 * @param {string} tail what stands after it on its last
 * @param {ReadonlySet<string>} marks
 * @param {boolean} marked whether an outer value changed as a whole
 * @returns {HTMLElement[]}
 */
function lines(value, path, head, tail, marks, marked) {
  const text = JSON.stringify(value);
  const isTree = typeof value === "object" && value !== null && text.length > 2;
  const inner = isTree && text.length + head.length > ON_LINE;
  if (!inner) {
    return [line(path.length, head + text + tail, marked || hasMark(marks, path))];
  }
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item, i) => [i, item]) : Object.entries(value);
  const children = entries.map(([key, item], i) => {
    const own = [...path, key];
    const comma = i === entries.length - 1 ? "" : ",";
    const name = isList ? "" : `${JSON.stringify(key)}: `;
    const changed = marked || marks.has(JSON.stringify(own));
    return {
      touched: changed || hasMark(marks, own),
      parts: lines(item, own, name, comma, marks, changed),
    };
  });
  return [
    line(path.length, head + (isList ? "[" : "{"), marked),
    ...(isList && marks.size > 0 && !marked
      ? folded(children, path.length + 1)
      : children.flatMap(({ parts }) => parts)),
    line(path.length, (isList ? "]" : "}") + tail, marked),
  ];
}

/**
 * The items, with long runs of unchanged ones behind a summary.
 * @param {readonly { touched: boolean, parts: HTMLElement[] }[]} children
 * @param {number} depth
 * @returns {HTMLElement[]}
 */
function folded(children, depth) {
  /** @type {HTMLElement[]} */
  const shown = [];
  for (let i = 0; i < children.length;) {
    let end = i;
    while (end < children.length && !children[end]?.touched) end++;
    const run = children.slice(i, end);
    if (run.length > SHOWN_ITEMS) {
      const summary = el("summary", {}, `${run.length} unchanged`);
      summary.style.setProperty("--depth", String(depth));
      shown.push(el("details", { class: "fold" }, summary, ...run.flatMap(({ parts }) => parts)));
    } else shown.push(...run.flatMap(({ parts }) => parts));
    if (end < children.length) shown.push(...(children[end]?.parts ?? []));
    i = end + 1;
  }
  return shown;
}

/**
 * Whether the value at the path, or a part of it, changed.
 * @param {ReadonlySet<string>} marks
 * @param {readonly (string | number)[]} path
 */
function hasMark(marks, path) {
  const text = JSON.stringify(path);
  const inside = text === "[]" ? "[" : `${text.slice(0, -1)},`;
  for (const mark of marks) if (mark === text || mark.startsWith(inside)) return true;
  return false;
}

/**
 * @param {number} depth
 * @param {string} text
 * @param {boolean} changed
 */
function line(depth, text, changed) {
  const element = el("div", { class: changed ? "line changed" : "line" }, text);
  element.style.setProperty("--depth", String(depth));
  return element;
}
