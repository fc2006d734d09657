/** Judges what reads as a claim in a source, and leaves none in the module. */
import { createLocator } from "../../platform/text/position.ts";
import { lex } from "../syntax/lexer.ts";
import { isSymbol, Kind, kindOf, next, previous, startOf, textOf } from "../syntax/tokens.ts";
import type { Tokens } from "../syntax/tokens.ts";
import { findQuotations, type Quotation, quotationAt } from "../scan/syntax/quotations.ts";
import type { AuditFinding } from "./finding.ts";
import type { AuditInput } from "./input.ts";

/** Theorems in quotations, which nothing checks there, and examples that a command of the package's own handles. */
export function judgeText({ facts, sources }: AuditInput): AuditFinding[] {
  const words = new Set([...facts.own.values()].flatMap(({ newTokens = [] }) => newTokens));
  return [...sources].filter(([module]) => facts.audited.has(module)).flatMap(
    ([module, { file, text }]) => {
      const tokens = lex(text);
      const locate = createLocator(text);
      const quotations = findQuotations(tokens);
      const findings: AuditFinding[] = [];
      for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
        const what = quoted(tokens, i, quotations) ?? handled(tokens, i, words);
        if (what === undefined) continue;
        findings.push({
          rule: "own_command",
          severity: "error",
          message: what,
          declaration: nameAt(tokens, i),
          constant: `${module} ${nameAt(tokens, i)}`,
          location: { file, ...locate(startOf(tokens, i)) },
        });
      }
      return findings;
    },
  );
}

/** What a finding about the claim at token `at` is accepted by. */
function nameAt(tokens: Tokens, at: number): string {
  return textOf(tokens, textOf(tokens, at) === "theorem" ? next(tokens, at) : at);
}

/** What is wrong with a theorem that is written out in a quotation, if token `at` begins one. */
function quoted(tokens: Tokens, at: number, quotations: readonly Quotation[]): string | undefined {
  if (textOf(tokens, at) !== "theorem") return undefined;
  const quotation = quotationAt(quotations, at);
  const name = next(tokens, at);
  if (quotation === undefined || quotation.pattern || kindOf(tokens, name) !== Kind.Ident) {
    return undefined;
  }
  for (let i = name; i < quotation.end && textOf(tokens, i) !== ":="; i = next(tokens, i)) {
    if (isSymbol(tokens, i, "$")) return undefined;
  }
  return `Theorem "${textOf(tokens, name)}" is part of a quotation: Lean does not check it there`;
}

const MODIFIERS: ReadonlySet<string> = new Set(
  ["private", "protected", "public", "noncomputable", "unsafe", "partial", "nonrec", "meta"],
);

/** What is wrong with an `example` behind a word of the package's own, if token `at` is one. */
function handled(tokens: Tokens, at: number, words: ReadonlySet<string>): string | undefined {
  if (textOf(tokens, at) !== "example") return undefined;
  let word = previous(tokens, at);
  while (MODIFIERS.has(textOf(tokens, word))) word = previous(tokens, word);
  if (!words.has(textOf(tokens, word))) return undefined;
  // At the end of another line it belongs to the command before.
  const { text } = tokens;
  const begin = text.lastIndexOf("\n", startOf(tokens, word)) + 1;
  const isLeading = begin === startOf(tokens, word);
  if (!isLeading && text.slice(startOf(tokens, word), startOf(tokens, at)).includes("\n")) {
    return undefined;
  }
  return `"${
    textOf(tokens, word)
  }", a command of the package's own, decides what becomes of this example`;
}
