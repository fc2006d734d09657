/**
 * Finds the explanation of a code.
 *
 * A rule of the scan, a code of the audit, or another finding.
 */
import { distance } from "fastest-levenshtein";
import type { Rule } from "../../src/lean/scan/finding.ts";
import { findRule, RULES } from "../../src/lean/scan/rules/rules.ts";
import { COMMAND_CODES } from "./codes_command.ts";
import { ENGINE_CODES } from "./codes_engines.ts";
import { LEAN_CODES } from "./codes_lean.ts";
import { TRACE_CODES } from "./codes_traces.ts";

/**
 * What is known of a code.
 *
 * A rule with its examples, or a meaning and what to do.
 */
export type Explanation =
  | { readonly type: "rule"; readonly rule: Rule }
  | {
    readonly type: "code";
    readonly code: string;
    readonly meaning: string;
    readonly remedy: string;
  };

/** Every code that is not a rule of the scan. */
const TABLE = { ...LEAN_CODES, ...TRACE_CODES, ...ENGINE_CODES, ...COMMAND_CODES };

/** All codes that have an explanation, in order: first the rules of the scan. */
export const EXPLAINED: readonly string[] = [
  ...RULES.map(({ id }) => id),
  ...Object.keys(TABLE).filter((code) => findRule(code) === undefined).sort(),
];

/** Explains a code, or returns `undefined` for an unknown one. */
export function explain(code: string): Explanation | undefined {
  const rule = findRule(code);
  if (rule !== undefined) return { type: "rule", rule };
  if (!Object.hasOwn(TABLE, code)) return undefined;
  const [meaning, remedy] = TABLE[code]!;
  return { type: "code", code, meaning, remedy };
}

/** One line about a code. */
export function summaryOf(code: string): string {
  const explained = explain(code);
  if (explained === undefined) return "";
  const text = explained.type === "rule" ? explained.rule.explanation : explained.meaning;
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

/** Most suggestions for one misspelling. */
const SUGGESTIONS = 5;

/** The codes that a misspelled one may mean, nearest first. */
export function similarCodes(text: string): readonly string[] {
  const wanted = text.toLowerCase().replaceAll(/[-\s]+/g, "_");
  const allowed = Math.max(2, Math.floor(wanted.length / 4));
  const near = EXPLAINED.map((code) => ({ code, edits: distance(wanted, code) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits)
    .map(({ code }) => code);
  const within = EXPLAINED.filter((code) => wanted.length > 2 && code.includes(wanted));
  return [...new Set([...near, ...within])].slice(0, SUGGESTIONS);
}
