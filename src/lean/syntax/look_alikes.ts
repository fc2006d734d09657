/** Characters that look like others, by Unicode's table of confusables (UTS 39). */
import table from "./confusables.json" with { type: "json" };

/** Version of the Unicode tables. */
export const UNICODE_VERSION: string = table.unicode;

/** Letters of mathematics, such as `ℕ` and `𝓝`, which Lean's names may have: nobody takes them for plain ones. */
const STYLED = /[\u2100-\u214f\u{1d49c}-\u{1d59f}]/u;

let prototypes: ReadonlyMap<string, string> | undefined;

/** What a character looks like: itself, unless the table has it. */
function prototypeOf(char: string): string {
  prototypes ??= new Map(
    Object.entries(table.prototypes).flatMap(([to, from]) =>
      [...from].filter((char) => !STYLED.test(char)).map((char) => [char, to] as const)
    ),
  );
  return prototypes.get(char) ?? char;
}

/**
 * The skeleton of a text: two texts of one skeleton look alike. Compare texts only where one of them
 * {@linkcode isDisguised}: `l1` and `ll` look alike, too, and everybody knows.
 */
export function skeleton(text: string): string {
  return [...text.normalize("NFD")].map(prototypeOf).join("").normalize("NFD");
}

/** Whether a character outside ASCII stands in the text for one that it looks like. */
export function isDisguised(text: string): boolean {
  return [...text].some((char) => {
    if (char <= "\x7f") return false;
    const apart = char.normalize("NFD");
    return apart <= "\x7f" || skeleton(char) !== apart;
  });
}
