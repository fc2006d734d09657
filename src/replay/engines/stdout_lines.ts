/** Lines of a child's stdout: bounded in memory, exact about UTF-8. */

/**
 * The next line without its LF, or why there is none.
 *
 * After anything but a line, the reader is spent.
 */
export type Line =
  | { readonly type: "line"; readonly text: string }
  /** `partial`: bytes of an unfinished last line. */
  | { readonly type: "end"; readonly partial: number }
  | { readonly type: "too_long" }
  | { readonly type: "not_utf8" };

/** Reads a stream line by line. */
export interface LineReader {
  /** Bytes received of the line that is not complete yet. */
  partial(): number;
  /** The next line, or why there is none. One call at a time. */
  next(): Promise<Line>;
  /** Stops reading; a pending `next` ends. */
  cancel(): Promise<void>;
}

const LF = 10;

/** Reads lines of at most `maxBytes` bytes each; never holds more than that and one chunk. */
export function readLines(stream: ReadableStream<Uint8Array>, maxBytes: number): LineReader {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let ready: string[] = [];
  let next = 0;
  /** Given once `ready` is used up. */
  let last: Line | undefined;
  let unfinished: Uint8Array[] = [];
  let size = 0;

  function take(chunk: Uint8Array): void {
    const first = chunk.indexOf(LF);
    if (size + (first < 0 ? chunk.length : first) > maxBytes) {
      last = { type: "too_long" };
      return;
    }
    if (first < 0) {
      unfinished.push(chunk);
      size += chunk.length;
      return;
    }
    const end = chunk.lastIndexOf(LF);
    const head = chunk.subarray(0, end);
    const block = unfinished.length === 0 ? head : concat([...unfinished, head], size + end);
    // The rest is copied, so that a short one does not keep its whole chunk alive.
    const rest = chunk.slice(end + 1);
    unfinished = rest.length === 0 ? [] : [rest];
    size = rest.length;
    ready = decode(block);
    next = 0;
  }

  function decode(block: Uint8Array): string[] {
    try {
      return decoder.decode(block).split("\n");
    } catch {
      last = { type: "not_utf8" };
      return validPrefix(block);
    }
  }

  return {
    partial: () => size,
    async next() {
      while (true) {
        if (next < ready.length) return { type: "line", text: ready[next++]! };
        if (last !== undefined) return last;
        const { value, done } = await reader.read();
        if (done) last = { type: "end", partial: size };
        else take(value);
      }
    },
    cancel: () => reader.cancel().catch(() => {}),
  };
}

/** The lines before the first that is not UTF-8. */
function validPrefix(block: Uint8Array): string[] {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const lines: string[] = [];
  for (let start = 0; start <= block.length;) {
    const found = block.indexOf(LF, start);
    const end = found < 0 ? block.length : found;
    try {
      lines.push(decoder.decode(block.subarray(start, end)));
    } catch {
      break;
    }
    start = end + 1;
  }
  return lines;
}

function concat(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
