/** The places in raw text that some rule wants to see as tokens. */
import type { Rule } from "./finding.ts";
import { SYNTAX_COMMANDS } from "./keywords.ts";
import { hashCommandLength } from "./hash_commands.ts";
import { mayBeWord, mayEndTactic } from "./raw_text.ts";
import { compileTriggers, type Hit } from "./triggers.ts";

/** A trigger word in the text, and the rule to ask about it. */
export interface Candidate extends Hit {
  readonly rule: Rule;
}

/** Finds the candidates of a fixed set of rules. */
export type CandidateSearch = (text: string) => readonly Candidate[];

/**
 * Compiles the triggers of `rules`. A candidate that no token can bear out is left out, so that a text
 * without escapes mostly has none at all.
 */
export function compileCandidates(rules: readonly Rule[]): CandidateSearch {
  const byWord = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const word of rule.triggers) byWord.set(word, [...byWord.get(word) ?? [], rule]);
  }
  const search = compileTriggers([...byWord.keys()].filter((word) => !/^[#?]/.test(word)));
  return (text) => {
    const hits = [...search(text), ...hashCommands(text), ...questionMarks(text)];
    // Declared tokens can end in a letter, so that a word after one is a word all the same.
    const declares = hits.some(({ word }) => SYNTAX_COMMANDS.has(word));
    const candidates: Candidate[] = [];
    for (const { offset, word } of hits) {
      if (!declares && isNamePart(word) && !mayBeWord(text, offset, offset + word.length)) continue;
      for (const rule of byWord.get(word) ?? []) {
        if (rule.filter?.(text, offset, word) ?? true) candidates.push({ offset, word, rule });
      }
    }
    return candidates;
  };
}

/** `#` commands, which are few in a text and many in number. */
function hashCommands(text: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf("#"); at >= 0; at = text.indexOf("#", at + 1)) {
    const length = hashCommandLength(text, at);
    if (length > 0) hits.push({ offset: at, word: text.slice(at, at + length) });
  }
  return hits;
}

/** Question marks that may end a tactic's name. */
function questionMarks(text: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf("?"); at >= 0; at = text.indexOf("?", at + 1)) {
    if (mayEndTactic(text, at)) hits.push({ offset: at, word: "?" });
  }
  return hits;
}

function isNamePart(word: string): boolean {
  return /^\w+$/.test(word);
}
