// @ts-check
/// <reference lib="dom" />
/** The events of a trace, one below the other. */
import { chip, el } from "./dom.js";

/**
 * @param {any} trace
 * @param {Readonly<Record<string, string>>} tones
 * @param {ReadonlyMap<string, string>} labels of the places
 * @param {(step: number) => void} onselect given the index of a step
 */
export function timeline(trace, tones, labels, onselect) {
  let selected = 0;
  const rows = trace.events.map((/** @type {any} */ _, /** @type {number} */ i) =>
    row(trace, i, tones, labels, () => select(i))
  );
  const element = el("ol", {
    class: "timeline",
    role: "listbox",
    "aria-label": "Steps",
    onkeydown: key,
  }, ...rows);

  /** @param {number} index */
  function select(index) {
    mark(index);
    rows[selected]?.focus({ preventScroll: true });
    onselect(selected);
  }

  /** @param {number} index */
  function mark(index) {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    for (const [i, on] of /** @type {const} */ ([[selected, false], [next, true]])) {
      rows[i]?.setAttribute("aria-selected", String(on));
      rows[i]?.setAttribute("tabindex", on ? "0" : "-1");
    }
    selected = next;
    rows[selected]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    /** @type {Record<string, number>} */
    const keys = {
      ArrowDown: selected + 1,
      j: selected + 1,
      ArrowUp: selected - 1,
      k: selected - 1,
      PageDown: selected + 10,
      PageUp: selected - 10,
      Home: 0,
      End: rows.length - 1,
    };
    const to = keys[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    select(to);
  }

  return { element, mark, focus: () => rows[selected]?.focus({ preventScroll: true }) };
}

/**
 * @param {any} trace
 * @param {number} i
 * @param {Readonly<Record<string, string>>} tones
 * @param {ReadonlyMap<string, string>} labels
 * @param {() => void} onclick
 */
function row(trace, i, tones, labels, onclick) {
  const labelOf = (/** @type {string | null} */ place) =>
    place === null ? "∅" : labels.get(place) ?? place;
  const [title, detail, about, from, to] = trace.steps?.[i] ??
    [typeOf(trace.events[i]), JSON.stringify(trace.events[i]), null, null, null];
  const diverging = trace.answers.filter((/** @type {any} */ { step }) => step === i + 1);
  const effects = trace.decisions[i].length - 1;
  return el(
    "li",
    {
      role: "option",
      class: diverging.length > 0 ? "step diverges" : "step",
      "data-step": i + 1,
      tabindex: -1,
      "aria-selected": "false",
      onclick,
    },
    el("span", { class: "number" }, i + 1),
    el(
      "span",
      { class: "what" },
      el("span", { class: "title" }, title),
      el("span", { class: "detail" }, detail),
    ),
    el(
      "span",
      { class: "where" },
      about === null ? null : el("span", { class: "about" }, about),
      from === to
        ? el("span", { class: "still" }, to === null ? "" : labelOf(to))
        : el("span", { class: "moved" }, `${labelOf(from)} → ${labelOf(to)}`),
    ),
    el(
      "span",
      { class: "verdict" },
      chip(trace.decisions[i][0], tones),
      effects > 0 && el("span", { class: "effects", title: `${effects} effects` }, `+${effects}`),
      ...diverging.map((/** @type {any} */ { engine }) =>
        el("span", { class: "chip bad" }, `${engine} diverges`)
      ),
    ),
  );
}

/**
 * What an event calls itself, when no view module tells.
 * @param {any} event
 */
function typeOf(event) {
  return typeof event === "object" && event !== null && typeof event.type === "string"
    ? event.type
    : "event";
}
