/**
 * Which strings are interpolated. Lean decides it by the parser that reads the string, so the lexer
 * watches for the words whose syntax takes an `interpolatedStr`; after any other word a `{` is text.
 */
import { Kind } from "./tokens.ts";
import { createWordSet } from "./words.ts";

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
  "reportIssue!",
  "reportDbgIssue!",
  "reportEMatchIssue!",
];

/** The trace of `Init`. */
const CORE_TRACE = "Macro.trace";

/** Words after which a bracket and then the string follow: `trace[Meta.x] "…"`. */
const TRACES: ReadonlySet<string> = new Set([CORE_TRACE, "trace", "trace_goal"]);

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

const KNOWN = createWordSet([...CORE_WORDS, ...LIBRARY_WORDS, ...TRACES, "import"]);

/** The watch over one text. */
export interface Interpolation {
  /** Whether the watch has to be told of tokens of every kind, not only of identifiers. */
  active: boolean;
  /** Whether a string that starts now is interpolated. */
  expects(): boolean;
  /** Whether the identifier from `start` to `end` may concern the watch even when it is not active. */
  concerns(start: number, end: number): boolean;
  /** Tells the watch of a token that carries code; `before` is where the one before it starts. */
  see(kind: number, start: number, end: number, before: number): void;
}

/** Watches `text`. */
export function createInterpolation(text: string): Interpolation {
  const words = new Set(CORE_WORDS);
  let library = false;
  let terms = -1; // how many terms may still come before the string; -1: no string is awaited
  let depth = 0; // bracket depth since the word
  let tracing = false; // inside the brackets of `trace[`
  let argumentEnd = -1; // end of the last term, to which `.x` and `[0]` may be glued
  let traceEnd = -1; // end of a `trace` that a bracket may follow

  const watch: Interpolation = {
    active: false,
    expects: () => terms >= 0 && depth === 0 && !tracing,
    concerns,
    see(kind, start, end, before) {
      if (kind === Kind.Ident) {
        if (terms >= 0 && depth === 0) argument(start, end);
        if (concerns(start, end)) {
          word(text.slice(start, end), end, before);
        }
      } else if (kind === Kind.Symbol) symbol(text.charCodeAt(start), start, end);
      else if (terms >= 0 && depth === 0) argument(start, end);
      watch.active = terms >= 0 || tracing || traceEnd === end;
    },
  };
  return watch;

  function concerns(start: number, end: number): boolean {
    return KNOWN.mayHold(text.charCodeAt(start), text.charCodeAt(end - 1), end - start);
  }

  function symbol(unit: number, start: number, end: number): void {
    if (unit === 0x28 || unit === 0x5b || unit === 0x27e8) {
      if (unit === 0x5b && traceEnd === start) {
        tracing = true;
        terms = -1;
        depth = 0;
      } else if (terms >= 0 && depth === 0) argument(start, end);
      depth++;
    } else if (closes(unit)) {
      depth--;
      if (depth === 0 && tracing) await_(0);
      else if (depth < 0) terms = -1;
      else if (depth === 0) argumentEnd = end;
    } else if (terms >= 0 && depth === 0) argument(start, end);
  }

  /** Counts a term before the awaited string; one too many ends the wait. */
  function argument(start: number, end: number): void {
    const glued = start === argumentEnd;
    argumentEnd = end;
    if (!glued) terms--;
  }

  function word(spelled: string, end: number, before: number): void {
    if (spelled === "import") {
      library = true;
      for (const name of LIBRARY_WORDS) words.add(name);
    } else if (TRACES.has(spelled)) {
      if (library || spelled === CORE_TRACE) traceEnd = end;
    } else if (words.has(spelled)) {
      // A file that defines the word itself uses it as a name.
      if (/^(def|abbrev)\s/.test(text.slice(before, before + 7))) words.delete(spelled);
      else await_(ARGUMENTS.get(spelled) ?? 0);
    }
  }

  function await_(count: number): void {
    terms = count;
    depth = 0;
    tracing = false;
    argumentEnd = -1;
  }
}

function closes(unit: number): boolean {
  return unit === 0x29 || unit === 0x5d || unit === 0x27e9;
}
