/** Where the name of an axiom is only a name: not every mention is a use. */
import { identParts, literalParts } from "../../syntax/names.ts";
import { isColumn1 } from "../../syntax/commands.ts";
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
  if (isOpened(source, at)) return !renamed;
  return isInPattern(tokens, at, at);
}
