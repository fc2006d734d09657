/**
 * Terms that a project states in Lean.
 *
 * Data by their form, so that they cannot end a statement. Pure.
 */

/** Names, numbers, constructors with their arguments, tuples, lists and plain texts. No comment, no keyword's sign. */
const PIECES = /[\p{L}\p{N}_'.]+|"(?:[^"\\\n]|\\["\\nt])*"|[()[\]⟨⟩,]| +/uy;

const CLOSING: ReadonlyMap<string, string> = new Map([["(", ")"], ["[", "]"], ["⟨", "⟩"]]);

/** Words that begin something else than data. */
const KEYWORDS: ReadonlySet<string> = new Set(
  "by calc do else fun from have if in let match show suffices then where with sorry nomatch nofun at"
    .split(" "),
);

/** What is wrong with a term, if anything is. */
export function wrongTerm(term: string): string | undefined {
  const open: string[] = [];
  let at = 0;
  PIECES.lastIndex = 0;
  for (let piece = PIECES.exec(term); piece !== null; piece = PIECES.exec(term)) {
    const [text] = piece;
    at = PIECES.lastIndex;
    if (KEYWORDS.has(text)) return `"${text}" is no data`;
    const closing = CLOSING.get(text);
    if (closing !== undefined) open.push(closing);
    else if (/[)\]⟩]/.test(text) && !text.startsWith('"') && open.pop() !== text) {
      return `"${text}" closes nothing`;
    }
    if (text === "," && open.length === 0) return '"," stands outside of brackets';
    PIECES.lastIndex = at;
  }
  if (at < term.length) return `"${term.slice(at, at + 10)}" is no data`;
  if (open.length > 0) return `"${open.at(-1)}" is missing`;
  return term.trim() === "" ? "it is empty" : undefined;
}
