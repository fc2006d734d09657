// @ts-check
/// <reference lib="dom" />
/** The stages, what they found, and which engine agrees on which traces. */
import { el } from "./dom.js";

/** @type {Readonly<Record<string, string>>} */
const MARKS = { passed: "✓", failed: "✗", skipped: "–", blocked: "!" };

/** @param {any} meta */
export function overview({ stages, engines, verdict, title, ok, divergences, explorer }) {
  const longest = Math.max(1, ...stages.map((/** @type {any} */ { ms }) => ms));
  const findings = stages.flatMap((/** @type {any} */ { name, findings }) =>
    findings.map((/** @type {any} */ finding) => ({ stage: name, ...finding }))
  );
  const cards = findings.length === 0
    ? []
    : [el("h2", {}, "Findings"), ...findings.map(findingCard)];
  return el(
    "div",
    { class: "overview" },
    el(
      "div",
      { class: ok ? "verdict-banner ok" : "verdict-banner no", role: "status" },
      el("h1", {}, verdict),
      el("p", {}, title),
    ),
    // What is wrong comes first.
    ...(ok ? [] : cards),
    !ok && diverging(divergences),
    el("h2", {}, "Stages"),
    el(
      "table",
      { class: "stages" },
      el("caption", {}, "Stages"),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td", {}),
          ...["stage", "what it found", "judged", "time"].map((name) =>
            el("th", { scope: "col" }, name)
          ),
        ),
      ),
      el("tbody", {}, ...stages.map((/** @type {any} */ stage) => stageRow(stage, longest))),
    ),
    ...(ok ? cards : []),
    explorer !== null && explorer.groups.length > 0 && agreement(explorer),
    engines.length > 0 && el("h2", {}, "Engines"),
    engines.length > 0 && el(
      "ul",
      { class: "engines" },
      ...engines.map((/** @type {any} */ { name, version, traces, steps }) =>
        el("li", {}, el("strong", {}, name), ` ${version}: ${traces} traces, ${steps} steps`)
      ),
    ),
  );
}

/**
 * @param {any} stage
 * @param {number} longest
 */
function stageRow({ name, status, summary, ms, time, checked }, longest) {
  const ran = status === "passed" || status === "failed";
  const bar = el("span", { class: "bar" });
  bar.style.setProperty("width", `${ran ? Math.max(1, (ms / longest) * 100) : 0}%`);
  return el(
    "tr",
    { class: status },
    el("td", { class: "mark", title: status }, MARKS[status] ?? "?"),
    el("th", { scope: "row" }, name),
    el("td", { class: "found" }, summary, ran && el("span", { class: "took" }, ` ${time}`)),
    el("td", { class: "count" }, ran ? checked : ""),
    el("td", { class: "time" }, bar, el("span", {}, ran ? time : "")),
  );
}

/**
 * The traces in which an engine diverges, those with the same cause together.
 * @param {readonly any[]} divergences
 */
function diverging(divergences) {
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  for (const divergence of divergences) {
    const key = `${divergence.engine}: ${divergence.cause}`;
    groups.set(key, [...groups.get(key) ?? [], divergence]);
  }
  if (groups.size === 0) return null;
  return el(
    "section",
    { class: "diverging" },
    el("h2", {}, "Diverging traces"),
    ...[...groups].map(([cause, own]) =>
      el(
        "details",
        {},
        el("summary", {}, el("span", { class: "chip bad" }, own.length), ` ${cause}`),
        el(
          "ul",
          {},
          ...own.map(({ trace, step, steps }) =>
            el(
              "li",
              {},
              el("a", { href: stepAddress(trace, Math.min(step, steps)) }, trace),
              step > steps ? ` after ${steps} steps` : ` step ${step} of ${steps}`,
            )
          ),
        ),
      )
    ),
  );
}

/**
 * Engines by groups of traces: on how many of a group an engine agrees.
 * @param {any} explorer
 */
function agreement({ engines, groups }) {
  return el(
    "section",
    {},
    el("h2", {}, "Engines by traces"),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Engines by traces" },
      el(
        "table",
        { class: "agreement" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, "traces"),
            ...engines.map((/** @type {string} */ name) => el("th", { scope: "col" }, name)),
          ),
        ),
        el(
          "tbody",
          {},
          ...groups.map((/** @type {any} */ { name, traces, diverged }) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, name, el("span", { class: "note" }, ` ${traces}`)),
              ...engines.map((/** @type {string} */ engine, /** @type {number} */ i) =>
                el("td", {}, agreementCell(name, engine, traces, diverged[i]))
              ),
            )
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {string} group
 * @param {string} engine
 * @param {number} traces
 * @param {number} diverged
 */
function agreementCell(group, engine, traces, diverged) {
  if (diverged === 0) return el("span", { class: "chip good" }, "✓ agrees");
  const query = `tag:${group} diverges:${engine}`;
  const text = `✗ ${diverged} of ${traces}`;
  return group.includes(" ")
    ? el("span", { class: "chip bad" }, text)
    : el("a", { class: "chip bad", href: `#find/${encodeURIComponent(query)}` }, text);
}

/**
 * The address of a step.
 * @param {string} id
 * @param {number} step
 */
export function stepAddress(id, step) {
  return `#traces/${encodeURIComponent(id)}/${step}`;
}

/** @param {any} finding */
function findingCard({ stage, severity, code, message, file, line, column, hint, detail }) {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return el(
    "article",
    { class: `finding ${severity}` },
    el(
      "header",
      {},
      el("span", { class: severity === "error" ? "chip bad" : "chip warn" }, severity),
      el("code", {}, code),
      el("span", { class: "note" }, stage),
      place && el("code", { class: "place", "data-file": file, "data-line": line }, place),
    ),
    el("p", { class: "message" }, message),
    detail && el("pre", { tabindex: 0 }, detail),
    hint && el("p", { class: "hint" }, el("strong", {}, "help "), hint),
  );
}
