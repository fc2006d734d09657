/**
 * Speed of the scan: megabytes a second over generated Lean, and how many times longer a scan takes
 * than a plain `indexOf("sorry")` loop over real-looking sources. Run with `deno run`.
 */
import { lex } from "./lexer.ts";
import { scanSource } from "./scan.ts";
import { generateDense, generateRealistic } from "./testing/generate.ts";

const SIZE = 8_000_000;
const ROUNDS = 7;

if (import.meta.main) {
  const dense = flat(generateDense(1, SIZE));
  const realistic = generateRealistic(2, SIZE).map(flat);
  const total = realistic.reduce((sum, text) => sum + text.length, 0);
  const scanDense = seconds(() => scanSource("Dense.lean", dense));
  const lexDense = seconds(() => lex(dense));
  const scanReal = seconds(() => realistic.forEach((text, k) => scanSource(`${k}.lean`, text)));
  const loop = seconds(() => realistic.forEach(countSorry));
  const rows = [
    ["lex, generated", dense.length, lexDense],
    ["scan, generated", dense.length, scanDense],
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

/** Best of some rounds: other work on the machine only ever slows a round down. */
function seconds(run: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best / 1000;
}

/** The same text as one flat string, as it comes from a file. */
function flat(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
