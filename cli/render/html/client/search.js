// @ts-check
/** Finds traces. */

/**
 * @typedef {{
 *   id: string,
 *   steps: number,
 *   tags: readonly string[],
 *   diverges: Readonly<Record<string, number>>,
 *   kinds: readonly (readonly [title: string, from: string | null, verdict: string])[],
 * }} Searched
 */

/**
 * The traces that have every term of the query: `tag:fence`, `diverges`, `diverges:rust`, `steps>100`, `steps<5`,
 * and any other as a part of the id or of a tag. `event:`, `at:` and `verdict:` are about one and the same step:
 * what happened, where that stood before, and how the verdict begins.
 * @template {Searched} T
 * @param {readonly T[]} traces
 * @param {string} query
 * @returns {readonly T[]}
 */
export function found(traces, query) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const ofStep = words.filter((word) => STEP_TERM.test(word)).map(stepTermOf);
  const terms = words.filter((word) => !STEP_TERM.test(word)).map(termOf);
  return words.length === 0 ? traces : traces.filter((trace) =>
    terms.every((has) => has(trace)) &&
    (ofStep.length === 0 || trace.kinds.some((kind) => ofStep.every((has) => has(kind))))
  );
}

/**
 * The first step of a trace, 1-based, that a query speaks of; the first of all when it speaks of none.
 * @param {{ steps?: readonly any[], decisions: readonly any[] }} trace
 * @param {string} query
 */
export function stepFound({ steps, decisions }, query) {
  const terms = query.toLowerCase().split(/\s+/).filter((word) => STEP_TERM.test(word)).map(
    stepTermOf,
  );
  const index = decisions.findIndex(([verdict], i) => {
    const [title, , , from] = steps?.[i] ?? ["", "", null, null];
    return terms.every((has) => has([title, from, verdict]));
  });
  return Math.max(0, index) + 1;
}

const STEP_TERM = /^(event|at|verdict):(.+)$/;

/**
 * @param {string} term
 * @returns {(kind: readonly [string, string | null, string]) => boolean}
 */
function stepTermOf(term) {
  const [, name = "", value = ""] = STEP_TERM.exec(term) ?? [];
  if (name === "event") return ([title]) => title.toLowerCase() === value;
  if (name === "at") return ([, from]) => from?.toLowerCase() === value;
  return ([, , verdict]) => verdict.toLowerCase().startsWith(value);
}

/**
 * @param {string} term
 * @returns {(trace: Searched) => boolean}
 */
function termOf(term) {
  const [, name = "", sign = "", value = ""] = /^(tag|diverges|steps)([:<>])(.+)$/.exec(term) ?? [];
  if (term === "diverges") return ({ diverges }) => Object.keys(diverges).length > 0;
  if (name === "diverges" && sign === ":") return ({ diverges }) => Object.hasOwn(diverges, value);
  if (name === "tag" && sign === ":") {
    return ({ tags }) => tags.some((tag) => tag.toLowerCase() === value);
  }
  if (name === "steps" && sign === ">") return ({ steps }) => steps > Number(value);
  if (name === "steps" && sign === "<") return ({ steps }) => steps < Number(value);
  return ({ id, tags }) =>
    id.toLowerCase().includes(term) || tags.some((tag) => tag.toLowerCase().includes(term));
}
