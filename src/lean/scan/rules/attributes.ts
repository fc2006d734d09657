import type { Rule, RuleText } from "../finding.ts";
import { identParts } from "../../syntax/names.ts";

/** `@[implemented_by f]`: the compiler runs another function. */
export const implementedBy: Rule = attributeRule(
  {
    id: "implemented_by",
    severity: "warning",
    explanation:
      "The compiler runs another function than the one that theorems speak of, and nothing checks that they agree. With 'native_decide' that proves false statements.",
    fix: "Remove the attribute, or prove the two equal and keep 'native_decide' out.",
    good: "def one : Nat := 1\n",
    bad: "def two : Nat := 2\n@[implemented_by two] def one : Nat := 1\n",
  },
  "The compiled code is another function than the one that theorems speak of",
);

/** `@[extern "f"]`: the compiler runs foreign code. */
export const extern: Rule = attributeRule(
  {
    id: "extern",
    severity: "warning",
    explanation:
      "The compiler runs foreign code in place of the definition that theorems speak of, and nothing checks that they agree.",
    fix: "Remove the attribute, or test the foreign code against the definition.",
    good: "def add (a b : Nat) : Nat := a + b\n",
    bad: '@[extern "c_add"] def add (a b : Nat) : Nat := a + b\n',
  },
  "The compiled code is foreign and unrelated to the definition",
);

/** `@[csimp]`: the compiler replaces a function by an equal one. */
export const csimp: Rule = attributeRule(
  {
    id: "csimp",
    severity: "warning",
    explanation:
      "The compiler replaces a function by what a lemma says is equal. The axioms of that lemma do not show in what is proved by running the code.",
    fix: "Remove the attribute, or check that the lemma rests on no axiom of the project.",
    good: "def one : Nat := 1\n@[simp] theorem one_eq : one = 1 := rfl\n",
    bad: "def one : Nat := 1\ndef uno : Nat := 1\n@[csimp] theorem swap : @one = @uno := rfl\n",
  },
  "The compiler replaces a function on the word of this lemma, whose axioms do not show",
);

function attributeRule(text: RuleText, message: string): Rule {
  return {
    ...text,
    triggers: [text.id],
    check(source, at, word, report) {
      const parts = identParts(source.tokens, at);
      if (parts.length !== 1 || parts[0] !== word || !source.isAttribute(at)) return;
      report(at, message);
    },
  };
}
