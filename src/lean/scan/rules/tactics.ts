import type { Rule } from "../finding.ts";
import {
  isOnNewLine,
  isSymbol,
  isWord,
  Kind,
  kindOf,
  next,
  previous,
  textOf,
  type Tokens,
} from "../../syntax/tokens.ts";
import { ARROWED } from "../syntax/tactic_words.ts";
import { isPattern, mayStartTactic } from "../prefilter/raw_text.ts";
import { isGuarded } from "../syntax/source.ts";
import { reportEscape } from "./escape.ts";

/** Tactics of search whose names do not end in a question mark. */
const SEARCHES: readonly string[] = ["rw_search"];

/** How many tokens after a tactic its `says` is looked for, and how many patterns a list may have. */
const REACH = 40;

/** Tactics of Lean itself: a macro of the same name only adds to them. */
const CORE: ReadonlySet<string> = new Set([
  "exact?",
  "apply?",
  "rw?",
  "simp?",
  "simp?!",
  "simp_all?",
  "simp_all?!",
  "simpa?",
  "dsimp?",
  "dsimp?!",
  "decide?",
  "grind?",
  "try?",
]);

/** The `stop` tactic. */
export const stop: Rule = {
  id: "stop",
  severity: "error",
  explanation: "The tactic 'stop' gives up the goal with 'sorry' and skips the rest of the block.",
  fix: "Finish the proof and remove 'stop'.",
  good: "def stop : Nat := 0\ntheorem a : stop = 0 := by\n  rfl\n",
  bad: "theorem a : 1 = 2 := by\n  stop\n  exact nothing_here\n",
  triggers: ["stop"],
  filter: (bytes, offset, word) =>
    mayStartTactic(bytes, offset) && !isPattern(bytes, offset, offset + word.length),
  check(source, at, word, report) {
    const { tokens } = source;
    if (!isWord(tokens, at, word) || isConstructor(tokens, at) || !source.isTactic(at)) return;
    reportEscape(source, at, "The tactic 'stop' gives up the goal and skips the rest", report);
  },
};

/**
 * Whether token `at` stands in a list of patterns, `| a | stop | b =>`, or before a binder, `| stop (n : Nat)`:
 * no list of tactics can be either.
 */
function isConstructor(tokens: Tokens, at: number): boolean {
  if (!isSymbol(tokens, previous(tokens, at), "|")) return false;
  if (isBinder(tokens, next(tokens, at))) return true;
  let name = at;
  // Where a list is longer, `first` of as many tactics would be looked through anew from each of them.
  for (let length = 1; length < REACH; length++) {
    const after = next(tokens, name);
    if (isSymbol(tokens, after, "=>")) return !ARROWED.has(textOf(tokens, name));
    if (!isSymbol(tokens, after, "|")) return false;
    name = next(tokens, after);
    if (kindOf(tokens, name) !== Kind.Ident) return false;
  }
  return false;
}

/** Whether names and a colon follow the bracket at token `at`. */
function isBinder(tokens: Tokens, at: number): boolean {
  if (!isSymbol(tokens, at, "(")) return false;
  const first = next(tokens, at);
  let after = first;
  while (kindOf(tokens, after) === Kind.Ident) after = next(tokens, after);
  return after > first && isSymbol(tokens, after, ":");
}

/** Tactics that search for a proof and only suggest it. */
export const searchTactic: Rule = {
  id: "search_tactic",
  severity: "error",
  explanation:
    "Tactics such as 'exact?' search and suggest. Some close the goal with 'sorry' when they find only part of a proof, and what they find changes with the library.",
  fix: "Put the suggested proof in its place.",
  good: "theorem a (n : Nat) : n + 0 = n := by\n  simp only [Nat.add_zero]\n",
  bad: "theorem a (n : Nat) : n + 0 = n := by\n  exact?\n",
  triggers: ["?", ...SEARCHES],
  filter: (bytes, offset, word) => word === "?" || mayStartTactic(bytes, offset),
  check(source, at, word, report) {
    const { tokens } = source;
    if (kindOf(tokens, at) !== Kind.Ident) return;
    const name = textOf(tokens, at);
    const searches = word === "?"
      ? (name.endsWith("?") || name.endsWith("?!")) && !name.includes(".")
      : name === word;
    if (!searches || isGuarded(source, at) || !(source.isTactic(at) || name === "by?")) return;
    if ((!CORE.has(name) && source.declares(name)) || isReplaced(tokens, at)) return;
    reportEscape(
      source,
      at,
      `The tactic '${name}' searches for a proof and only suggests one`,
      report,
    );
  },
};

/** Whether `says` follows on the line, as in `simp? says simp only [h]`: then what it says is run. */
function isReplaced(tokens: Tokens, at: number): boolean {
  let i = next(tokens, at);
  for (let steps = 0; steps < REACH && i < tokens.count; steps++, i = next(tokens, i)) {
    if (isOnNewLine(tokens, i) || isSymbol(tokens, i, ";")) return false;
    if (isWord(tokens, i, "says")) return true;
  }
  return false;
}
