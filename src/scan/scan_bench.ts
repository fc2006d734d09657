/**
 * Speed of the scan, as ratios within one run.
 *
 * Against a plain `indexOf("sorry")` loop over the files of a project: the scan gets the bytes as they
 * are read, the loop their text, so that the scan pays for decoding and the loop does not. At most 3 times
 * as long is wanted. Generated Lean is read at 50 megabytes a second if an iteration over 1 MB takes 20 ms.
 * The dense text is the worst there is: every construct of the language, an escape word in every line.
 */
import { join } from "node:path";
import { lex } from "../lean/lexer.ts";
import { scanSource } from "./scan.ts";
import { generateDense, generatePlain, generateRealistic } from "./testing/generate.ts";

const SIZE = 1_000_000;
const ENCODER = new TextEncoder();

benchFiles("a generated project", generateRealistic(2, 4 * SIZE), ["Project"]);
benchFiles("this repository's own sources", ownSources(), ["Lifecycle"]);
benchText("documented theorems, 1 MB", generatePlain(SIZE));
benchText("every construct, an escape word in every line, 1 MB", generateDense(1, SIZE));

function benchFiles(group: string, texts: readonly string[], roots: readonly string[]): void {
  const files = texts.map((text) => ENCODER.encode(text));
  const flat = files.map((bytes) => new TextDecoder().decode(bytes)); // as they come from a file
  const options = { roots: new Set(roots) };
  Deno.bench(`indexOf("sorry") loop: ${group}`, { group, baseline: true }, () => {
    for (const text of flat) countSorry(text);
  });
  Deno.bench(`scanSource(): ${group}`, { group }, () => {
    for (const bytes of files) scanSource("A.lean", bytes, options);
  });
}

function benchText(group: string, text: string): void {
  const bytes = ENCODER.encode(text);
  const flat = new TextDecoder().decode(bytes);
  Deno.bench(`lex(): ${group}`, { group, baseline: true }, () => {
    lex(flat);
  });
  Deno.bench(`scanSource(): ${group}`, { group }, () => {
    scanSource("A.lean", bytes);
  });
}

/** Finds what it looks for, so that no compiler may leave the loop out. */
function countSorry(text: string): number {
  let count = 0;
  for (let at = text.indexOf("sorry"); at >= 0; at = text.indexOf("sorry", at + 1)) count++;
  return count;
}

function ownSources(): string[] {
  const texts: string[] = [];
  const visit = (folder: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      if (isDirectory && !name.startsWith(".")) visit(join(folder, name));
      if (name.endsWith(".lean")) texts.push(Deno.readTextFileSync(join(folder, name)));
    }
  };
  visit(join(import.meta.dirname!, "..", "..", "formal"));
  return texts;
}
