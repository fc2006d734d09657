// @ts-check
/// <reference lib="dom" />
/** The diagram of the places, with the way that one thing took through them. */
import { el, svg } from "./dom.js";
import { boxesOf, curve } from "./layout.js";

/** @typedef {[title: string, detail: string, about: string | null, from: string | null, to: string | null, changes: any[]]} Step */

/**
 * The diagram after a step: the way up to there of what the step is about, its last move marked.
 * @param {{ places: any[], edges: [string, string, number][] }} explorer
 * @param {readonly Step[]} steps
 * @param {number} selected index of the step
 */
export function diagram({ places, edges }, steps, selected) {
  const about = steps[selected]?.[2] ?? null;
  const own = steps.slice(0, selected + 1).filter((step) => step[2] === about);
  const walked = new Map();
  for (const [, , , from, to] of own) {
    if (from !== null && to !== null && from !== to) walked.set(JSON.stringify([from, to]), true);
  }
  const visited = new Set(own.flatMap(([, , , from, to]) => [from, to]));
  const [, , , lastFrom, current] = steps[selected] ?? [];
  const { boxes, width, height } = boxesOf(places, edges);
  const most = Math.max(1, ...edges.map(([, , count]) => count));
  const rank = { "": 0, walked: 1, last: 2 };
  const drawn = edges.map(([from, to, count]) => {
    const isLast = from === lastFrom && to === current;
    const kind = /** @type {keyof typeof rank} */ (isLast
      ? "last"
      : walked.has(JSON.stringify([from, to]))
      ? "walked"
      : "");
    return { from, to, count, kind };
  }).sort((a, b) => rank[a.kind] - rank[b.kind]);
  const said = saidOf(about, own, (place) => boxes.get(place)?.label ?? place);
  return el(
    "figure",
    { class: "diagram", tabindex: 0 },
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": said },
      svg("defs", {}, ...Object.keys(rank).map(arrow)),
      ...drawn.map(({ from, to, count, kind }) => edge(boxes, from, to, count / most, kind)),
      ...[...boxes.values()].map((box) =>
        node(box, box.id === current ? "current" : visited.has(box.id) ? "visited" : "")
      ),
    ),
    el("figcaption", {}, said),
  );
}

/**
 * The way in words.
 * @param {string | null} about
 * @param {readonly Step[]} own
 * @param {(place: string) => string} labelOf
 */
function saidOf(about, own, labelOf) {
  const moves = own.filter(([, , , from, to]) => from !== to).map(([, , , , to]) => to);
  const way = [own[0]?.[3], ...moves]
    .flatMap((place) => place === null || place === undefined ? [] : [labelOf(place)]);
  return `${about ?? "all"}: ${way.join(" → ") || "no place"}`;
}

/** @param {string} kind */
function arrow(kind) {
  const shape = svg("path", { d: "M0 0 L8 4 L0 8 z", class: `head ${kind}` });
  return svg("marker", {
    id: `arrow-${kind}`,
    viewBox: "0 0 8 8",
    refX: 6,
    refY: 4,
    markerWidth: 7,
    markerHeight: 7,
    markerUnits: "userSpaceOnUse",
    orient: "auto",
  }, shape);
}

/**
 * @param {Map<string, import("./layout.js").Box>} boxes
 * @param {string} from
 * @param {string} to
 * @param {number} share of the most frequent edge
 * @param {string} kind
 */
function edge(boxes, from, to, share, kind) {
  const [a, b] = [boxes.get(from), boxes.get(to)];
  if (a === undefined || b === undefined) return null;
  return svg("path", {
    d: curve(a, b),
    class: `edge ${kind}`,
    "stroke-width": kind === "" ? (0.8 + share).toFixed(2) : 2,
    "marker-end": `url(#arrow-${kind})`,
  }, svg("title", {}, `${from} → ${to}`));
}

/**
 * @param {import("./layout.js").Box} box
 * @param {string} kind
 */
function node({ label, x, y, width, height }, kind) {
  return svg(
    "g",
    { class: `node ${kind}` },
    svg("rect", { x, y, width, height, rx: 7 }),
    svg("text", { x: x + width / 2, y: y + height / 2 }, label),
  );
}
