/**
 * Which strings are interpolated. Lean decides it by the parser that reads the string, so the lexer
 * watches for the words whose syntax takes an `interpolatedStr`; after any other word a `{` is text.
 */
import { Kind } from "./tokens.ts";

/** Words of `Init`, known in every file. */
const CORE_WORDS: readonly string[] = ["s!", "f!", "println!", "dbg_trace"];

/** Words of `Lean` and `Std`: plain names in a file that imports nothing. */
const LIBRARY_WORDS: readonly string[] = [
  "m!",
  "t!",
  "throwError",
  "throwErrorAt",
  "throwNamedError",
  "throwNamedErrorAt",
  "logNamedError",
  "logNamedErrorAt",
  "logNamedWarning",
  "logNamedWarningAt",
];

/** Terms that come before the string: `throwErrorAt ref "…"` has one. */
const ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ["throwErrorAt", 1],
  ["throwNamedError", 1],
  ["throwNamedErrorAt", 2],
  ["logNamedError", 1],
  ["logNamedErrorAt", 2],
  ["logNamedWarning", 1],
  ["logNamedWarningAt", 2],
]);

const SHORTEST = 2;

/** The watch over one text. */
export interface Interpolation {
  /** Whether a string that starts now is interpolated. */
  expects(): boolean;
  /** Tells the watch of the next token that carries code. */
  see(kind: number, start: number, end: number): void;
}

/** Watches `text`, with `extra` words that the project declares. */
export function createInterpolation(text: string, extra: readonly string[]): Interpolation {
  const words = new Set([...CORE_WORDS, ...extra]);
  let library = false;
  let arguments_ = -1; // how many terms may still come before the string; -1: no string is awaited
  let depth = 0;
  let base = 0; // bracket depth of the awaited string
  let traceDepth = -1; // depth inside an open `trace[`
  let argumentEnd = -1; // end of the last argument, to which `.x` and `[0]` may be glued
  let lastTrace = -1; // end of a `trace` that a `[` may follow
  let declares = false;

  return { expects: () => arguments_ >= 0 && depth === base, see };

  function see(kind: number, start: number, end: number): void {
    if (kind === Kind.Ident) {
      const length = end - start;
      if (arguments_ >= 0 && depth === base) argument(start, end);
      if (length >= SHORTEST && isCandidate(text.charCodeAt(end - 1), text.charCodeAt(start))) {
        word(text.slice(start, end), end);
      } else declares = false;
      return;
    }
    const unit = text.charCodeAt(start);
    if (kind === Kind.Symbol && (unit === 0x28 || unit === 0x5b || unit === 0x27e8)) {
      if (unit === 0x5b && lastTrace === start) traceDepth = depth;
      else if (arguments_ >= 0 && depth === base) argument(start, end);
      depth++;
    } else if (kind === Kind.Symbol && (unit === 0x29 || unit === 0x5d || unit === 0x27e9)) {
      depth--;
      if (depth === traceDepth) {
        traceDepth = -1;
        await_(0);
      } else if (depth < base) arguments_ = -1;
      else if (depth === base) argumentEnd = end;
    } else if (arguments_ >= 0 && depth === base) argument(start, end);
  }

  /** Counts a term before the awaited string; one too many ends the wait. */
  function argument(start: number, end: number): void {
    const glued = start === argumentEnd;
    argumentEnd = end;
    if (!glued) arguments_--;
  }

  function word(spelled: string, end: number): void {
    if (spelled === "import") library = true;
    else if (spelled === "def" || spelled === "abbrev") {
      declares = true;
      return;
    } else if (spelled === "trace" && library) lastTrace = end;
    else if (words.has(spelled)) {
      // A file that defines the word itself uses it as a name.
      if (declares && !extra.includes(spelled)) words.delete(spelled);
      else await_(ARGUMENTS.get(spelled) ?? 0);
    }
    if (spelled === "import") { for (const name of LIBRARY_WORDS) words.add(name); }
    declares = false;
  }

  function await_(terms: number): void {
    arguments_ = terms;
    base = depth;
    argumentEnd = -1;
  }

  /** Cheap first look: most names are none of the words above. */
  function isCandidate(last: number, first: number): boolean {
    if (extra.length > 0 || last === 0x21) return true;
    // t, l, d, a, i: throw…, log…, dbg_trace, trace, def, abbrev, import
    return first === 0x74 || first === 0x6c || first === 0x64 || first === 0x61 || first === 0x69;
  }
}
