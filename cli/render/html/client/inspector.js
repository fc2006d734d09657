// @ts-check
/// <reference lib="dom" />
/** One step: who decided what, and the state after it. */
import { changeLines, same, stateAfter, touched } from "./delta.js";
import { chip, el } from "./dom.js";
import { jsonBlock } from "./json_view.js";
import { stepAddress } from "./overview.js";

/**
 * @param {string} id
 * @param {any} trace
 * @param {number} selected index of the step
 * @param {{ engines: readonly string[], tones: Readonly<Record<string, string>> }} explorer
 */
export function inspector(id, trace, selected, { engines, tones }) {
  if (trace.events.length === 0) {
    return [el("h3", {}, "No step"), part("State", jsonBlock(trace.final)), finals(trace)];
  }
  const step = trace.steps?.[selected];
  return [
    el(
      "h3",
      {},
      el("a", {
        class: "step-link",
        href: stepAddress(id, selected + 1),
        title: "Link to this step",
      }, `Step ${selected + 1} of ${trace.events.length}`),
      step ? `: ${step[0]}` : "",
    ),
    decisions(trace, selected, engines, tones),
    // Before all that the view tells: it may be made of an engine that is wrong.
    selected === trace.events.length - 1 ? finals(trace) : null,
    part("Event", jsonBlock(trace.events[selected])),
    ...(step === undefined
      ? [part(
        "State",
        el(
          "p",
          { class: "note" },
          trace.refused ??
            'The config has no "view": it would tell the state after each step.',
        ),
      )]
      : [
        selected > 0 && part("What changed", changeList(step[5])),
        part(
          "State after it, as the view tells it",
          jsonBlock(stateAfter(trace.steps, selected), touched(step[5])),
        ),
      ]),
  ];
}

/**
 * @param {string} title
 * @param {Node} content
 */
function part(title, content) {
  return el("section", { class: "part" }, el("h4", {}, title), content);
}

/** @param {readonly any[]} changes */
function changeList(changes) {
  const lines = changeLines(changes);
  if (lines.length === 0) return el("p", { class: "note" }, "nothing");
  return el("ul", { class: "changes" }, ...lines.map((line) => el("li", {}, line)));
}

/**
 * The decisions side by side. What is not the model's is marked.
 * @param {any} trace
 * @param {number} selected
 * @param {readonly string[]} engines
 * @param {Readonly<Record<string, string>>} tones
 */
function decisions(trace, selected, engines, tones) {
  const model = trace.decisions[selected];
  const columns = engines.map((engine) => {
    const answer = trace.answers.find((/** @type {any} */ other) => other.engine === engine);
    const own = answer === undefined ? model : answer.decisions[selected];
    // A decision too many diverges behind the last event.
    const first = Math.min(answer?.step ?? 0, trace.events.length) === selected + 1;
    const agrees = same(own, model) && !first;
    const [said, kind] = first
      ? ["first divergence", "diverges first"]
      : agrees
      ? ["agrees", "agrees"]
      : ["differs", "diverges"];
    return column(engine, said, own, model, tones, kind);
  });
  return el(
    "div",
    { class: "decisions" },
    column("Lean", "the model", model, model, tones, "model"),
    ...columns,
  );
}

/**
 * @param {string} name
 * @param {string} said
 * @param {any[] | undefined} decision
 * @param {any[]} model
 * @param {Readonly<Record<string, string>>} tones
 * @param {string} kind
 */
function column(name, said, decision, model, tones, kind) {
  const differs = (/** @type {number} */ i) => !same(decision?.[i], model[i]);
  const effects = (decision ?? []).slice(1);
  const missing = decision === undefined ? [] : model.slice(decision.length);
  return el(
    "div",
    { class: `decision ${kind}` },
    el("div", { class: "who" }, el("strong", {}, name), el("span", {}, said)),
    decision === undefined
      ? el("p", { class: "part-differs" }, "no decision")
      : el("div", { class: differs(0) ? "part-differs" : "" }, chip(decision[0], tones)),
    ...effects.map((effect, i) =>
      el(
        "div",
        { class: differs(i + 1) ? "effect part-differs" : "effect" },
        JSON.stringify(effect),
      )
    ),
    ...missing.map((effect) =>
      el("div", { class: "effect part-differs" }, el("del", {}, JSON.stringify(effect)), " missing")
    ),
    effects.length === 0 && missing.length === 0 && el("div", { class: "note" }, "no effect"),
  );
}

/** @param {any} trace */
function finals(trace) {
  const others = trace.answers.filter((/** @type {any} */ { final }) => !same(final, trace.final));
  if (others.length === 0) return null;
  return el(
    "div",
    {},
    part("The model's last state", jsonBlock(trace.final)),
    ...others.map((/** @type {any} */ { engine, final }) =>
      part(`The last state of ${engine}`, jsonBlock(final))
    ),
  );
}
