/** The places in raw UTF-8 that some rule wants to see as tokens. */
import { hashCommandLength } from "../../syntax/hash_commands.ts";
import type { Rule } from "../finding.ts";
import { asciiText, isInLineComment, isPart, mayBeWord, mayEndTactic } from "./raw_text.ts";
import { allow } from "../rules/input.ts";
import type { ScanOptions } from "../syntax/source.ts";
import { compileTriggers, type Content, SHORT } from "./triggers.ts";

/** A trigger word in the source, and the rule to ask about it. */
export interface Candidate {
  /** Offset of the word, in bytes of the source and then in code units of its text. */
  offset: number;
  readonly word: string;
  readonly rule: Rule;
}

/** What a first look at a source gives. */
export interface Survey extends Content {
  /** In order of position, by offsets in bytes. */
  readonly candidates: readonly Candidate[];
  /** Further ones, where a word may follow a letter: behind a token that the file declares. */
  readonly glued: () => readonly Candidate[];
}

/** Looks through a source for a fixed set of rules. */
export type CandidateSearch = (bytes: Uint8Array, options: ScanOptions) => Survey;

/** Longest of the commands that start with `#`, with room to spare. */
const HASH_REACH = 40;

/** A character a byte, so that offsets stay what they are. */
const LATIN1 = new TextDecoder("latin1");

/**
 * Compiles the triggers of `rules`. A candidate that no token can bear out is left out, so that a source
 * without escapes mostly has none at all.
 *
 * A token that ends in a letter, as `#eval` or one that a file declares, may have a word glued to it.
 */
export function compileCandidates(rules: readonly Rule[]): CandidateSearch {
  const listeners = listenersOf(rules);
  const words = [...listeners.filter(({ looks }) => looks !== "hash"), HASH];
  const hashes = new Map(listeners.map((listener) => [listener.word, listener]));
  const search = compileTriggers(words.map(({ word }) => word));
  return (bytes, options) => {
    const candidates: Candidate[] = [];
    const glued: number[] = []; // offset and index of each word that has a letter before it
    let glues = false; // whether a `#` command has something glued to it
    const content = search(bytes, (offset, index) => {
      const listener = words[index]!;
      if (listener.looks === "part") {
        if (mayBeWord(bytes, offset, offset + listener.word.length)) {
          tell(offset, listener);
        } else if (!isPart(bytes[offset + listener.word.length])) glued.push(offset, index);
      } else if (listener.looks === "hash") {
        if (!isPart(bytes[offset + 1])) return;
        const text = asciiText(bytes, offset, Math.min(bytes.length, offset + HASH_REACH));
        const found = hashes.get(text.slice(0, hashCommandLength(text, 0)));
        if (found === undefined) return;
        glues ||= isPart(bytes[offset + found.word.length]);
        tell(offset, found);
      } else if (listener.looks === "text" || mayEndTactic(bytes, offset)) tell(offset, listener);
    });
    if (glues) tellGlued();
    // Prose that speaks of an escape is common, and no reason to split the text.
    const silent = candidates.every(({ offset, rule }) =>
      rule !== allow && isInLineComment(bytes, offset)
    );
    return {
      candidates: silent ? [] : candidates.toSorted(byOffset),
      ...content,
      glued() {
        candidates.length = 0;
        tellGlued();
        return candidates.sort(byOffset);
      },
    };

    function tellGlued(): void {
      for (let k = 0; k < glued.length; k += 2) tell(glued[k]!, words[glued[k + 1]!]!);
      everyShort(bytes, tell);
    }

    function tell(offset: number, { word, rules }: Listener): void {
      for (let k = 0; k < rules.length; k++) {
        const rule = rules[k]!;
        if (rule.filter !== undefined && !rule.filter(bytes, offset, word, options)) continue;
        candidates.push({ offset, word, rule });
      }
    }
  };

  /** The search finds short words only where no letter stands before them: here are the others. */
  function everyShort(bytes: Uint8Array, tell: (offset: number, listener: Listener) => void): void {
    const text = LATIN1.decode(bytes);
    for (const listener of words) {
      const { word, looks } = listener;
      if (looks !== "part" || word.length >= SHORT) continue;
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        const end = at + word.length;
        if (!isPart(bytes[end]) && !mayBeWord(bytes, at, end)) tell(at, listener);
      }
    }
  }
}

/** A word, and who wants to know of it. */
interface Listener {
  readonly word: string;
  readonly rules: readonly Rule[];
  /** What it looks like: a whole part of a name, a mark, the start of a command, or any text. */
  readonly looks: "part" | "question" | "hash" | "text";
}

/** Stands for all commands that start with `#`, which are few in a text and many in number. */
const HASH: Listener = { word: "#", rules: [], looks: "hash" };

function byOffset(a: Candidate, b: Candidate): number {
  return a.offset - b.offset;
}

function listenersOf(rules: readonly Rule[]): Listener[] {
  const byWord = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const word of rule.triggers) byWord.set(word, [...byWord.get(word) ?? [], rule]);
  }
  return [...byWord].map(([word, rules]) => ({
    word,
    rules,
    looks: looksOf(word),
  }));
}

function looksOf(word: string): Listener["looks"] {
  if (word === "?") return "question";
  return word.startsWith("#") ? "hash" : /^\w+$/.test(word) ? "part" : "text";
}
