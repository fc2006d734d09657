/**
 * Names of Lean as the program in `facts/` writes them: every component behind its mark, `.` for a word and `#`
 * for a number, so that no two names are written alike. `._private.M#0.N.f` is the private `N.f` of module `M`.
 */

/** What a name is made of. */
export type NamePart = string | number;

/** The components of a written name. */
export function nameParts(written: string): NamePart[] {
  return [...written.matchAll(/([.#])((?:\\.|[^.#\\])*)/gsu)].map(([, mark, text]) =>
    mark === "#" ? Number(text) : text!.replaceAll(/\\(.)/gsu, "$1")
  );
}

/** The name as its author calls it: without the mangling of private names. */
export function shownName(written: string): string {
  const parts = nameParts(written);
  const zero = parts[0] === "_private" ? parts.indexOf(0) : -1;
  const shown = parts.slice(zero + 1)
    .map((part) => typeof part === "number" ? String(part) : quoted(part)).join(".");
  return shown === "" ? "[anonymous]" : shown;
}

/** How the name of a module is written, given with its components parted by `.`. */
export function writtenModule(name: string): string {
  const parts = name.match(/«[^»]*»|[^.«]+/gu) ?? [];
  return parts.map((part) => `.${part.replace(/^«(.*)»$/su, "$1").replaceAll(/[.#\\]/g, "\\$&")}`)
    .join("");
}

function quoted(part: string): string {
  // A control character would end the line that shows the name, or do worse to a terminal.
  const visible = part.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (control) => `\\u{${control.codePointAt(0)!.toString(16)}}`,
  );
  return /^[^\s.«»()[\]{}:,;"#\\]+$/u.test(visible) ? visible : `«${visible}»`;
}
