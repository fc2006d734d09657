import { CORE_NAMES, CORE_NOTATION, DEFINERS } from "../../syntax/core_names.ts";
import { SYNTAX_COMMANDS } from "../../syntax/keywords.ts";
import { isDisguised, skeleton } from "../../syntax/look_alikes.ts";
import { identParts } from "../../syntax/names.ts";
import { wideName, wideSyntax } from "../prefilter/raw_text.ts";
import { readSyntax } from "../syntax/declared_syntax.ts";
import type { Rule } from "../finding.ts";
import type { Source } from "../syntax/source.ts";

/** Names and tokens that look like others, which statements are read as. */
export const lookAlike: Rule = {
  id: "look_alike",
  severity: "error",
  explanation:
    "A name with a Greek or Cyrillic letter in the place of a Latin one looks like the name that everybody knows, and means something else. Letters of other alphabets are welcome where nothing else looks like the name.",
  fix: "Spell the name or the token so that a reader can tell it from the other one.",
  good: "def Δx : Nat := 1\ndef αβ : Nat := Δx\n",
  bad: "abbrev Νat := Fin 1\ntheorem t (a b : Νat) : a = b := Subsingleton.elim a b\n",
  triggers: [...DEFINERS, ...SYNTAX_COMMANDS],
  filter(bytes, offset, word) {
    const after = offset + word.length;
    // The name of a `class inductive` is further behind.
    if (word === "class") return isDisguised(wideSyntax(bytes, after));
    if (!SYNTAX_COMMANDS.has(word)) return isDisguised(wideName(bytes, after));
    return isDisguised((wideSyntax(bytes, after).match(/"[^"]*"?/g) ?? []).join(""));
  },
  check(source, at, _word, report) {
    const command = source.commandAt(at);
    if (command?.at !== at) return;
    if (DEFINERS.includes(command.keyword)) {
      const last = identParts(source.tokens, command.nameAt).at(-1) ?? "";
      const other = otherName(source, last);
      if (other !== undefined) {
        report(command.nameAt, `The name '${last}' looks like '${other}', and is another one`);
      }
    } else if (!command.keyword.endsWith("_rules")) {
      for (
        const { at: atom, value } of readSyntax(source.tokens, command, source.endOf(command)).atoms
      ) {
        const other = otherName(source, value) ?? otherOperator(value);
        if (other === undefined || other === value || !isDisguised(value)) continue;
        const changes = /\p{L}/u.test(value) ? {} : { severity: "warning" } as const;
        report(atom, `The token '${value}' looks like '${other}', and is another one`, changes);
      }
    }
  },
};

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
