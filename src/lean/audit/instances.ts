/** Which definitions Lean takes for instances, and which of those rival the core library's own. */
import { lex } from "../syntax/lexer.ts";
import { isWord, next, previous, startOf, textOf, type Tokens } from "../syntax/tokens.ts";
import { createLocator } from "../../platform/text/position.ts";
import { CORE_INSTANCES } from "../syntax/core_names.ts";
import type { Facts, OwnConstant } from "./facts.ts";
import type { Matter } from "./matter.ts";
import { nameParts, shownName } from "./names.ts";

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

/** Classes by which a term of one type is read as one of another. */
const COERCIONS: ReadonlySet<string> = new Set(
  ["", "T", "TC", "Tail", "Head", "HTC", "HTCT", "Out", "OTC", "Dep", "Sort"].map((kind) =>
    `Coe${kind}`
  ),
);

/**
 * The class and the core type of which the definition would be another instance: whatever else it asks for, and
 * by whatever abbreviation of the package it calls the type.
 */
export function coreInstanceOf(
  { own, classes }: Facts,
  { head, args = [], goal = [] }: OwnConstant,
): { class: string; type: string } | undefined {
  const [subject = "", object = ""] = args;
  if (!classes.has(head) || own.has(head) || subject === "") return undefined;
  const name = shownName(head);
  const known = CORE_INSTANCES.get(name) ?? MORE_INSTANCES.get(name);
  const instance = (type: string) => ({ class: name, type });
  // Between two core types an operator has its meaning, whatever type it is to end in.
  const isOperator = /^H[A-Z]/.test(name);
  if (isOperator && [subject, object].every((type) => known?.has(shownName(type)))) {
    return instance(shownName(subject));
  }
  const types = plain(goal, own);
  if (types.some((type) => own.has(type))) return undefined;
  if (COERCIONS.has(name)) {
    // The core reads a Bool as a proposition, and a Nat as an Int.
    const isRead = subject === ".Bool" ? object === "" : subject === ".Nat" && object === ".Int";
    return isRead ? instance(shownName(subject)) : undefined;
  }
  const type = (own.has(subject) ? types : [subject]).map(shownName).find((it) => known?.has(it));
  return type === undefined ? undefined : instance(type);
}

/**
 * Whether it makes literals of which nothing else is known into something of the package's own: `2` is then no
 * natural number.
 */
export function isDefaultLiteral(
  { facts, sources }: Matter,
  { name, module, head }: OwnConstant,
): boolean {
  if (head !== ".OfNat" && head !== ".OfScientific") return false;
  const source = sources.get(module);
  const place = facts.places.get(name);
  if (!source?.text.includes("default_instance") || place === undefined) return false;
  const tokens = lex(source.text);
  const locate = createLocator(tokens.text);
  let isDefault = false;
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    const at = locate(startOf(tokens, i));
    if (at.line > place.line || (at.line === place.line && at.column > place.column)) break;
    if (isWord(tokens, i, "default_instance")) isDefault = true;
    else if (DECLARING.test(textOf(tokens, i)) && !isOwn(at)) isDefault = false;
  }
  return isDefault || isNamedDefault(tokens, String(nameParts(name).at(-1)));

  /** Whether only the name follows, or the instance has none. */
  function isOwn({ line, column }: { line: number; column: number }): boolean {
    return line === place!.line && column <= place!.column;
  }
}

const DECLARING =
  /^(?:def|abbrev|instance|class|structure|inductive|theorem|example|opaque|axiom)$/;

/** `attribute [default_instance] name`. */
function isNamedDefault(tokens: Tokens, name: string): boolean {
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    if (!isWord(tokens, i, "attribute")) continue;
    let isDefault = false;
    for (
      i = next(tokens, i);
      i < tokens.count && !DECLARING.test(textOf(tokens, i));
      i = next(tokens, i)
    ) {
      if (isWord(tokens, i, "default_instance")) isDefault = true;
      else if (isDefault && textOf(tokens, i).split(".").at(-1) === name) return true;
    }
  }
  return false;
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
 * Whether the definition may be an instance: a local one leaves nothing in its module that says so. It is none when
 * its source says `def`, `abbrev` or `structure`, and none of the package's sources gives the attribute `instance`
 * to anything.
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
