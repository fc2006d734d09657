// @ts-check
/** Finds traces. */

/**
 * @typedef {{
 *   id: string,
 *   steps: number,
 *   tags: readonly string[],
 *   diverges: Readonly<Record<string, number>>,
 * }} Searched
 */

/**
 * The traces that have every term of the query: `tag:fence`, `diverges`, `diverges:rust`, `steps>100`, `steps<5`,
 * and any other as a part of the id or of a tag.
 * @template {Searched} T
 * @param {readonly T[]} traces
 * @param {string} query
 * @returns {readonly T[]}
 */
export function found(traces, query) {
  const terms = query.toLowerCase().split(/\s+/).filter((term) => term !== "").map(termOf);
  return terms.length === 0 ? traces : traces.filter((trace) => terms.every((has) => has(trace)));
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
