/** The places in raw text that some rule wants to see as tokens. */
import type { Rule } from "./finding.ts";
import { SYNTAX_COMMANDS } from "../lean/keywords.ts";
import { hashCommandLength } from "../lean/hash_commands.ts";
import type { ScanOptions } from "./source.ts";
import { mayBeWord, mayEndTactic } from "./raw_text.ts";
import { compileTriggers, type Hit } from "./triggers.ts";

/** A trigger word in the text, and the rule to ask about it. */
export interface Candidate extends Hit {
  readonly rule: Rule;
}

/** Finds the candidates of a fixed set of rules, in order of position. */
export type CandidateSearch = (text: string, options: ScanOptions) => readonly Candidate[];

/**
 * Compiles the triggers of `rules`. A candidate that no token can bear out is left out, so that a text
 * without escapes mostly has none at all.
 */
export function compileCandidates(rules: readonly Rule[]): CandidateSearch {
  const byWord = new Map<string, Listeners>();
  for (const rule of rules) {
    for (const word of rule.triggers) {
      const known = byWord.get(word)?.rules ?? [];
      byWord.set(word, { rules: [...known, rule], namePart: /^\w+$/.test(word) });
    }
  }
  const search = compileTriggers([...byWord.keys()].filter((word) => !/^[#?]/.test(word)));
  return (text, options) => {
    const hits = merge(merge(search(text), hashCommands(text)), questionMarks(text));
    // Declared tokens can end in a letter, so that a word after one is a word all the same.
    const declares = hits.some(({ word }) => SYNTAX_COMMANDS.has(word));
    const candidates: Candidate[] = [];
    for (const { offset, word } of hits) {
      const listeners = byWord.get(word);
      if (listeners === undefined) continue;
      if (!declares && listeners.namePart && !mayBeWord(text, offset, offset + word.length)) {
        continue;
      }
      for (const rule of listeners.rules) {
        if (rule.filter?.(text, offset, word, options) ?? true) {
          candidates.push({ offset, word, rule });
        }
      }
    }
    return candidates;
  };
}

/** Who wants to know of a word, and whether it counts only as a whole part of a name. */
interface Listeners {
  readonly rules: readonly Rule[];
  readonly namePart: boolean;
}

/** Merges two lists that are each in order of position. */
function merge(some: readonly Hit[], others: readonly Hit[]): readonly Hit[] {
  if (others.length === 0) return some;
  const merged: Hit[] = [];
  let k = 0;
  for (const hit of some) {
    while (k < others.length && others[k]!.offset < hit.offset) merged.push(others[k++]!);
    merged.push(hit);
  }
  return merged.concat(others.slice(k));
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
