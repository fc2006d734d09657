import type { Rule, RuleText } from "../finding.ts";
import { isPlainWord, placeOf } from "../syntax/source.ts";

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

function keywordRule(text: RuleText, message: string): Rule {
  return {
    ...text,
    triggers: [text.id],
    check(source, at, word, report) {
      if (isPlainWord(source, at, word) && placeOf(source, at) !== "pattern") report(at, message);
    },
  };
}
