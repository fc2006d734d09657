/** Which definitions Lean takes for instances, and which of those rival the core library's own. */
import { lex } from "../lean/lexer.ts";
import { isWord, next, previous, startOf, textOf, type Tokens } from "../lean/tokens.ts";
import { createLocator } from "../text/position.ts";
import { CORE_INSTANCES } from "../scan/core_names.ts";
import type { Facts, OwnConstant } from "./facts.ts";
import type { Matter } from "./matter.ts";
import { shownName } from "./names.ts";

/** Further classes of which core types have an instance that a statement may speak of. */
const MORE_INSTANCES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...["Functor", "Applicative", "Monad", "Pure", "Bind", "Seq"].map((name) =>
    [name, new Set(["Option", "Except", "Id", "StateT", "ExceptT", "ReaderT"])] as const
  ),
  ["NatCast", new Set(["Nat", "Int"])],
  ["IntCast", new Set(["Int"])],
  ["GetElem", new Set(["List", "Array"])],
  ["EmptyCollection", new Set(["List", "Array"])],
]);

/**
 * The class and the core type of which the definition would be another instance: whatever else it asks for, and
 * by whatever abbreviation of the package it calls the type.
 */
export function coreInstanceOf(
  { own, classes }: Facts,
  { head, subject = "", goal = [] }: OwnConstant,
): { class: string; type: string } | undefined {
  if (!classes.has(head) || own.has(head) || subject === "") return undefined;
  const types = plain(goal, own);
  if (types.some((type) => own.has(type))) return undefined;
  const name = shownName(head);
  const known = CORE_INSTANCES.get(name) ?? MORE_INSTANCES.get(name);
  const type = (own.has(subject) ? types : [subject]).map(shownName).find((it) => known?.has(it));
  return type === undefined ? undefined : { class: name, type };
}

/** The names, with what they stand for in the place of the package's abbreviations. */
function plain(names: readonly string[], own: Facts["own"]): string[] {
  const found = new Set(names);
  // A set is walked to its end, whatever is added on the way; refused definitions may go round in a circle.
  for (const name of found) {
    if (isAbbreviation(own.get(name))) own.get(name)!.body.forEach((used) => found.add(used));
  }
  return [...found].filter((name) => !isAbbreviation(own.get(name)));
}

function isAbbreviation(constant: OwnConstant | undefined): boolean {
  return constant?.kind === "definition" && constant.flags.includes("reducible");
}

/**
 * Whether the definition may be an instance: a local one leaves nothing in its module that says so. It is none when its source says `def`, `abbrev` or `structure`, and none of the
 * package's sources gives the attribute `instance` to anything.
 */
export function isInstance({ facts, sources }: Matter, constant: OwnConstant): boolean {
  const source = sources.get(constant.module);
  const place = facts.places.get(constant.name);
  if (source === undefined || place === undefined) return true;
  const keyword = keywordBefore(lex(source.text), place);
  return (keyword === "instance" || keyword === "class" || keyword === undefined) ||
    [...sources.values()].some(({ text }) => text.includes("instance") && hasAttribute(lex(text)));
}

/** The keyword that declares what has its name at the place. */
function keywordBefore(
  tokens: Tokens,
  { line, column }: { line: number; column: number },
): string | undefined {
  const locate = createLocator(tokens.text);
  let keyword: string | undefined;
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    const at = locate(startOf(tokens, i));
    if (at.line > line || (at.line === line && at.column > column)) return keyword;
    if (/^(?:def|abbrev|instance|class|structure)$/.test(textOf(tokens, i))) {
      keyword = textOf(tokens, i);
    }
  }
  return keyword;
}

/** Whether `instance` stands as an attribute, as in `@[instance]` or `attribute [local instance]`. */
function hasAttribute(tokens: Tokens): boolean {
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (!isWord(tokens, i, "instance")) continue;
    let before = previous(tokens, i);
    if (isWord(tokens, before, "local") || isWord(tokens, before, "scoped")) {
      before = previous(tokens, before);
    }
    if (/[[,]$/.test(textOf(tokens, before))) return true;
  }
  return false;
}
