// @ts-check
/// <reference lib="dom" />
/** A long list, of which only the rows in sight are in the page. */
import { el, replace } from "./dom.js";

/** Height of a row, in pixels; the style sheet has the same. */
const ROW = 44;
/** Rows beyond both ends of what is in sight. */
const MARGIN = 8;

/**
 * @template T
 * @param {{ label: string, row: (item: T) => Node[], id: (item: T) => string, onopen: (item: T) => void }} options
 */
export function longList({ label, row, id, onopen }) {
  /** @type {readonly T[]} */
  let items = [];
  let active = 0;
  let opened = "";
  const rows = el("div", { class: "rows" });
  const element = el(
    "div",
    {
      class: "list",
      role: "listbox",
      tabindex: 0,
      "aria-label": label,
      onscroll: draw,
      onkeydown: key,
    },
    rows,
  );
  new ResizeObserver(draw).observe(element);

  function draw() {
    const first = Math.max(0, Math.floor(element.scrollTop / ROW) - MARGIN);
    const last = Math.min(
      items.length,
      Math.ceil((element.scrollTop + element.clientHeight) / ROW) + MARGIN,
    );
    rows.style.setProperty("height", `${items.length * ROW}px`);
    replace(rows, ...items.slice(first, last).map((item, i) => option(item, first + i)));
    const shown = active >= first && active < last;
    if (shown) element.setAttribute("aria-activedescendant", `option-${active}`);
    else element.removeAttribute("aria-activedescendant");
  }

  /**
   * @param {T} item
   * @param {number} index
   */
  function option(item, index) {
    const element = el("div", {
      id: `option-${index}`,
      role: "option",
      class: index === active ? "row active" : "row",
      "aria-selected": String(id(item) === opened),
      "aria-posinset": index + 1,
      "aria-setsize": items.length,
      onclick: () => open(index),
    }, ...row(item));
    element.style.setProperty("top", `${index * ROW}px`);
    return element;
  }

  /** @param {number} index */
  function move(index) {
    active = Math.max(0, Math.min(items.length - 1, index));
    const top = active * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    const below = top + ROW - element.clientHeight;
    if (below > element.scrollTop) element.scrollTop = below;
    draw();
  }

  /** @param {number} index */
  function open(index) {
    move(index);
    const item = items[active];
    if (item !== undefined) onopen(item);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const page = Math.max(1, Math.floor(element.clientHeight / ROW) - 1);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      PageDown: () => move(active + page),
      PageUp: () => move(active - page),
      Home: () => move(0),
      End: () => move(items.length - 1),
      Enter: () => open(active),
      " ": () => open(active),
    };
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  return {
    element,
    /** @param {readonly T[]} next */
    show(next) {
      items = next;
      element.scrollTop = 0;
      const at = items.findIndex((item) => id(item) === opened);
      move(Math.max(0, at));
    },
    /** Marks the item as the open one, and brings it into sight. @param {T} item */
    mark(item) {
      opened = id(item);
      const at = items.findIndex((other) => id(other) === opened);
      if (at >= 0) move(at);
      else draw();
    },
    /** The item so many places behind the open one, if there is one. @param {number} by */
    beside(by) {
      const at = items.findIndex((item) => id(item) === opened);
      return items[at < 0 ? 0 : at + by];
    },
  };
}
