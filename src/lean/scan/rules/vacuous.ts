import type { Rule } from "../finding.ts";
import { identParts } from "../../syntax/names.ts";
import type { Command } from "../../syntax/commands.ts";
import { isAscription, isProjected, mayFollow, mayLeadTo } from "../prefilter/raw_text.ts";
import { binderAt, type Signature, spellsFalse } from "../syntax/signatures.ts";
import type { Source } from "../syntax/source.ts";
import {
  isSymbol,
  Kind,
  kindOf,
  next,
  previous,
  textOf,
  type Tokens,
} from "../../syntax/tokens.ts";

/** Commands whose hypotheses are judged: a function out of `False` is no claim. */
const CLAIMS: ReadonlySet<string> = new Set(["theorem", "lemma", "example", "variable", "axiom"]);

/** Hypotheses that nothing fulfils. */
export const vacuous: Rule = {
  id: "vacuous",
  severity: "warning",
  explanation:
    "A theorem with a hypothesis of type 'False' holds whatever it states, so it says nothing. In a 'variable' line the hypothesis spreads to every theorem after it.",
  fix: "State the hypothesis that is meant, or remove it.",
  good: "variable (n : Nat) (h : n = n)\ntheorem a (h : ¬ False) : n = n := rfl\n",
  bad: "variable (bad : False)\ninclude bad in\ntheorem a : 1 = 2 := bad.elim\n",
  triggers: ["False"],
  filter: (bytes, offset, word) =>
    mayFollow(bytes, offset, [":", ",", "(", "->", "Fact", "_root_."]) &&
    // A bracket closes the binder, a default follows, or an arrow or a comma goes on.
    mayLeadTo(bytes, offset + word.length, ")]}:-,") &&
    !isProjected(bytes, offset + word.length) && !isAscription(bytes, offset),
  check(source, at, word, report) {
    if (identParts(source.tokens, at).join(".") !== word) return;
    const command = source.headAt(at);
    if (command === undefined || !CLAIMS.has(command.keyword)) return;
    const signature = source.signatureOf(command);
    if (at >= signature.end) return;
    if (isHypothesis(source, at, command, signature)) {
      report(at, "A hypothesis of type 'False' makes the statement say nothing");
    }
  },
};

function isHypothesis(source: Source, at: number, command: Command, signature: Signature): boolean {
  const { tokens } = source;
  const binder = binderAt(signature, at);
  if (binder !== undefined) {
    // `(h : False).elim` is a term.
    if (isSymbol(tokens, binder.close + 1, ".")) return false;
    const from = next(tokens, binder.colon >= 0 ? binder.colon : binder.open);
    const defaults = isSymbol(tokens, next(tokens, at), ":=");
    const to = defaults ? at : previous(tokens, binder.close);
    if (spellsFalse(tokens, from, to)) return binder.colon >= 0;
    return isSymbol(tokens, binder.open, "[") && identParts(tokens, from).join(".") === "Fact" &&
      spellsFalse(tokens, next(tokens, from), to);
  }
  return command.keyword !== "variable" && isPremise(source, at, signature);
}

/** `False → …` and `∀ h : False, …` at the statement's own level. */
function isPremise(source: Source, at: number, { statement }: Signature): boolean {
  const { tokens } = source;
  if (statement < 0 || at < statement) return false;
  const before = previous(tokens, at);
  const after = next(tokens, at);
  if (isArrow(source, after)) {
    const starts = at === statement || isArrow(source, before) || isSymbol(tokens, before, ",");
    return starts && isOutside(tokens, statement, at);
  }
  if (!isSymbol(tokens, before, ":")) return false;
  let open = previous(tokens, before);
  while (kindOf(tokens, open) === Kind.Ident) open = previous(tokens, open);
  if (isSymbol(tokens, open, "∀")) {
    return isSymbol(tokens, after, ",") && isOutside(tokens, statement, open);
  }
  if (!isBracket(tokens, open, OPENING) || !isBracket(tokens, after, CLOSING)) return false;
  return (isArrow(source, next(tokens, after)) || isQuantified(tokens, open)) &&
    isOutside(tokens, statement, open);
}

/** How many tokens are looked at on either side of a binder. */
const REACH = 400;

/** Whether no bracket that opens after token `from` is still open at token `at`. */
function isOutside(tokens: Tokens, from: number, at: number): boolean {
  if (at - from > REACH) return true;
  let depth = 0;
  for (let i = from; i < at; i++) {
    if (isBracket(tokens, i, OPENING)) depth++;
    else if (isBracket(tokens, i, CLOSING)) depth--;
  }
  return depth === 0;
}

/** Whether only names and other binders stand between the bracket at token `open` and a `∀`. */
function isQuantified(tokens: Tokens, open: number): boolean {
  let depth = 0;
  for (let i = previous(tokens, open); i >= 0 && open - i < REACH; i = previous(tokens, i)) {
    if (isBracket(tokens, i, CLOSING)) depth++;
    else if (isBracket(tokens, i, OPENING)) depth--;
    else if (depth === 0 && kindOf(tokens, i) !== Kind.Ident) return isSymbol(tokens, i, "∀");
    if (depth < 0) return false;
  }
  return false;
}

function isBracket(tokens: Tokens, at: number, brackets: string): boolean {
  return kindOf(tokens, at) === Kind.Symbol && brackets.includes(textOf(tokens, at));
}

const OPENING = "({[⟨⦃";
const CLOSING = ")}]⟩⦄";

function isArrow(source: Source, at: number): boolean {
  return isSymbol(source.tokens, at, "→") || isSymbol(source.tokens, at, "->");
}
