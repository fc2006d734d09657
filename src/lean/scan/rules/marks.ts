/** Rules about attributes and modifiers: what runs or is known is another thing than what is proved. */
import { identParts } from "../../syntax/names.ts";
import type { Rule, RuleText } from "../finding.ts";
import { isPlainWord, placeOf } from "../syntax/source.ts";

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

/** `unsafe`, as a modifier or before a term. */
export const unsafe: Rule = keywordRule(
  {
    id: "unsafe",
    severity: "warning",
    explanation:
      "Unsafe code may break the type system: the kernel does not check it for termination or consistency. Theorems cannot use it, but compiled code can.",
    fix: "Write the function safely.",
    good: "def peek : Nat := 3\n",
    bad: "unsafe def peek : Nat := unsafeCast 3\n",
  },
  "Unsafe code is outside what the kernel vouches for",
);

/** `partial`, which makes a function opaque to proofs. */
export const partial: Rule = keywordRule(
  {
    id: "partial",
    severity: "warning",
    explanation:
      "A partial function need not end. To the logic it is an unknown constant, so nothing can be proved of what it computes.",
    fix: "Show that it ends with 'termination_by', or use 'partial_fixpoint'.",
    good: "def twice (n : Nat) : Nat := n + n\n",
    bad: "partial def spin (n : Nat) : Nat := spin (n + 1)\n",
  },
  "A partial function is an unknown constant to the logic",
);

/** `opaque`, a constant whose value proofs cannot see. */
export const opaque: Rule = keywordRule(
  {
    id: "opaque",
    severity: "warning",
    explanation:
      "An opaque constant hides its value from proofs, and takes it from an instance when none is given: with a wrong instance it proves 'False'.",
    fix: "Use 'def', or 'irreducible_def' for a definition that should not unfold.",
    good: "def secret : Nat := 3\n",
    bad: "opaque secret : Nat\n",
  },
  "An opaque constant hides what it stands for",
);

function attributeRule(text: RuleText, message: string): Rule {
  return {
    ...text,
    triggers: [text.id],
    check(source, at, word, report) {
      const parts = identParts(source.tokens, at);
      if (parts.length === 1 && parts[0] === word && source.isAttribute(at)) report(at, message);
    },
  };
}

function keywordRule(text: RuleText, message: string): Rule {
  return {
    ...text,
    triggers: [text.id],
    check(source, at, word, report) {
      if (isPlainWord(source, at, word) && placeOf(source, at) !== "pattern") report(at, message);
    },
  };
}
