import type { Rule } from "../finding.ts";
import type { Command } from "../../lean/commands.ts";
import { isAscription, isProjected, mayFollow, mayLeadTo } from "../raw_text.ts";
import { binderAt, type Signature, spellsWords } from "../signatures.ts";
import type { Source } from "../source.ts";
import { isSymbol, isWord, Kind, kindOf, next, previous } from "../../lean/tokens.ts";

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
    mayFollow(bytes, offset, [":", ",", "(", "->", "Fact"]) &&
    // A bracket closes the binder, or an arrow or a comma goes on.
    mayLeadTo(bytes, offset + word.length, ")]}-,") &&
    !isProjected(bytes, offset + word.length) && !isAscription(bytes, offset),
  check(source, at, word, report) {
    if (!isWord(source.tokens, at, word)) return;
    const command = source.commandAt(at);
    if (command === undefined || !CLAIMS.has(command.keyword) || at < command.at) return;
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
    const to = previous(tokens, binder.close);
    return (binder.colon >= 0 && spellsWords(tokens, from, to, ["False"])) ||
      (isSymbol(tokens, binder.open, "[") && spellsWords(tokens, from, to, ["Fact", "False"]));
  }
  return command.keyword !== "variable" && isPremise(source, at, signature);
}

/** `False → …` and `∀ h : False, …` at the statement's own level. */
function isPremise(source: Source, at: number, signature: Signature): boolean {
  const { tokens } = source;
  if (signature.statement < 0 || at < signature.statement) return false;
  const before = previous(tokens, at);
  const after = next(tokens, at);
  if (isArrow(source, after)) {
    return at === signature.statement || isArrow(source, before) || isSymbol(tokens, before, ",");
  }
  if (!isSymbol(tokens, before, ":")) return false;
  let i = previous(tokens, before);
  while (kindOf(tokens, i) === Kind.Ident) i = previous(tokens, i);
  if (isSymbol(tokens, i, "∀")) return isSymbol(tokens, after, ",");
  const opener = previous(tokens, i);
  return isSymbol(tokens, i, "(") && isSymbol(tokens, after, ")") &&
    (isSymbol(tokens, opener, "∀") || isArrow(source, next(tokens, after))) &&
    // `fun x => (h : False) → x` is a term.
    !isSymbol(tokens, opener, "=>") && !isSymbol(tokens, opener, ":=");
}

function isArrow(source: Source, at: number): boolean {
  return isSymbol(source.tokens, at, "→") || isSymbol(source.tokens, at, "->");
}
