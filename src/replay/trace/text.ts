/** The texts of a trace's parts, as they stand on its line. Pure. */

/** Texts of a trace that requests and answers reuse. */
export interface TraceText {
  /** The JSON of `events`. */
  readonly events: string;
  /**
   * All that follows them, from `"decisions":` to the closing brace: the same characters end the line of
   * an engine that answers as the model does, if it writes JSON as the emitter does.
   */
  readonly answer: string;
}

/** A trace's fields in the order in which they are written. */
const FIELDS: readonly string[] = [
  "id",
  "tags",
  "names",
  "graph",
  "events",
  "decisions",
  "final",
];

/** The quotes around a key, and the text before and after them. */
const AFTER_KEY = '":';
const BEFORE_KEY = ',"';

/**
 * Finds the parts of a line that is known to be a trace, given where its keys begin and end by turns.
 * `undefined` when they are in another order, or have blanks around them.
 */
export function traceText(line: string, keys: readonly number[]): TraceText | undefined {
  if (keys.length !== 2 * FIELDS.length) return undefined;
  const named = (field: string, i: number) => line.slice(keys[2 * i], keys[2 * i + 1]) === field;
  if (!FIELDS.every(named)) return undefined;
  const events = keys[2 * FIELDS.indexOf("events") + 1]!;
  const decisions = keys[2 * FIELDS.indexOf("decisions")]!;
  if (!line.startsWith(AFTER_KEY, events)) return undefined;
  if (!line.startsWith(BEFORE_KEY, decisions - BEFORE_KEY.length)) return undefined;
  return {
    events: line.slice(events + AFTER_KEY.length, decisions - BEFORE_KEY.length),
    answer: line.slice(decisions - 1),
  };
}
