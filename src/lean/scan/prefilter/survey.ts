/** A first look at the raw UTF-8 of a source: whether it must be split into tokens at all. */
import { hashCommandLength } from "../../syntax/hash_commands.ts";
import type { Rule } from "../finding.ts";
import { ALLOW_MARK } from "../rules/input.ts";
import { imports } from "../rules/import.ts";
import type { ScanOptions } from "../syntax/source.ts";
import { asciiText, isInLineComment, isPart, mayBeWord, mayEndTactic } from "./raw_text.ts";
import { compileTriggers, type Content } from "./triggers.ts";

/** What a first look at a source gives. */
export interface Look extends Content {
  /** How much of the source some rule may have something to say about. */
  readonly extent: "nothing" | "header" | "whole";
}

/** Looks through a source for a fixed set of rules. */
export type Survey = (bytes: Uint8Array, options: ScanOptions) => Look;

/** Longest of the commands that start with `#`, with room to spare. */
const HASH_REACH = 40;

/** Compiles the triggers of `rules`. A source whose words no rule can mind needs no second look. */
export function compileSurvey(rules: readonly Rule[]): Survey {
  const byWord = Map.groupBy(
    rules.flatMap((rule) => rule.triggers.map((word) => ({ word, rule }))),
    ({ word }) => word,
  );
  // One mark stands for all commands that start with `#`, which are few in a text and many in number.
  const words = [...byWord.keys()].filter((word) => !word.startsWith("#")).concat("#", ALLOW_MARK);
  const search = compileTriggers(words);
  return (bytes, options) => {
    let whole = false;
    let header = false;
    const content = search(bytes, (offset, index) => {
      if (whole) return;
      const word = words[index]!;
      // Prose that speaks of an escape is common, and no reason to split the text.
      if (word === ALLOW_MARK) whole = true;
      else if (mayMatter(bytes, offset, word) && !isInLineComment(bytes, offset)) {
        for (const { rule } of byWord.get(word) ?? []) {
          if (rule.filter !== undefined && !rule.filter(bytes, offset, word, options)) continue;
          if (rule === imports) header = true;
          else whole = true;
        }
        whole ||= word === "#";
      }
    });
    // What stands for invalid bytes has another length than they.
    return {
      ...content,
      extent: whole || !content.clean ? "whole" : header ? "header" : "nothing",
    };
  };

  function mayMatter(bytes: Uint8Array, offset: number, word: string): boolean {
    if (word === "?") return mayEndTactic(bytes, offset);
    if (word !== "#") return mayBeWord(bytes, offset, offset + word.length);
    if (!isPart(bytes[offset + 1])) return false;
    const text = asciiText(bytes, offset, Math.min(bytes.length, offset + HASH_REACH));
    return byWord.has(text.slice(0, hashCommandLength(text, 0)));
  }
}
