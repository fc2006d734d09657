/** Rules about what commands declare: tokens, and names that look like others. */
import { CORE_NAMES, CORE_NOTATION, DEFINERS, isCoreNotation } from "../../syntax/core_names.ts";
import { MIXFIX, SYNTAX_COMMANDS } from "../../syntax/keywords.ts";
import { isDisguised, skeleton } from "../../syntax/look_alikes.ts";
import { identParts } from "../../syntax/names.ts";
import type { Report, Rule } from "../finding.ts";
import { mayBeDisguised, mayLeadTo } from "../prefilter/raw_text.ts";
import { type Atom, type DeclaredSyntax, hidesText, OPERATOR_STARTS } from "../syntax/atoms.ts";
import type { Source } from "../syntax/source.ts";

/** What rules about tokens that are declared have in common. */
const DECLARED = {
  triggers: [...SYNTAX_COMMANDS],
  filter: (bytes: Uint8Array, offset: number, word: string) =>
    !MIXFIX.has(word) || mayLeadTo(bytes, offset + word.length, OPERATOR_STARTS),
};

/**
 * Macros that expand to an escape. The rules for the escapes themselves report those, under this id;
 * what is judged here are declared tokens that make code look like a comment, a string or an escape.
 */
export const macroHidden: Rule = {
  id: "macro_hidden",
  severity: "error",
  explanation:
    "A macro, notation or elaborator that expands to an escape hides it from whoever reads its uses. A token that contains a comment opener, a quote or the word of an escape hides code from every tool that does not know the token.",
  fix:
    "Remove the macro, or prove what it stands for; declare tokens without '--', '/-', quotes and words such as 'sorry'.",
  good: 'local macro "by_refl" : tactic => `(tactic| rfl)\n',
  bad: 'local macro "finish" : tactic => `(tactic| sorry)\n',
  ...DECLARED,
  check(source, at, _word, report) {
    for (const { at: atom, value } of declaredAt(source, at)?.atoms ?? []) {
      if (hidesText(value)) {
        report(atom, `The token '${value}' makes code look like a comment, a string or an escape`);
      }
    }
  },
};

/** Core notation that gets a new meaning; what names, instances and macros mean is for the audit to say. */
export const shadow: Rule = {
  id: "shadow",
  severity: "warning",
  explanation:
    "Where '=' or 'Nat' means something else, a theorem that looks right says something else, and no axiom shows.",
  fix: "Choose another token or name.",
  good: 'local infixl:65 " ⊞ " => Nat.add\n',
  bad: 'local notation:50 (priority := high) a:51 " = " b:51 => (fun _ _ => True) a b\n',
  ...DECLARED,
  check(source, at, _word, report) {
    const declared = declaredAt(source, at);
    if (declared === undefined || !declared.isTerm || declared.atoms.length !== 1) return;
    const [{ at: atom, value }] = declared.atoms as [Atom];
    if (isCoreNotation(value, declared.leads, declared.trails)) {
      report(atom, `The core notation '${value}' gets a new meaning`);
    }
  },
};

/** Names and tokens that look like others. */
export const lookAlike: Rule = {
  id: "look_alike",
  severity: "error",
  explanation:
    "A name with a Greek or Cyrillic letter in the place of a Latin one looks like the name that everybody knows, and means something else. Letters of other alphabets are welcome where nothing else looks like the name.",
  fix: "Spell the name or the token so that a reader can tell it from the other one.",
  good: "def Δx : Nat := 1\ndef αβ : Nat := Δx\n",
  bad: "abbrev Νat := Fin 1\ntheorem t (a b : Νat) : a = b := Subsingleton.elim a b\n",
  triggers: [...SYNTAX_COMMANDS, ...DEFINERS],
  filter: (bytes, offset, word) =>
    DEFINERS.includes(word)
      ? mayBeDisguised(bytes, offset + word.length)
      : DECLARED.filter(bytes, offset, word),
  check(source, at, word, report) {
    if (!DEFINERS.includes(word)) {
      for (const atom of declaredAt(source, at)?.atoms ?? []) reportToken(source, atom, report);
      return;
    }
    const command = source.commandAt(at);
    if (command?.at !== at) return;
    const name = identParts(source.tokens, command.nameAt).at(-1) ?? "";
    const other = otherName(source, name);
    if (other === undefined) return;
    report(command.nameAt, `The name '${name}' looks like '${other}', and is another one`);
  },
};

/** What the syntax command whose keyword is token `at` declares. */
function declaredAt(source: Source, at: number): DeclaredSyntax | undefined {
  const command = source.commandAt(at);
  return command?.at === at && SYNTAX_COMMANDS.has(command.keyword)
    ? source.syntaxOf(command)
    : undefined;
}

function reportToken(source: Source, { at, value }: Atom, report: Report): void {
  if (!isDisguised(value)) return;
  const other = otherName(source, value) ?? otherOperator(value);
  if (other === undefined || other === value) return;
  const severity = /\p{L}/u.test(value) ? "error" : "warning";
  report(at, `The token '${value}' looks like '${other}', and is another one`, { severity });
}

const OPERATORS: ReadonlyMap<string, string> = new Map(
  [...CORE_NOTATION].map((token) => [skeleton(token), token]),
);
const NAMES: ReadonlyMap<string, string> = new Map(
  [...CORE_NAMES].map((name) => [skeleton(name), name]),
);

/** The operator of the core that `token` looks like. Bars look like letters, to the table alone. */
function otherOperator(token: string): string | undefined {
  const look = skeleton(token);
  return /\p{L}/u.test(token) === /\p{L}/u.test(look) ? OPERATORS.get(look) : undefined;
}

/** Shorter names look like many: `α` and `a` are different names to everybody. */
const LEAST = 3;

/** The name of the core library, keyword or name in the text that `name` looks like. */
function otherName(source: Source, name: string): string | undefined {
  if (!isDisguised(name)) return undefined;
  const look = skeleton(name);
  const known = NAMES.get(look);
  if (known !== undefined || [...name].length < LEAST) return known === name ? undefined : known;
  const others = source.looks().get(look) ?? [];
  return others.find((other) => other !== name);
}
