/** Tells whether a key has been seen before in the same object, during a scan. */

/** The keys seen so far in each open object, as spans of the scanned bytes. */
export interface KeyLedger {
  /** Forgets everything: a new document begins. */
  reset(): void;
  /** An object begins. */
  open(): void;
  /** The innermost object ends. */
  close(): void;
  /** Records a key of the innermost object; `false` when it has been there before. */
  add(bytes: Uint8Array, start: number, end: number, escaped: boolean): boolean;
  /**
   * Where the keys of the last outermost object stand: start and end by turns.
   *
   * Empty when they are many.
   */
  outermost(): number[];
}

/**
 * Keys of one object compared pairwise.
 *
 * Larger objects get a set, so that a scan stays linear.
 */
const PAIRWISE_KEYS = 16;

/** A ledger for objects nested up to `maxDepth` deep. */
export function keyLedger(maxDepth: number): KeyLedger {
  const starts = new Int32Array(PAIRWISE_KEYS * maxDepth);
  const ends = new Int32Array(PAIRWISE_KEYS * maxDepth);
  /** For each open object, where its keys begin in `starts`. */
  const bases = new Int32Array(maxDepth + 1);
  /** Decoded keys of each open object with many keys or an escape. */
  const sets: (Set<string> | undefined)[] = new Array(maxDepth + 1).fill(undefined);
  let depth = 0;
  let top = 0;
  /** How many keys the last outermost object has; they remain in `starts`. */
  let outermost = 0;

  function addToSet(bytes: Uint8Array, start: number, end: number): boolean {
    let set = sets[depth];
    if (set === undefined) {
      set = new Set();
      for (let i = bases[depth]!; i < top; i++) set.add(decode(bytes, starts[i]!, ends[i]!));
      sets[depth] = set;
    }
    const size = set.size;
    return set.add(decode(bytes, start, end)).size > size;
  }

  return {
    reset() {
      for (; depth > 0; depth--) sets[depth] = undefined;
      top = 0;
      outermost = 0;
    },
    open() {
      depth++;
      bases[depth] = top;
    },
    close() {
      if (depth === 1) outermost = sets[1] === undefined ? top : 0;
      top = bases[depth]!;
      sets[depth] = undefined;
      depth--;
    },
    add(bytes, start, end, escaped) {
      const base = bases[depth]!;
      if (escaped || top - base >= PAIRWISE_KEYS || sets[depth] !== undefined) {
        return addToSet(bytes, start, end);
      }
      const length = end - start;
      for (let i = base; i < top; i++) {
        const other = starts[i]!;
        if (ends[i]! - other !== length) continue;
        let same = 0;
        while (same < length && bytes[other + same] === bytes[start + same]) same++;
        if (same === length) return false;
      }
      starts[top] = start;
      ends[top] = end;
      top++;
      return true;
    },
    outermost() {
      const spans: number[] = [];
      for (let i = 0; i < outermost; i++) spans.push(starts[i]!, ends[i]!);
      return spans;
    },
  };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function decode(bytes: Uint8Array, start: number, end: number): string {
  const raw = decoder.decode(bytes.subarray(start, end));
  if (!raw.includes("\\")) return raw;
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    // Not a string of JSON: the parse will refuse the document.
    return raw;
  }
}
