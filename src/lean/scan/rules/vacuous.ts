import { identParts } from "../../syntax/names.ts";
import type { Command } from "../../syntax/commands.ts";
import { isSymbol, Kind, kindOf, next, previous, textOf } from "../../syntax/tokens.ts";
import type { Rule } from "../finding.ts";
import { isAscription, isProjected, mayFollow, mayLeadTo } from "../prefilter/raw_text.ts";
import type { Source } from "../syntax/source.ts";

/** Commands whose hypotheses are judged: a function out of `False` is no claim. */
const CLAIMS: ReadonlySet<string> = new Set(["theorem", "lemma", "example", "variable", "axiom"]);

/** Binders of type `False`. What else can never hold is for the audit to say. */
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
    // An arrow before it, which is beyond ASCII, leads to a conclusion.
    (bytes[offset - 1] === 0x20 && bytes[offset - 2]! >= 0x80
      ? false
      : mayFollow(bytes, offset, [":", "(", "Fact", "_root_."])) &&
    // A bracket closes the binder, a default follows, or an arrow.
    mayLeadTo(bytes, offset + word.length, ")]}:-") &&
    !isProjected(bytes, offset + word.length) && !isAscription(bytes, offset),
  check(source, at, word, report) {
    const { tokens } = source;
    if (identParts(tokens, at).join(".") !== word) return;
    const command = source.headAt(at);
    if (command === undefined || !CLAIMS.has(command.keyword)) return;
    let [before, after] = [previous(tokens, at), next(tokens, at)];
    while (isSymbol(tokens, before, "(") && isSymbol(tokens, after, ")")) {
      [before, after] = [previous(tokens, before), next(tokens, after)];
    }
    const end = source.bindersEnd(command);
    const isPremise = before === end && isArrow(source, after);
    if (isPremise || (at < end && isBinder(source, command, before, after))) {
      report(at, "A hypothesis of type 'False' makes the statement say nothing");
    }
  },
};

/** Whether `(h : False)` or `[Fact False]` is around the tokens, as a binder of its own. */
function isBinder(source: Source, { at, nameAt }: Command, before: number, after: number): boolean {
  const { tokens } = source;
  const closes = /^[)}\]⦄]$/.test(textOf(tokens, after));
  if (!closes && !isSymbol(tokens, after, ":=")) return false;
  const isFact = identParts(tokens, before).join(".") === "Fact";
  if (!isFact && !isSymbol(tokens, before, ":")) return false;
  let open = previous(tokens, before);
  while (kindOf(tokens, open) === Kind.Ident) open = previous(tokens, open);
  if (isFact ? !isSymbol(tokens, open, "[") : !/^[({[⦃]$/.test(textOf(tokens, open))) return false;
  const outer = previous(tokens, open);
  return outer === at || outer === nameAt || /^[)}\]⦄]$/.test(textOf(tokens, outer));
}

function isArrow({ tokens }: Source, at: number): boolean {
  return isSymbol(tokens, at, "→") || isSymbol(tokens, at, "->");
}
