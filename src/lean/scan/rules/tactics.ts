/** Rules about words that are escapes only where a tactic starts; elsewhere they are ordinary names. */
import { identParts } from "../../syntax/names.ts";
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
import type { Rule } from "../finding.ts";
import { isPattern, maySetTrue, mayStartTactic } from "../prefilter/raw_text.ts";
import { isInPattern } from "../syntax/patterns.ts";
import { isDeclaredName, isField, isGuarded, type Source } from "../syntax/source.ts";
import { reportEscape } from "./escape.ts";

/** The `admit` tactic, and the function of goals behind it. */
export const admit: Rule = {
  id: "admit",
  severity: "error",
  explanation: "The tactic 'admit' closes its goal with 'sorry'.",
  fix: "Prove the goal.",
  good: "def admit : Nat := 3\ntheorem three : admit = 3 := by\n  rfl\n",
  bad: "theorem two : 1 + 1 = 3 := by\n  admit\n",
  triggers: ["admit"],
  // A dot is a bullet, or goes on with a name.
  filter: (bytes, offset) => bytes[offset - 1] === 0x2e || mayStartTactic(bytes, offset),
  check(source, at, _word, report) {
    if (isWord(source.tokens, at, "admit") && source.isTactic(at)) {
      reportEscape(source, at, "The tactic 'admit' closes its goal without a proof", report);
    } else if (admitsGoal(source, at)) {
      report(at, "The function 'admit' closes its goal without a proof");
    }
  },
};

/** Whether token `at` can be `MVarId.admit`, with a receiver or under its own name. */
function admitsGoal(source: Source, at: number): boolean {
  const parts = identParts(source.tokens, at);
  if (parts.at(-1) !== "admit" || source.headerEnd() === 0 || isDeclaredName(source, at)) {
    return false;
  }
  // Who has a goal writes its type, or opens the namespace of what gives one.
  const hasGoals = source.opens("Lean") || source.tokens.text.includes("MVarId");
  return (parts.length > 1 || isField(source, at)) && hasGoals;
}

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
    if (!isWord(tokens, at, word) || !source.isTactic(at) || isInPattern(tokens, at, at)) return;
    if (isDeclaredName(source, at)) return;
    reportEscape(source, at, "The tactic 'stop' gives up the goal and skips the rest", report);
  },
};

/** Tactics of search whose names do not end in a question mark. */
const SEARCHES: readonly string[] = ["rw_search"];

/** Tactics of Lean itself: a macro of the same name only adds to them. */
const CORE = /^((exact|apply|rw|simpa|decide|grind|try)\?|(simp|simp_all|dsimp)\?!?)$/;

/** How many tokens after a tactic its `says` is looked for. */
const REACH = 40;

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
    if (word === "?" ? name.includes(".") : name !== word) return;
    if (isGuarded(source, at) || !(source.isTactic(at) || name === "by?")) return;
    if ((!CORE.test(name) && source.declares(name)) || isReplaced(tokens, at)) return;
    const message = `The tactic '${name}' searches for a proof and only suggests one`;
    reportEscape(source, at, message, report);
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

/** Tactics that always run compiled code to prove their goal. */
const NATIVE: readonly string[] = ["native_decide", "bv_decide", "bv_check"];

/** How many tokens `native` may stand after its tactic: room for a configuration record. */
const CONFIGURED = 16;

/** Proofs by running compiled code. */
export const nativeDecide: Rule = {
  id: "native_decide",
  severity: "error",
  explanation:
    "The tactic compiles the decision procedure, runs it, and takes the answer as a proof by an axiom. With 'implemented_by' or 'extern' that proves false statements.",
  fix: "Use 'decide', 'decide +kernel', or a proof.",
  good: "theorem small : (10 : Nat) < 20 := by\n  decide\n",
  bad: "theorem small : (10 : Nat) < 20 := by\n  native_decide\n",
  triggers: [...NATIVE, "native"],
  filter: (bytes, offset, word) =>
    word === "native"
      ? bytes[offset - 1] === 0x2b || maySetTrue(bytes, offset + word.length)
      : mayStartTactic(bytes, offset),
  check(source, at, word, report) {
    const { tokens } = source;
    const tactic = word === "native" ? configured(source, at) : at;
    if (tactic < 0 || !source.isTactic(tactic)) return;
    if (word !== "native" && !isWord(tokens, tactic, word)) return;
    const shown = word === "native" ? `${textOf(tokens, tactic)} +native` : word;
    const message = `The tactic '${shown}' takes compiled code's answer as a proof`;
    reportEscape(source, tactic, message, report);
  },
};

/** The `decide` that `+native` or `native := true` at token `at` configures, or -1. */
function configured(source: Source, at: number): number {
  const { tokens } = source;
  if (!isWord(tokens, at, "native")) return -1;
  const value = next(tokens, at);
  const set = isSymbol(tokens, at - 1, "+") ||
    (isSymbol(tokens, value, ":=") && isWord(tokens, next(tokens, value), "true"));
  if (!set) return -1;
  let i = previous(tokens, at);
  for (let steps = 0; steps < CONFIGURED && i >= 0; steps++, i = previous(tokens, i)) {
    if (kindOf(tokens, i) === Kind.Ident && source.isTactic(i)) {
      return textOf(tokens, i).startsWith("decide") ? i : -1;
    }
  }
  return -1;
}
