/** Rules about what proves anything: `sorry`, axioms, and trust in compiled code. */
import { isColumn1 } from "../../syntax/commands.ts";
import { identParts, literalParts, refersTo } from "../../syntax/names.ts";
import {
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
import { isInPattern } from "../syntax/patterns.ts";
import { isDeclaredName, isField, isPlainWord, type Source } from "../syntax/source.ts";
import { reportEscape } from "./escape.ts";

/** The `sorry` keyword, in terms and tactics. */
export const sorry: Rule = {
  id: "sorry",
  severity: "error",
  explanation:
    "'sorry' stands for a proof that is not there. Lean accepts it with a warning, and every theorem that uses the one it stands in is accepted without any.",
  fix: "Prove the statement, or state the gap as a hypothesis that callers must supply.",
  good: "theorem two : 1 + 1 = 2 := rfl\n",
  bad: "theorem two : 1 + 1 = 3 := sorry\n",
  triggers: ["sorry"],
  check(source, at, _word, report) {
    if (!isPlainWord(source, at, "sorry") && !isNode(source.tokens, at)) return;
    reportEscape(source, at, "'sorry' stands in for a missing proof or value", report);
  },
};

/** Whether the name literal at token `at` is the kind of a new syntax node: ``mkNode ``Term.sorry``. */
function isNode(tokens: Tokens, at: number): boolean {
  const parts = literalParts(tokens, at);
  return parts.at(-1) === "sorry" && parts.at(-2) === "Term" &&
    /^(mkNode|node\d?)$/.test(identParts(tokens, previous(tokens, at)).at(-1) ?? "");
}

/** Functions of `Lean.Meta` that return a sorry. */
const MAKERS: readonly string[] = ["mkSorry", "mkLabeledSorry", "mkUniqueSorry"];

/** The axiom behind `sorry`, used by its own name. */
export const sorryAx: Rule = {
  id: "sorry_ax",
  severity: "error",
  explanation:
    "'sorryAx' is the axiom that 'sorry' expands to. Named directly it proves anything, and a theorem that wraps it spreads it under an innocent name.",
  fix: "Prove the statement instead of taking it from 'sorryAx'.",
  good: "theorem fine (p : Prop) (h : p) : p := h\n",
  bad: "theorem oops (p : Prop) : p := sorryAx p true\n",
  triggers: ["sorryAx", ...MAKERS],
  check(source, at, word, report) {
    const { tokens } = source;
    if (isMention(source, at)) return;
    const parts = identParts(tokens, at);
    if (word === "sorryAx") {
      if (parts[0] === word || isBuilt(tokens, at, word)) {
        reportEscape(source, at, "'sorryAx' proves any statement", report);
      }
    } else if (refersTo(parts, ["Lean", "Meta"], word) && source.headerEnd() > 0) {
      reportEscape(source, at, `'${word}' builds a term that rests on 'sorryAx'`, report);
    }
  },
};

/** An `axiom` declaration, whatever its modifiers, attributes or place. */
export const axiom: Rule = {
  id: "axiom",
  severity: "error",
  explanation:
    "An axiom is a statement that Lean takes as true. Anything can be proved from a false one, and Lean gives no warning for it.",
  fix: "Prove it as a theorem, or take it as a hypothesis of what needs it.",
  good: "theorem fact : 1 = 1 := rfl\n",
  bad: "axiom fact : 1 = 2\n",
  triggers: ["axiom"],
  check(source, at, _word, report) {
    if (!isPlainWord(source, at, "axiom")) return;
    const name = next(source.tokens, at);
    // Where text is the syntax, as in `<b>axiom</b>`, what follows is no name.
    if (
      kindOf(source.tokens, name) === Kind.Symbol && !textOf(source.tokens, name).startsWith("$")
    ) {
      return;
    }
    const declared = kindOf(source.tokens, name) === Kind.Ident
      ? ` '${textOf(source.tokens, name)}'`
      : "";
    reportEscape(source, at, `The axiom${declared} is assumed, not proved`, report);
  },
};

/** Names that mean the axiom where `Lean` is open. */
const AXIOMS: readonly string[] = ["trustCompiler", "ofReduceBool", "ofReduceNat"];

/** Functions that the kernel evaluates by running compiled code; common enough to want their namespace. */
const FUNCTIONS: readonly string[] = ["reduceBool", "reduceNat"];

/** The axioms that make compiled code a proof. */
export const trustCompiler: Rule = {
  id: "trust_compiler",
  severity: "error",
  explanation:
    "'Lean.trustCompiler', 'Lean.ofReduceBool' and 'Lean.ofReduceNat' take the result of compiled code as a proof. The compiler, 'implemented_by' and 'extern' are then part of what must be right.",
  fix: "Use 'decide' or a proof that the kernel checks.",
  good: "theorem small : (10 : Nat) < 20 := by\n  decide\n",
  bad: "theorem a : True := Lean.trustCompiler\n",
  triggers: [...AXIOMS, ...FUNCTIONS],
  check(source, at, word, report) {
    if (isMention(source, at)) return;
    const parts = identParts(source.tokens, at);
    const qualified = (parts[0] === "Lean" && parts[1] === word) ||
      isBuilt(source.tokens, at, `Lean.${word}`);
    const opened = !FUNCTIONS.includes(word) && refersTo(parts, ["Lean"], word) &&
      source.opens("Lean");
    if (!qualified && !opened) return;
    reportEscape(source, at, `'${word}' takes the result of compiled code as a proof`, report);
  },
};

/** Functions that build an expression from a name, so that the name stands for the constant. */
const BUILDERS = /^(const|mk(Const|AppM|AppOptM|CIdent|Ident))$/;

/** Whether the name literal at token `at` builds an expression of the constant `name`. */
function isBuilt(tokens: Tokens, at: number, name: string): boolean {
  return literalParts(tokens, at).join(".") === name &&
    BUILDERS.test(identParts(tokens, previous(tokens, at)).at(-1) ?? "");
}

/** Whether the name at token `at` is declared, printed, opened, matched or an argument of an attribute there. */
function isMention(source: Source, at: number): boolean {
  const { tokens } = source;
  if (isField(source, at) || isDeclaredName(source, at)) return true;
  const before = previous(tokens, at);
  if (source.isAttribute(before)) return true;
  const command = isWord(tokens, before, "axioms") ? previous(tokens, before) : before;
  if (kindOf(tokens, command) === Kind.Hash && textOf(tokens, command) === "#print") return true;
  const after = next(tokens, at);
  // Under another name it would not be seen again.
  const renamed = isSymbol(tokens, after, "→") || isSymbol(tokens, after, "->");
  if (isOpened(source, at)) return !renamed;
  return isInPattern(tokens, at, at);
}

/** How far before a name its `open` is looked for. */
const REACH = 40;

/** Whether token `at` is behind an `open`, and not behind its `in` or in another command. */
function isOpened(source: Source, at: number): boolean {
  const { tokens } = source;
  const open = source.headAt(at);
  if (open?.keyword !== "open") return false;
  for (let i = at, steps = 0; steps < REACH; i = previous(tokens, i), steps++) {
    if (i === open.at) return true;
    if (isWord(tokens, i, "in") || isColumn1(tokens, i)) return false;
  }
  return false;
}
