// @ts-check
/// <reference lib="dom" />
/** Reads what the page carries. */

/** Chunks that are kept once they are decoded. */
const KEPT_CHUNKS = 8;

/**
 * The text of a block.
 * @param {string} id
 */
function blockText(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no block "${id}"`);
  return element.textContent ?? "";
}

/** What the page knows from the start. */
export function readMeta() {
  return JSON.parse(blockText("meta"));
}

/** Waits until the whole page is read: the blocks with the traces stand last. */
export function parsed() {
  return new Promise((resolve) => {
    if (document.readyState !== "loading") resolve(undefined);
    else document.addEventListener("DOMContentLoaded", resolve, { once: true });
  });
}

/**
 * Decodes a compressed block.
 * @param {string} id
 */
export async function unpack(id) {
  const packed = atob(blockText(id));
  const bytes = Uint8Array.from(packed, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/**
 * The traces of the index, as objects.
 * @param {{ files: string[], tags: string[], kinds: any[][], traces: any[][] }} index
 */
export function tracesOf({ files, tags, kinds, traces }) {
  let [chunk, place] = [-1, 0];
  return traces.map(([id, steps, own, file, line, inChunk, diverges, has], index) => {
    place = inChunk === chunk ? place + 1 : 0;
    chunk = inChunk;
    return {
      index,
      id,
      steps,
      tags: own.map((/** @type {number} */ tag) => tags[tag]),
      file: files[file],
      line,
      chunk,
      place,
      diverges,
      kinds: has.map((/** @type {number} */ kind) => kinds[kind]),
    };
  });
}

/** Gives the traces themselves, a chunk at a time. */
export function chunkReader() {
  /** @type {Map<number, Promise<any[]>>} */
  const chunks = new Map();
  return async (/** @type {{ chunk: number, place: number }} */ { chunk, place }) => {
    const known = chunks.get(chunk) ?? unpack(`chunk-${chunk}`);
    // The latest stands last: the first to go is the one that was not asked for longest.
    chunks.delete(chunk);
    chunks.set(chunk, known);
    const [oldest] = chunks.keys();
    if (chunks.size > KEPT_CHUNKS && oldest !== undefined) chunks.delete(oldest);
    return (await known)[place];
  };
}
