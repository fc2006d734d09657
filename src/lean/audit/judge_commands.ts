/** Judges how the text of a claim comes to be one: by Lean's own commands, or by the package's. */
import { lex } from "../syntax/lexer.ts";
import { next, startOf, textOf } from "../syntax/tokens.ts";
import { declarationText } from "./declaration_text.ts";
import type { Facts, OwnConstant } from "./facts.ts";
import { type AuditFinding, findingAbout } from "./finding.ts";
import type { AuditInput } from "./input.ts";
import { shownName } from "./names.ts";

/** Claims that a command of the package's own makes: what it states is for that command to say. */
export function judgeCommands(input: AuditInput): AuditFinding[] {
  const words = ownWords(input.facts);
  if (words.size === 0) return [];
  return [...input.facts.own.values()].filter((constant) => isClaim(input, constant))
    .flatMap((constant) => {
      const word = ownWordBefore(input, constant, words);
      if (word === undefined) return [];
      const message = `"${
        shownName(constant.name)
      }" is stated by "${word}", a command of the package's own: a source may not say what it seems to`;
      return [findingAbout(input, constant, "own_command", "error", message)];
    });
}

function isClaim({ facts }: AuditInput, { name, kind, flags }: OwnConstant): boolean {
  return facts.places.has(name) && (kind === "theorem" || flags.includes("claim"));
}

/** Words by which syntax of the package, and no other, is told. */
function ownWords({ own }: Facts): ReadonlySet<string> {
  return new Set([...own.values()].flatMap(({ newTokens = [] }) => newTokens));
}

/** The first such word from the command's beginning to the name that it declares. */
function ownWordBefore(
  { facts, sources }: AuditInput,
  { name }: OwnConstant,
  words: ReadonlySet<string>,
): string | undefined {
  const declared = declarationText(facts, sources, name);
  if (declared === undefined) return undefined;
  const { text, nameOffset } = declared;
  const tokens = lex(text);
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    const at = startOf(tokens, i);
    if (at > nameOffset) return undefined;
    // Lean takes the longest token; this lexer may take a part of it.
    const word = [...words].find((word) => text.startsWith(word, at) && isWhole(text, at, word));
    if (word !== undefined && textOf(tokens, i) !== "@") return word;
    if (at === nameOffset) return undefined;
  }
  return undefined;
}

/** Whether the word ends there. */
function isWhole(text: string, at: number, word: string): boolean {
  const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_'!?]/u.test(char);
  return !(isWord(word.at(-1)) && isWord(text[at + word.length]));
}
