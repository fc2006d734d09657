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
  /**
   * Length of the longest token at `at` of the text, whose code unit there is `unit`; 0 for none. Looks no
   * further than some token goes along with the text.
   */
  lengthAt(text: string, at: number, unit: number): number;
}

/** Builds a table. */
export function createTokenTable(
  tokens: Iterable<string> = [],
  interpolators: Iterable<string> = [],
): TokenTable {
  return { tokens: createTokenSet(tokens), interpolators: createWordSet(interpolators) };
}

function createTokenSet(tokens: Iterable<string>): TokenSet {
  // Those that begin with the same code unit, sorted: each has those behind it that it is the beginning of.
  const groups = new Map<number, string[]>();
  const set = {
    size: 0, // asked at every token, hence no getter
    add(token: string): void {
      if (token === "") return;
      const group = groups.get(token.charCodeAt(0)) ?? [];
      groups.set(token.charCodeAt(0), group);
      const place = first(group, 0, group.length, (known) => known >= token);
      if (group[place] === token) return;
      group.splice(place, 0, token);
      set.size++;
    },
    delete(token: string): void {
      const group = groups.get(token.charCodeAt(0)) ?? [];
      const place = first(group, 0, group.length, (known) => known >= token);
      if (group[place] !== token) return;
      group.splice(place, 1);
      set.size--;
    },
    lengthAt(text: string, at: number, unit: number): number {
      const group = groups.get(unit);
      if (group === undefined) return 0;
      let longest = 0;
      let from = 0;
      let to = group.length;
      for (let length = 1; from < to; length++) {
        if (group[from]!.length === length) {
          longest = length;
          from++;
        }
        const next = text.charCodeAt(at + length);
        from = first(group, from, to, (token) => token.charCodeAt(length) >= next);
        to = first(group, from, to, (token) => !(token.charCodeAt(length) <= next));
      }
      return longest;
    },
  };
  for (const token of tokens) set.add(token);
  return set;
}

/** The first place from `from` to `to` of the sorted tokens from which on `holds` does; `to` for none. */
function first(
  tokens: readonly string[],
  from: number,
  to: number,
  holds: (token: string) => boolean,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(tokens[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
