/**
 * Lean's character classes. Every range here mirrors `Lean.isIdFirst`, `Lean.isIdRest` and
 * `Lean.isLetterLike`; Unicode's own classes differ, so no `\p{…}` can stand in for them.
 */

/** Code units of the characters the lexer treats specially outside ASCII. */
export const GUILLEMET_OPEN = 0xab;
/** Closes a quoted name part. */
export const GUILLEMET_CLOSE = 0xbb;

/** Bit of {@link ASCII_CLASS}: may start a name part. */
export const ID_FIRST = 1;
/** Bit of {@link ASCII_CLASS}: may continue a name part. */
export const ID_REST = 2;
/** Bit of {@link ASCII_CLASS}: space, tab, carriage return or line feed, the only white space Lean knows. */
export const SPACE = 4;
/** Bit of {@link ASCII_CLASS}: `0` to `9`. */
export const DIGIT = 8;

/** Class bits of the 128 ASCII characters. */
export const ASCII_CLASS: Uint8Array = buildAsciiClass();

/** Whether a code point above ASCII is one of Lean's letters, which may start a name part. */
export function isLetterLike(code: number): boolean {
  return (code >= 0x3b1 && code <= 0x3c9 && code !== 0x3bb) ||
    (code >= 0x391 && code <= 0x3a9 && code !== 0x3a0 && code !== 0x3a3) ||
    (code >= 0x3ca && code <= 0x3fb) ||
    (code >= 0x1f00 && code <= 0x1ffe) ||
    (code >= 0x2100 && code <= 0x214f) ||
    (code >= 0x1d49c && code <= 0x1d59f) ||
    (code >= 0xc0 && code <= 0x17f && code !== 0xd7 && code !== 0xf7);
}

/** Whether a code point is a subscript that may continue a name part. */
export function isSubscript(code: number): boolean {
  return (code >= 0x2080 && code <= 0x2089) || (code >= 0x2090 && code <= 0x209c) ||
    (code >= 0x1d62 && code <= 0x1d6a) || code === 0x2c7c;
}

/** Length in code units (0, 1 or 2) of the name-starting character at `at`; 0 when there is none. */
export function idFirstLength(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 128) return ASCII_CLASS[unit]! & ID_FIRST;
  return wideLength(text, at, unit, false);
}

/** Length in code units (0, 1 or 2) of the name-continuing character at `at`; 0 when there is none. */
export function idRestLength(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 128) return (ASCII_CLASS[unit]! & ID_REST) >> 1;
  return wideLength(text, at, unit, true);
}

function wideLength(text: string, at: number, unit: number, rest: boolean): number {
  // Past the end charCodeAt gives NaN, which fails every comparison below.
  if (unit >= 0xd800 && unit <= 0xdbff) {
    const code = text.codePointAt(at)!;
    return code > 0xffff && isLetterLike(code) ? 2 : 0;
  }
  return isLetterLike(unit) || (rest && isSubscript(unit)) ? 1 : 0;
}

function buildAsciiClass(): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0; code < 128; code++) {
    const char = String.fromCharCode(code);
    if ((char >= "a" && char <= "z") || (char >= "A" && char <= "Z") || char === "_") {
      table[code] = ID_FIRST | ID_REST;
    } else if (char >= "0" && char <= "9") table[code] = DIGIT | ID_REST;
    else if (char === "'" || char === "!" || char === "?") table[code] = ID_REST;
    else if (char === " " || char === "\t" || char === "\r" || char === "\n") table[code] = SPACE;
  }
  return table;
}
