// @ts-check
/** Where the nodes of the diagram are drawn. */

/** @typedef {{ id: string, label?: string, column?: number, row?: number }} Place */
/** @typedef {{ id: string, label: string, x: number, y: number, width: number, height: number }} Box */

const BOX = { width: 112, height: 30 };
const GAP = { x: 44, y: 40 };
/** Columns when the project says nothing of them. */
const COLUMNS = 6;

/**
 * A box for every place, and for every other one that an edge leads to; the project's own columns and rows
 * count, the others follow below.
 * @param {readonly Place[]} places
 * @param {readonly (readonly [string, string, number])[]} edges
 * @returns {{ boxes: Map<string, Box>, width: number, height: number }}
 */
export function boxesOf(places, edges) {
  const known = new Set(places.map(({ id }) => id));
  const others = edges.flatMap(([from, to]) => [from, to]).filter((id) => !known.has(id));
  /** @type {Place[]} */
  const all = [...places, ...[...new Set(others)].map((id) => ({ id }))];
  const isPlaced = (/** @type {Place} */ { column, row }) =>
    column !== undefined && row !== undefined;
  const below = Math.max(-1, ...all.filter(isPlaced).map(({ row }) => row ?? 0)) + 1;
  let free = 0;
  /** @type {Map<string, Box>} */
  const boxes = new Map();
  for (const place of all) {
    const [column, row] = isPlaced(place)
      ? [place.column ?? 0, place.row ?? 0]
      : [free % COLUMNS, below + Math.floor(free++ / COLUMNS)];
    boxes.set(place.id, {
      id: place.id,
      label: place.label ?? place.id,
      x: GAP.x / 2 + column * (BOX.width + GAP.x),
      y: GAP.y / 2 + row * (BOX.height + GAP.y),
      ...BOX,
    });
  }
  const ends = [...boxes.values()];
  return {
    boxes,
    width: Math.max(0, ...ends.map(({ x }) => x + BOX.width)) + GAP.x / 2,
    height: Math.max(0, ...ends.map(({ y }) => y + BOX.height)) + GAP.y / 2,
  };
}

/**
 * The curve from one box to another. It bends to the right of its way, so that there and back are two curves.
 * @param {Box} from
 * @param {Box} to
 */
export function curve(from, to) {
  const [a, b] = [centre(from), centre(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(46, 10 + length / 9);
  const middle = {
    x: (a.x + b.x) / 2 - (dy / length) * bend,
    y: (a.y + b.y) / 2 + (dx / length) * bend,
  };
  const [start, end] = [border(from, middle, 0), border(to, middle, 5)];
  const at = (/** @type {{ x: number, y: number }} */ { x, y }) =>
    `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${at(start)} Q${at(middle)} ${at(end)}`;
}

/** @param {Box} box */
function centre({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Where the line from the box's centre to a point leaves the box, and so much further.
 * @param {Box} box
 * @param {{ x: number, y: number }} towards
 * @param {number} further
 */
function border(box, towards, further) {
  const { x, y } = centre(box);
  const [dx, dy] = [towards.x - x, towards.y - y];
  const scale = 1 / Math.max(Math.abs(dx) / (box.width / 2), Math.abs(dy) / (box.height / 2), 1e-9);
  const length = Math.hypot(dx, dy) || 1;
  return {
    x: x + dx * scale + (dx / length) * further,
    y: y + dy * scale + (dy / length) * further,
  };
}
