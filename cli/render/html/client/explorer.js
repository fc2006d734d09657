// @ts-check
/// <reference lib="dom" />
/** The explorer: a list of traces, and the one that is open. */
import { chunkReader, parsed, tracesOf, unpack } from "./data.js";
import { diagram } from "./diagram.js";
import { el, replace } from "./dom.js";
import { inspector } from "./inspector.js";
import { longList } from "./list.js";
import { found, stepFound } from "./search.js";
import { timeline } from "./timeline.js";

/**
 * @param {any} explorer
 * @param {(id: string, step: number) => void} onshow told what is shown, for the address
 */
export function explorerView(explorer, onshow) {
  const labels = new Map(
    explorer.places.map((/** @type {any} */ { id, label }) => [id, label ?? id]),
  );
  const read = chunkReader();
  /** @type {readonly any[]} */
  let traces = [];
  /** @type {Map<string, any>} */
  let byId = new Map();
  let query = "";
  /** What is open: later answers for something else are not shown. */
  let opened = "";
  /** @type {{ select: (step: number) => void, diverges: number, focus: () => void } | undefined} */
  let open;
  const count = el("p", { class: "note", role: "status" });
  const search = /** @type {HTMLInputElement} */ (el("input", {
    type: "search",
    placeholder: "Search ids and tags  (press /)",
    "aria-label": "Search traces, for example tag:fence, diverges or verdict:rejected",
    oninput: () => filter(search.value),
  }));
  const list = longList({
    label: "Traces",
    row: listRow,
    id: ({ id }) => id,
    onopen: ({ id }) => show(id, 0, true),
  });
  const detail = el("div", { class: "trace" }, el("p", { class: "note" }, "Loading the traces …"));
  const element = el(
    "div",
    { class: "explorer" },
    el(
      "div",
      { class: "finder" },
      search,
      facets(explorer, (term) => filter(search.value = query === term ? "" : term)),
      count,
      list.element,
    ),
    detail,
  );

  /** @param {string} text */
  function filter(text) {
    query = text;
    const shown = found(traces, query);
    const sampled = explorer.shown < explorer.total
      ? `; a sample: the run had ${explorer.total}`
      : "";
    replace(count, `${shown.length} of ${explorer.shown} traces${sampled}`);
    for (const facet of element.querySelectorAll(".facets button")) {
      facet.setAttribute("aria-pressed", String(facet.textContent === query));
    }
    list.show(shown);
  }

  const ready = parsed().then(() => unpack("index")).then((index) => {
    traces = tracesOf(index);
    byId = new Map(traces.map((trace) => [trace.id, trace]));
    filter(query);
  });
  ready.catch((cause) =>
    replace(detail, el("p", { class: "note" }, `This browser cannot read the traces: ${cause}`))
  );

  /**
   * Opens a trace at a 1-based step; 0 is its first divergence, else its first step. Without an id what is open stays, else it is the first that diverges,
   * or the first of all.
   * @param {string} id
   * @param {number} step
   * @param {boolean} focus whether the steps get the focus
   */
  async function show(id, step, focus) {
    if (id === "" && open !== undefined) return;
    opened = id;
    await ready;
    const entry = byId.get(id) ??
      (id === ""
        ? traces.find(({ diverges }) => Object.keys(diverges).length > 0) ?? traces[0]
        : undefined);
    if (entry === undefined) {
      return replace(detail, el("p", { class: "note" }, `No trace "${id}" is in this report.`));
    }
    const trace = await read(entry);
    if (opened !== id) return;
    list.mark(entry);
    // One that ends in another state alone diverges behind its last step.
    const diverging = Object.values(entry.diverges).map((at) => at || trace.events.length);
    open = traceView(entry, trace, diverging.length === 0 ? 0 : Math.min(...diverging));
    open.select(step > 0 ? step : open.diverges || 1);
    if (focus) open.focus();
  }

  /**
   * @param {any} entry
   * @param {any} trace
   * @param {number} diverges the 1-based step of the first divergence, or 0
   */
  function traceView(entry, trace, diverges) {
    const figure = el("div");
    const side = el("div", {
      class: "inspector",
      "aria-live": "polite",
      tabindex: 0,
      role: "region",
      "aria-label": "Step",
    });
    const steps = timeline(trace, explorer.tones, labels, draw);
    /** @param {number} index */
    function draw(index) {
      replace(
        figure,
        trace.steps !== undefined && explorer.places.length > 0 &&
          diagram(explorer, trace.steps, index),
      );
      replace(side, ...inspector(entry.id, trace, index, explorer));
      side.scrollTop = 0;
      onshow(entry.id, index + 1);
    }
    const select = (/** @type {number} */ step) => {
      const index = Math.max(1, Math.min(trace.events.length, step)) - 1;
      // The diagram takes its room before the step is scrolled to.
      draw(index);
      steps.mark(index);
    };
    replace(
      detail,
      heading(entry, trace, diverges, () => {
        select(diverges);
        steps.focus();
      }),
      figure,
      el("div", { class: "steps-and-inspector" }, steps.element, side),
    );
    return { select, diverges, focus: steps.focus };
  }

  return {
    element,
    show,
    ready,
    focusSearch: () => search.focus(),
    /** Searches, and opens the first that is found. @param {string} text */
    async find(text) {
      await ready;
      filter(search.value = text);
      const [first] = found(traces, text);
      if (first !== undefined) await show(first.id, stepFound(await read(first), text), false);
    },
    /** @param {number} by */
    beside(by) {
      const next = list.beside(by);
      if (next !== undefined) show(next.id, 0, true);
    },
    toDivergence() {
      if (open !== undefined && open.diverges > 0) {
        open.select(open.diverges);
        open.focus();
      }
    },
    /** The id of the trace at a line, if the report has it. @param {string} file @param {number} line */
    at: (file, line) => traces.find((trace) => trace.file === file && trace.line === line)?.id,
  };
}

