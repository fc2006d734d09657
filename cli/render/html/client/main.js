// @ts-check
/// <reference lib="dom" />
/** The page: its views, the address, the keys. */
import { coverageView } from "./coverage.js";
import { readMeta } from "./data.js";
import { el, replace } from "./dom.js";
import { explorerView } from "./explorer.js";
import { overview, stepAddress } from "./overview.js";

const meta = readMeta();
const first = overview(meta);
/** @type {Map<Element, { focus: HTMLElement | null, page: number, scrolled: any[] }>} */
const positions = new Map();
const nav = el("nav", { "aria-label": "Views" });
const view = el("main", {}, first);
const help = /** @type {HTMLDialogElement} */ (keyHelp());
replace(
  /** @type {HTMLElement} */ (document.getElementById("app")),
  el("div", { class: "bar-top" }, el("strong", { class: "brand" }, "lean-gate"), nav),
  view,
  help,
);

/** Each view by the first part of the address. @type {Record<string, { label: string, element: () => HTMLElement }>} */
const views = { stages: { label: "Stages", element: () => first } };
const explorer = meta.explorer === null ? undefined : explorerView(meta.explorer, (id, step) => {
  if (/^#(traces|find)/.test(location.hash)) history.replaceState(null, "", stepAddress(id, step));
});

if (meta.coverage !== null) {
  const element = coverageView(
    meta.coverage,
    meta.explorer?.tones ?? {},
    meta.explorer?.places.length > 0,
  );
  views.coverage = { label: "Coverage", element: () => element };
}
if (explorer !== undefined) {
  views.traces = { label: `Traces ${meta.explorer.shown}`, element: () => explorer.element };
  explorer.ready.then(linkFindings);
}
replace(
  nav,
  ...Object.entries(views).map(([name, { label }], i) =>
    el("a", { href: `#${name}`, "data-view": name }, label, el("kbd", {}, i + 1))
  ),
  el("button", {
    type: "button",
    class: "keys",
    onclick: () => help.showModal(),
    "aria-label": "Keys",
  }, "?"),
);
addEventListener("hashchange", route);
addEventListener("keydown", key);
route();

function route() {
  const [first = "", id = "", step = ""] = location.hash.slice(1).split("/");
  const name = first === "find" ? "traces" : first;
  const chosen = Object.hasOwn(views, name) ? name : "stages";
  for (const link of nav.querySelectorAll("a")) {
    if (link.dataset.view === chosen) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const element = views[chosen]?.element();
  if (element !== undefined && !view.contains(element)) {
    keepPosition();
    replace(view, element);
    restorePosition(element);
  }
  if (first === "find") explorer?.find(decoded(id));
  else if (chosen === "traces") explorer?.show(decoded(id), Number(step) || 0, id !== "");
}

/** Where the reader left a view: the focus, and what was scrolled how far. */
function keepPosition() {
  const left = view.firstElementChild;
  if (left === null) return;
  const focus = /** @type {HTMLElement | null} */ (document.activeElement);
  positions.set(left, {
    focus: focus !== null && left.contains(focus) ? focus : null,
    page: scrollY,
    scrolled: [...left.querySelectorAll("*")].filter((part) => part.scrollTop + part.scrollLeft > 0)
      .map((part) => [part, part.scrollTop, part.scrollLeft]),
  });
}

/** @param {Element} element */
function restorePosition(element) {
  const position = positions.get(element);
  scrollTo(0, position?.page ?? 0);
  for (const [part, top, left] of position?.scrolled ?? []) part.scrollTo(left, top);
  position?.focus?.focus({ preventScroll: true });
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A finding that stands at a trace leads there. */
function linkFindings() {
  for (const place of first.querySelectorAll("code[data-line]")) {
    const { file = "", line } = /** @type {HTMLElement} */ (place).dataset;
    const id = explorer?.at(file, Number(line));
    if (id !== undefined) {
      place.after(
        el(
          "a",
          { class: "open-trace", href: `#traces/${encodeURIComponent(id)}` },
          "open the trace",
        ),
      );
    }
  }
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (target.matches("input")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  const name = Object.keys(views)[Number(event.key) - 1];
  const inTraces = explorer !== undefined && view.contains(explorer.element);
  if (name !== undefined) location.hash = name;
  else if (event.key === "?") help.showModal();
  else if (event.key === "/" && explorer !== undefined) {
    if (!inTraces) location.hash = "traces";
    setTimeout(explorer.focusSearch);
  } else if (event.key === "n" && inTraces) explorer?.beside(1);
  else if (event.key === "p" && inTraces) explorer?.beside(-1);
  else if (event.key === "d" && inTraces) explorer?.toDivergence();
  else return;
  event.preventDefault();
}

function keyHelp() {
  const keys = [
    ["1 2 3", "the views"],
    ["/", "search the traces"],
    ["n, p", "the next trace, the one before"],
    ["↑ ↓, j k", "the steps of a trace, or the list"],
    ["d", "the first divergence"],
    ["Home, End", "the first, the last"],
    ["?", "this list"],
    ["tag:fence", "a search: the traces with a tag"],
    ["event:… at:… verdict:…", "those with such a step"],
    ["diverges, steps>100", "those that diverge, or are long"],
  ];
  return el(
    "dialog",
    { "aria-label": "Keys" },
    el("h2", {}, "Keys, and words to search for"),
    el(
      "dl",
      {},
      ...keys.flatMap(([name, said]) => [el("dt", {}, el("kbd", {}, name)), el("dd", {}, said)]),
    ),
    el("form", { method: "dialog" }, el("button", {}, "Close")),
  );
}
