/** Text in XML 1.0. */

/** Characters that no XML document may hold, not even escaped: controls, lone surrogates, U+FFFE and U+FFFF. */
// deno-lint-ignore no-control-regex -- production 2 of XML 1.0, turned round
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/**
 * The text as content of an element.
 *
 * What XML cannot hold is shown as `\x1b` or `\ufffe`.
 */
export function xmlText(text: string): string {
  return text
    .replaceAll(FORBIDDEN, visible)
    .replaceAll(/[&<>"]/g, (char) => ENTITIES[char]!)
    // A reader turns a bare carriage return into a line feed.
    .replaceAll("\r", "&#13;");
}

/**
 * The text as the value of an attribute in double quotes.
 *
 * Readers would turn bare white space into blanks.
 */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll(/[\t\n]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function visible(char: string): string {
  const code = char.charCodeAt(0);
  const [mark, width] = code < 0x100 ? ["x", 2] : ["u", 4];
  return `\\${mark}${code.toString(16).padStart(width, "0")}`;
}

/** A start tag's name and attributes; those that are `undefined` are left out. */
export function xmlOpen(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`);
  return name + written.join("");
}
