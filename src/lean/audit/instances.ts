/** Which definitions Lean takes for instances. */
import { lex } from "../syntax/lexer.ts";
import { isWord, next, previous, startOf, textOf, type Tokens } from "../syntax/tokens.ts";
import { createLocator } from "../../platform/text/position.ts";
import type { OwnConstant } from "./facts.ts";
import type { AuditInput } from "./input.ts";

/**
 * Whether the definition may be an instance: a local one leaves nothing in its module that says so. It is none when
 * its source says `def`, `abbrev` or `structure`, and none of the package's sources gives the attribute `instance`
 * to anything.
 */
export function isInstance({ facts, sources }: AuditInput, constant: OwnConstant): boolean {
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
