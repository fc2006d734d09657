/** Where the name of an axiom is only a name: not every mention is a use. */
import { identParts, literalParts } from "../../syntax/names.ts";
import { isInPattern } from "../syntax/patterns.ts";
import { isDeclaredName, isField, type Source } from "../syntax/source.ts";
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

/** Functions that build an expression from a name, so that the name stands for the constant. */
const BUILDERS: ReadonlySet<string> = new Set([
  "mkConst",
  "const",
  "mkAppM",
  "mkAppOptM",
  "mkCIdent",
  "mkIdent",
]);

/** Whether the literal at token `at` names the constant `name`, of which an expression is built there. */
export function isBuilt(tokens: Tokens, at: number, name: string): boolean {
  return literalParts(tokens, at).join(".") === name &&
    BUILDERS.has(identParts(tokens, previous(tokens, at)).at(-1) ?? "");
}

/** Whether the name at token `at` is declared, printed, opened, matched or an argument of an attribute there. */
export function isMention(source: Source, at: number): boolean {
  const { tokens } = source;
  if (isField(source, at) || isDeclaredName(source, at)) return true;
  const before = previous(tokens, at);
  if (source.isAttribute(before)) return true;
  const command = isWord(tokens, before, "axioms") ? previous(tokens, before) : before;
  if (kindOf(tokens, command) === Kind.Hash && textOf(tokens, command) === "#print") return true;
  const after = next(tokens, at);
  // Under another name it would not be seen again.
  const renamed = isSymbol(tokens, after, "→") || isSymbol(tokens, after, "->");
  if (source.headAt(at)?.keyword === "open") return !renamed;
  return isInPattern(tokens, at, at);
}
