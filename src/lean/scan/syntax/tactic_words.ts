/** Words that decide where tactic blocks open. */

/** Tactics whose argument is a tactic block. */
export const COMBINATORS: ReadonlySet<string> = new Set([
  "all_goals",
  "any_goals",
  "try",
  "repeat",
  "repeat'",
  "repeat1",
  "repeat1'",
  "iterate",
  "focus",
  "fail_if_success",
  "success_if_fail",
  "fail_if_no_progress",
  "show_term",
  "with_reducible",
  "with_reducible_and_instances",
  "with_unfolding_all",
  "with_unfolding_none",
  "unhygienic",
  "recover",
  "classical",
  "checkpoint",
]);

/** Tactics whose `=>` leads to a tactic block. */
export const ARROWED: ReadonlySet<string> = new Set([
  "case",
  "case'",
  "next",
  "on_goal",
  "pick_goal",
  "conv",
  "conv_lhs",
  "conv_rhs",
  "conv'",
  "tactic",
  "tactic'",
]);

/** Tactics whose `with` starts alternatives. */
export const CASES: ReadonlySet<string> = new Set([
  "cases",
  "induction",
  "match",
  "fun_induction",
  "fun_cases",
]);

/** Tactics in whose patterns a `|` separates nothing but patterns. */
export const PATTERNS: ReadonlySet<string> = new Set([
  "rcases",
  "obtain",
  "rintro",
  "case",
  "case'",
]);

/** Categories after which a quotation's `|` is followed by tactics. */
export const QUOTED: ReadonlySet<string> = new Set(["tactic", "tacticSeq", "conv", "convSeq"]);

/** Options of a tactic whose value is a tactic: `simp (disch := omega)`. */
export const DISCHARGERS: ReadonlySet<string> = new Set(["disch", "discharger"]);

/** Symbols after which a comma ends the variables and not the term. */
export const QUANTIFIERS: ReadonlySet<string> = new Set([
  "∀",
  "∃",
  "∑",
  "∏",
  "Σ",
  "Π",
  "⋃",
  "⋂",
  "⨆",
  "⨅",
  "∫",
]);

/** Tactics whose arguments a comma separates. */
export const LISTED: ReadonlySet<string> = new Set([
  "match",
  "use",
  "exists",
  "rcases",
  "obtain",
  "cases",
  "induction",
  "fun_induction",
  "fun_cases",
  "generalize",
]);

/** Words that start a term with a value and, behind a semicolon or a new line, a body. */
export const BINDINGS: ReadonlySet<string> = new Set([
  "have",
  "let",
  "haveI",
  "letI",
  "let_fun",
  "suffices",
]);
