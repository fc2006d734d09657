// @ts-check
/// <reference lib="dom" />
/** The stages, and what they found. */
import { el } from "./dom.js";

/** @type {Readonly<Record<string, string>>} */
const MARKS = { passed: "✓", failed: "✗", skipped: "–", blocked: "!" };

/** @param {any} meta */
export function overview({ stages, engines, verdict, title, ok }) {
  const longest = Math.max(1, ...stages.map((/** @type {any} */ { ms }) => ms));
  const findings = stages.flatMap((/** @type {any} */ { name, findings }) =>
    findings.map((/** @type {any} */ finding) => ({ stage: name, ...finding }))
  );
  return el(
    "div",
    { class: "overview" },
    el(
      "div",
      { class: ok ? "verdict-banner ok" : "verdict-banner no", role: "status" },
      el("h1", {}, verdict),
      el("p", {}, title),
    ),
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
          ...["", "stage", "what it found", "judged", "time"].map((name) =>
            el("th", { scope: "col" }, name)
          ),
        ),
      ),
      el("tbody", {}, ...stages.map((/** @type {any} */ stage) => stageRow(stage, longest))),
    ),
    findings.length > 0 && el("h2", {}, "Findings"),
    ...findings.map(findingCard),
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
    el("td", { class: "found" }, summary),
    el("td", { class: "count" }, ran ? checked : ""),
    el("td", { class: "time" }, bar, el("span", {}, ran ? time : "")),
  );
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
    detail && el("pre", {}, detail),
    hint && el("p", { class: "hint" }, el("strong", {}, "help "), hint),
  );
}
