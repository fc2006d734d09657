/** How names are shown where no two may look alike. Pure. */
import { type NamePart, nameParts } from "../audit/names.ts";

/**
 * The full name: a private one behind its module and `::`. Whatever could be taken for another character is shown
 * by its code.
 */
export function fullName(written: string): string {
  const parts = nameParts(written);
  const zero = parts[0] === "_private" ? parts.indexOf(0) : -1;
  if (zero < 0) return joined(parts);
  return `${joined(parts.slice(1, zero))}::${joined(parts.slice(zero + 1))}`;
}

function joined(parts: readonly NamePart[]): string {
  if (parts.length === 0) return "[anonymous]";
  return parts.map((part) => typeof part === "number" ? String(part) : quoted(part)).join(".");
}

function quoted(part: string): string {
  const shown = withoutLookAlikes(part);
  const isPlain = /^[\p{L}_✝][\p{L}\p{N}_'!?✝]*$/u.test(part) && !/^\d/.test(part);
  return isPlain && shown === part ? part : `«${shown}»`;
}

/** Greek letters that look like no Latin one. The letters of sets of numbers are no names of the package. */
const FAMILIAR = /[αβγδεζηθλμξπστφχψωΓΔΘΛΞΠΣΦΨΩ₀-₉ₐ-ₜᵢ-ᵪⱼ✝]/u;

/** The text with the codes of all letters and signs that are neither ASCII nor familiar. */
export function withoutLookAlikes(text: string): string {
  return [...text].map((char) =>
    /^[\x20-\x7e]$/.test(char) && !/[«»\\]/.test(char) || FAMILIAR.test(char)
      ? char
      : `\\u{${char.codePointAt(0)!.toString(16)}}`
  ).join("");
}

/** A string as a literal of one line. */
export function stringLiteral(text: string): string {
  return `"${
    [...text].map((char) =>
      char === '"'
        ? '\\"'
        : char === "\n"
        ? "\\n"
        : withoutLookAlikes(char).replace("\\u{5c}", "\\\\")
    ).join("")
  }"`;
}

/** What its author called a variable; without the marks by which Lean keeps macros' names apart. */
export function variableName(written: string): string {
  const parts = nameParts(written);
  const scope = parts.indexOf("_@");
  const [word] = (scope < 0 ? parts : parts.slice(0, scope)).slice(-1);
  if (typeof word !== "string" || word === "_" || !/^[\p{L}_][\p{L}\p{N}_'!?]*$/u.test(word)) {
    return "x";
  }
  return withoutLookAlikes(word) === word ? word : `«${withoutLookAlikes(word)}»`;
}

/** The name, or one made of it that is not taken. */
export function freshName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const plain = name.replace(/»$/, "");
  for (let i = 1;; i++) {
    const next = `${plain}_${i}${plain === name ? "" : "»"}`;
    if (!isTaken(next)) return next;
  }
}

/** A universe level; the names in it are written ones. */
export function levelText(level: string): string {
  return level.replaceAll(/[.#](?:\\.|[^\s()+\\])+/gu, fullName);
}
