/**
 * Writes the table of confusable characters anew, from the sources of the crate `unicode-security`:
 * `deno task confusables PATH/TO/unicode-security-0.1.3`.
 */
import { join } from "node:path";

const TABLE = join(import.meta.dirname!, "..", "src", "lean", "syntax", "confusables.json");

/** Scripts that Lean's names and operators are written in; what only looks like other scripts is left out. */
function isWritten(text: string): boolean {
  return [...text].every((char) => char <= "\u03ff" || (char >= "\u2000" && char <= "\u2bff"));
}

const [crate] = Deno.args;
if (crate === undefined) throw new TypeError("Name the folder of the crate's sources");
const source = await Deno.readTextFile(join(crate, "src", "tables.rs"));
const [, unicode] = /UNICODE_VERSION: \(u64, u64, u64\) = \(([\d, ]+)\)/.exec(source)!;
const start = source.indexOf("const CONFUSABLES", source.indexOf("mod confusable_detection"));
const entries = source.slice(start, source.indexOf("];", start));
const prototypes: Record<string, string> = {};
for (const [, from, to] of entries.matchAll(/\('\\u\{(\w+)\}',\s*&\[([^\]]*)\]\)/g)) {
  const spelled = [...to!.matchAll(/\\u\{(\w+)\}/g)].map(([, code]) => character(code!)).join("");
  if (isWritten(spelled)) prototypes[spelled] = (prototypes[spelled] ?? "") + character(from!);
}
const sorted = Object.fromEntries(Object.entries(prototypes).sort(([a], [b]) => a < b ? -1 : 1));
const content = { unicode: unicode!.replaceAll(", ", "."), prototypes: sorted };
// No character that looks like another one stands in the file.
const text = JSON.stringify(content, null, 2).replaceAll(
  /[^\n -~]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
await Deno.writeTextFile(TABLE, text + "\n");

function character(code: string): string {
  return String.fromCodePoint(parseInt(code, 16));
}
