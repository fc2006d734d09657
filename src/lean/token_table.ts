/** What a project's own syntax adds to the core token table. It may change while a text is split. */
import { createWordSet, type GrowingWordSet } from "./words.ts";

/** Tokens that are declared, and words whose syntax takes an interpolated string. */
export interface TokenTable {
  /** Tokens that contain a comment opener, a quote or a keyword and so change how text splits. */
  readonly tokens: TokenSet;
  /** Words after which a string is interpolated, beyond Lean's own. */
  readonly interpolators: GrowingWordSet;
}

/** A set of tokens, to be matched from the longest. */
export interface TokenSet {
  /** How many there are. */
  readonly size: number;
  add(token: string): void;
  delete(token: string): void;
  /** Length of the longest token at `at` of the text, whose code unit there is `unit`; 0 for none. */
  lengthAt(text: string, at: number, unit: number): number;
}

/** Builds a table. */
export function createTokenTable(
  tokens: Iterable<string> = [],
  interpolators: Iterable<string> = [],
): TokenTable {
  return { tokens: createTokenSet(tokens), interpolators: createWordSet(interpolators) };
}

/** Tokens that begin with the same code unit: how many of each length, and the lengths from the longest. */
interface Group {
  readonly words: Set<string>;
  readonly counts: Map<number, number>;
  lengths: number[];
}

function createTokenSet(tokens: Iterable<string>): TokenSet {
  const groups = new Map<number, Group>();
  const set = {
    size: 0, // asked at every token, hence no getter
    add(token: string): void {
      if (token === "") return;
      const unit = token.charCodeAt(0);
      const group = groups.get(unit) ?? { words: new Set(), counts: new Map(), lengths: [] };
      groups.set(unit, group);
      if (group.words.has(token)) return;
      group.words.add(token);
      set.size++;
      count(group, token.length, 1);
    },
    delete(token: string): void {
      const group = groups.get(token.charCodeAt(0));
      if (!group?.words.delete(token)) return;
      set.size--;
      count(group, token.length, -1);
    },
    lengthAt(text: string, at: number, unit: number): number {
      const group = groups.get(unit);
      if (group === undefined) return 0;
      return group.lengths.find((length) => group.words.has(text.slice(at, at + length))) ?? 0;
    },
  };
  for (const token of tokens) set.add(token);
  return set;
}

/** Counts a token more or less of this length. */
function count(group: Group, length: number, change: 1 | -1): void {
  const count = (group.counts.get(length) ?? 0) + change;
  if (count > 0) group.counts.set(length, count);
  else group.counts.delete(length);
  const isNews = count === 0 || (count === 1 && change === 1);
  if (isNews) group.lengths = [...group.counts.keys()].sort((a, b) => b - a);
}