/** @param {any} trace */
function listRow({ id, steps, tags, diverges }) {
  const engines = Object.keys(diverges);
  return [
    el("span", { class: "id" }, id),
    el(
      "span",
      { class: "about" },
      `${steps} ${steps === 1 ? "step" : "steps"}`,
      ...tags.map((/** @type {string} */ tag) => el("span", { class: "tag" }, tag)),
      engines.length > 0 && el("span", { class: "chip bad" }, `${engines.join(", ")} diverges`),
    ),
  ];
}

/**
 * @param {any} explorer
 * @param {(term: string) => void} onchoose
 */
function facets({ diverged }, onchoose) {
  const terms = Object.keys(diverged).length === 0
    ? []
    : ["diverges", ...Object.keys(diverged).map((engine) => `diverges:${engine}`)];
  return el(
    "div",
    { class: "facets" },
    ...terms.map((term) =>
      el("button", { type: "button", "aria-pressed": "false", onclick: () => onchoose(term) }, term)
    ),
  );
}

/**
 * @param {any} entry
 * @param {any} trace
 * @param {number} diverges
 * @param {() => void} onjump
 */
function heading({ id, tags, file, line, diverges: engines }, { names, events }, diverges, onjump) {
  const said = Object.entries(names).map(([number, name]) => `${number} = ${name}`).join(", ");
  return el(
    "header",
    { class: "trace-head" },
    el("h2", {}, id),
    el(
      "p",
      { class: "note" },
      `${events.length} steps, ${file}:${line}`,
      ...tags.map((/** @type {string} */ tag) => el("span", { class: "tag" }, tag)),
    ),
    said && el("p", { class: "note" }, said),
    diverges > 0 && el(
      "button",
      { type: "button", class: "jump", onclick: onjump },
      ...Object.entries(engines).map(([engine, step]) =>
        el(
          "span",
          {},
          step === 0
            ? `${engine} ends in another state`
            : `${engine} diverges first at step ${step}`,
        )
      ),
      el("kbd", {}, "d"),
    ),
  );
}
