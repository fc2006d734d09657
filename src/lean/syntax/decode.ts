/** From bytes to text, naming what is not UTF-8. */
import { createLocator, type Position } from "../../platform/text/position.ts";

/** Decoded source, and where it first departs from UTF-8. */
export interface Decoded {
  /** The text, with U+FFFD for each invalid sequence; a byte order mark is kept. */
  readonly text: string;
  /** The first invalid sequence, or undefined for valid UTF-8. */
  readonly invalid?: InvalidBytes;
}

/** Bytes that are not UTF-8. */
export interface InvalidBytes extends Position {
  /** The first offending byte, 0 to 255. */
  readonly byte: number;
  /** How many invalid sequences the whole input holds. */
  readonly count: number;
}

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes `bytes` as UTF-8. Never throws. */
export function decodeSource(bytes: Uint8Array): Decoded {
  try {
    return { text: STRICT.decode(bytes) };
  } catch {
    const text = LENIENT.decode(bytes);
    const { offset, count } = surveyInvalid(bytes);
    const before = LENIENT.decode(bytes.subarray(0, offset));
    const { line, column } = createLocator(before)(before.length);
    return { text, invalid: { line, column, byte: bytes[offset]!, count } };
  }
}

/** First invalid sequence and how many there are, each a maximal run that one U+FFFD stands for. */
function surveyInvalid(bytes: Uint8Array): { offset: number; count: number } {
  let offset = -1;
  let count = 0;
  for (let i = 0; i < bytes.length;) {
    const length = bytes[i]! < 0x80 ? 1 : sequenceLength(bytes, i);
    if (length < 0) {
      if (offset < 0) offset = i;
      count++;
    }
    i += Math.abs(length);
  }
  return { offset, count };
}

/** Length of the UTF-8 sequence at `at`; negated when it is invalid, up to the first byte that does not fit. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  const need = lead >= 0xc2 && lead <= 0xdf
    ? 1
    : lead >= 0xe0 && lead <= 0xef
    ? 2
    : lead >= 0xf0 && lead <= 0xf4
    ? 3
    : 0;
  if (need === 0) return -1;
  // The second byte also keeps out overlong forms, surrogates and code points past U+10FFFF.
  let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let k = 1; k <= need; k++) {
    const byte = bytes[at + k];
    if (byte === undefined || byte < low || byte > high) return -k;
    low = 0x80;
    high = 0xbf;
  }
  return need + 1;
}
