/**
 * Speed of the scan, as ratios within one run.
 *
 * Against a plain `indexOf("sorry")` loop over the files of a project: the scan gets the bytes as they
 * are read, the loop their text, so that the scan pays for decoding and the loop does not. At most 3 times
 * as long is wanted. Generated Lean is read at 50 megabytes a second if an iteration over 1 MB takes 20 ms.
 * The dense text is the worst there is: every construct of the language, an escape word in every line.
 */
import { join } from "node:path";
import process from "node:process";
import { lex } from "../lean/lexer.ts";
import { scanSource } from "./scan.ts";
import { generateDense, generatePlain, generateRealistic } from "./testing/generate.ts";

const SIZE = 1_000_000;
const ENCODER = new TextEncoder();

/** Rounds of which the fastest counts: the first ones are compiled on the way. */
const ROUNDS = 40;

benchFiles("a generated project, 4 MB", generateRealistic(2, 4 * SIZE), ["Project"]);
benchFiles("this repository's own sources", ownSources(), ["Lifecycle"]);
benchText("documented theorems, 1 MB", generatePlain(SIZE));
benchText("every construct, an escape word in every line, 1 MB", generateDense(1, SIZE));

function benchFiles(group: string, texts: readonly string[], roots: readonly string[]): void {
  const files = texts.map((text) => ENCODER.encode(text));
  const flat = files.map((bytes) => new TextDecoder().decode(bytes)); // as they come from a file
  const options = { roots: new Set(roots) };
  bench(group, 'indexOf("sorry") loop', () => {
    for (const text of flat) countSorry(text);
  }, () => {
    for (const bytes of files) scanSource("A.lean", bytes, options);
  }, files.reduce((sum, { length }) => sum + length, 0));
}

function benchText(group: string, text: string): void {
  const bytes = ENCODER.encode(text);
  const flat = new TextDecoder().decode(bytes);
  bench(group, "lex()", () => void lex(flat), () => void scanSource("A.lean", bytes), bytes.length);
}

/**
 * Two benchmarks; and their ratio by processor time, which other work on the machine does not stretch as
 * it does the time of day.
 */
function bench(
  group: string,
  name: string,
  other: () => void,
  scan: () => void,
  bytes: number,
): void {
  Deno.bench(`${name}: ${group}`, { group, baseline: true }, other);
  Deno.bench(`scanSource(): ${group}`, { group }, scan);
  const [base, time] = [seconds(other), seconds(scan)];
  const ratio = (time / base).toFixed(1);
  const speed = (bytes / 1e6 / time).toFixed(0);
  console.log(`${group}: scanSource() takes ${ratio} times as long as ${name}; ${speed} MB/s`);
}

function seconds(run: () => void): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return best / 1e6;
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
