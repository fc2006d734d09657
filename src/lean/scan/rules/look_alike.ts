import { CORE_NAMES, CORE_NOTATION } from "../../syntax/core_names.ts";
import { isDisguised, skeleton } from "../../syntax/look_alikes.ts";
import { identParts } from "../../syntax/names.ts";
import type { Report, Rule } from "../finding.ts";
import type { Atom } from "../syntax/declared_syntax.ts";
import type { Source } from "../syntax/source.ts";

/** Names and tokens that look like others; the rule for new meanings finds them. */
export const lookAlike: Rule = {
  id: "look_alike",
  severity: "error",
  explanation:
    "A name with a Greek or Cyrillic letter in the place of a Latin one looks like the name that everybody knows, and means something else. Letters of other alphabets are welcome where nothing else looks like the name.",
  fix: "Spell the name or the token so that a reader can tell it from the other one.",
  good: "def Δx : Nat := 1\ndef αβ : Nat := Δx\n",
  bad: "abbrev Νat := Fin 1\ntheorem t (a b : Νat) : a = b := Subsingleton.elim a b\n",
  triggers: [],
  check() {},
};

/** Reports the name at token `at`, which is defined, if it looks like another one. */
export function reportName(source: Source, at: number, report: Report): void {
  const last = identParts(source.tokens, at).at(-1) ?? "";
  const other = otherName(source, last);
  if (other === undefined) return;
  const message = `The name '${last}' looks like '${other}', and is another one`;
  report(at, message, { rule: lookAlike.id, severity: lookAlike.severity });
}

/** Reports a token that is declared, if it looks like another one or like a name. */
export function reportToken(source: Source, { at, value }: Atom, report: Report): void {
  if (!isDisguised(value)) return;
  const other = otherName(source, value) ?? otherOperator(value);
  if (other === undefined || other === value) return;
  const severity = /\p{L}/u.test(value) ? "error" : "warning";
  const message = `The token '${value}' looks like '${other}', and is another one`;
  report(at, message, { rule: lookAlike.id, severity });
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
