// @ts-check
/// <reference lib="dom" />
/** The matrix of what the traces cover. */
import { chip, el, replace } from "./dom.js";

/**
 * @param {any} coverage
 * @param {Readonly<Record<string, string>>} tones
 * @param {boolean} linked whether the traces are in the page, and can be found by their steps
 */
export function coverageView({ phases, rows, unlisted, unused }, tones, linked) {
  const cells = rows.flatMap((/** @type {any} */ row) => row.cells);
  const hit = cells.filter((/** @type {any} */ [, , hits]) => hits > 0).length;
  const detail = el(
    "aside",
    { class: "cell-detail", "aria-live": "polite" },
    el("p", { class: "note" }, "Choose a cell to see its verdicts."),
  );
  /** @type {Element | undefined} */
  let chosen;
  const choose = (
    /** @type {Element} */ button,
    /** @type {string} */ event,
    /** @type {string} */ phase,
    /** @type {any[]} */ own,
  ) => {
    chosen?.removeAttribute("aria-pressed");
    button.setAttribute("aria-pressed", "true");
    chosen = button;
    replace(
      detail,
      el("h3", {}, `${event} in ${phase}`),
      el(
        "ul",
        {},
        ...own.map(([, verdict, hits]) =>
          el(
            "li",
            { class: hits > 0 ? "" : "missing" },
            chip(verdict, tones),
            hits > 0 ? ` ×${hits} ` : " no trace",
            hits > 0 && linked &&
              el("a", { href: findAddress(event, phase, verdict) }, "traces"),
          )
        ),
      ),
    );
  };
  return el(
    "div",
    { class: "coverage" },
    el("h1", {}, `${hit} of ${cells.length} cells of the model's table are hit`),
    el(
      "p",
      { class: "note" },
      "Rows are events, columns are phases. A cell counts the verdicts that the traces hit, of those that are possible.",
    ),
    unused.length > 0 && el("p", { class: "missing" }, `Never: ${unused.join(", ")}`),
    unlisted.length > 0 &&
      el(
        "p",
        { class: "missing" },
        `Hit, but not listed: ${
          unlisted.map((/** @type {any[]} */ cell) => cell.slice(0, 3).join(" / ")).join("; ")
        }`,
      ),
    el(
      "div",
      { class: "matrix-and-detail" },
      el(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "Coverage" },
        matrix(phases, rows, choose),
      ),
      detail,
    ),
  );
}

/**
 * The address at which the traces with such a step are found.
 * @param {string} event
 * @param {string} phase
 * @param {string} verdict
 */
function findAddress(event, phase, verdict) {
  return `#find/${encodeURIComponent(`event:${event} at:${phase} verdict:${verdict}`)}`;
}

/**
 * @param {readonly string[]} phases
 * @param {readonly any[]} rows
 * @param {(button: Element, event: string, phase: string, cells: any[]) => void} choose
 */
function matrix(phases, rows, choose) {
  const head = phases.map((phase) => el("th", { scope: "col" }, el("span", {}, phase)));
  return el(
    "table",
    { class: "matrix" },
    el("thead", {}, el("tr", {}, el("td", {}), ...head)),
    el(
      "tbody",
      {},
      ...rows.map(({ event, cells }) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, event),
          ...phases.map((phase) => {
            const own = cells.filter((/** @type {any[]} */ cell) => cell[0] === phase);
            if (own.length === 0) return el("td", {}, "·");
            const hit = own.filter((/** @type {any[]} */ cell) => cell[2] > 0).length;
            const all = hit === own.length;
            const text = all ? `${hit}` : `${hit}/${own.length}`;
            const button = el("button", {
              type: "button",
              class: all ? "cell full" : hit === 0 ? "cell none" : "cell some",
              "aria-label": `${event}, ${phase}: ${text} verdicts hit`,
              onclick: () => choose(button, event, phase, own),
            }, text);
            return el("td", {}, button);
          }),
        )
      ),
    ),
  );
}
