/** Finds words that the project does not use, and doc comments whose first line is too long. */

/** What stands in a text, and where: `line: what`. */
export type Complaint = string;

/** Words that name nothing in this field, each with the term to use. */
const WORDS: Readonly<Record<string, string>> = {
  jury: "engines",
  convict: "blame",
  acquit: "clear",
  standing: "phase",
  standings: "phases",
  pretence: "fake",
  whoever: "the one who",
};

/** Names of types that say nothing, each with what to say. */
const NAMES: Readonly<Record<string, string>> = {
  Matter: "AuditInput",
  Saying: "EventTemplate",
  Pretence: "FakeToolchain",
  Fate: "TaskStep",
  Glance: "Observation",
};

/** Turns of phrase that a reader has to solve. */
const PHRASES: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/(?<!there )\b(?:is|are) none\b/i, "say what is wrong with it"],
  [/\bthat there is none of\b/i, "that does not exist"],
  [/\bfor want of\b/i, "without"],
  [/\btold (?:traces?|scenarios?|by hand)\b/i, "scenario traces"],
  [/\btelling the same story\b/i, "in agreement"],
  [/\bof which no more\b/i, "only"],
];

/** Most words on the first line of a doc comment of one line. */
export const LONGEST_LINE = 16;

/** The words of a text that the project does not use. */
export function bannedWords(text: string): Complaint[] {
  return text.split("\n").flatMap((line, i) => {
    const found: string[] = [];
    for (const [word] of line.matchAll(/[A-Za-z]+/g)) {
      for (const part of word.split(/(?<=[a-z])(?=[A-Z])/)) {
        const better = Object.hasOwn(WORDS, part.toLowerCase()) && WORDS[part.toLowerCase()];
        if (better) found.push(`"${part}" (better: ${better})`);
      }
      if (Object.hasOwn(NAMES, word)) found.push(`"${word}" (better: ${NAMES[word]})`);
    }
    for (const [pattern, better] of PHRASES) {
      const [phrase] = pattern.exec(line) ?? [];
      if (phrase !== undefined) found.push(`"${phrase}" (better: ${better})`);
    }
    return found.map((what) => `${i + 1}: ${what}`);
  });
}

/** Doc comments of one line that are too long for one. */
export function longComments(text: string): Complaint[] {
  return text.split("\n").flatMap((line, i) => {
    const [, said] = /^\s*\/\*\* (.*) \*\/$/.exec(line) ?? [];
    if (said === undefined) return [];
    // A tag begins a part of its own.
    const words = said.replace(/(^| )@.*$/, "").trim().split(/\s+/).length;
    return words > LONGEST_LINE ? [`${i + 1}: ${words} words: ${said}`] : [];
  });
}
