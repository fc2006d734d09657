/**
 * Speed of the scan: megabytes a second over generated Lean, and how many times longer a scan takes
 * than a plain `indexOf("sorry")` loop over real-looking sources. Run with `deno run`.
 *
 * The dense text is the worst case: every construct of the language, an escape word in every line.
 */
import process from "node:process";
import { lex } from "../lean/lexer.ts";
import { scanSource } from "./scan.ts";
import { generateDense, generatePlain, generateRealistic } from "./testing/generate.ts";

const SIZE = 8_000_000;
const ROUNDS = 7;
const ROOTS = { roots: new Set(["Project"]) };

if (import.meta.main) {
  const dense = flat(generateDense(1, SIZE));
  const plain = flat(generatePlain(SIZE));
  const realistic = generateRealistic(2, SIZE).map(flat);
  const total = realistic.reduce((sum, text) => sum + text.length, 0);
  const scanDense = seconds(() => scanSource("Dense.lean", dense));
  const lexDense = seconds(() => lex(dense));
  const scanPlain = seconds(() => scanSource("Plain.lean", plain));
  const scanReal = seconds(() =>
    realistic.forEach((text, k) => scanSource(`${k}.lean`, text, ROOTS))
  );
  const loop = seconds(() => realistic.forEach(countSorry));
  const rows = [
    ["lex, dense", dense.length, lexDense],
    ["scan, dense", dense.length, scanDense],
    ["scan, generated", plain.length, scanPlain],
    ["scan, real-looking", total, scanReal],
    ["indexOf loop, real-looking", total, loop],
  ] as const;
  for (const [name, size, time] of rows) {
    console.log(`${name.padEnd(28)} ${(size / 1e6 / time).toFixed(0).padStart(6)} MB/s`);
  }
  console.log(`scan / indexOf loop          ${(scanReal / loop).toFixed(2).padStart(6)} times`);
}

function countSorry(text: string): number {
  let count = 0;
  for (let at = text.indexOf("sorry"); at >= 0; at = text.indexOf("sorry", at + 1)) count++;
  return count;
}

/**
 * Best of some rounds, in seconds of processor time: that is what one core spends, whatever else the
 * machine is doing.
 */
function seconds(run: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return best / 1e6;
}

/** The same text as one flat string, as it comes from a file. */
function flat(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
