/** That the first look at a source loses nothing: scans with it and without find the same. */
import assert from "node:assert/strict";
import type { Candidate, CandidateSearch } from "./candidates.ts";
import { RULES } from "../rules/rules.ts";
import { createScan, scanSource } from "../scan.ts";
import { generateClean } from "../testing/generate.ts";
import { mutation, soup } from "../testing/hostile.ts";
import { createRandom } from "../testing/random.ts";

const SEED = 20260511;
const SOUPS = 15_000;
const MUTATIONS = 15_000;

/** Every occurrence of every trigger, whatever stands around it. */
const everywhere: CandidateSearch = (bytes) => {
  const text = new TextDecoder("latin1").decode(bytes);
  const candidates: Candidate[] = [];
  for (const rule of RULES) {
    for (const word of rule.triggers) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        candidates.push({ offset: at, word, rule });
      }
    }
  }
  candidates.sort((a, b) => a.offset - b.offset);
  let clean = !text.includes("\0");
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    clean = false;
  }
  return { candidates, glued: () => [], clean, hasFormat: true };
};

const scanEverywhere = createScan(everywhere);
const scanAll: typeof scanSource = (...args) => scanEverywhere(...args).findings;

function assertSame(text: string, seed: string): void {
  const [fast, slow] = [scanSource, scanAll].map((scan) =>
    scan("Fuzz.lean", text, { roots: new Set(["Gate"]) }).map(({ rule, line, column, message }) =>
      `${line}:${column} ${rule} ${message}`
    ).sort()
  );
  assert.deepEqual(fast, slow, `${seed}\n${JSON.stringify(text)}`);
}

Deno.test("the first look loses no finding of a token soup", () => {
  const random = createRandom(SEED);
  for (let n = 0; n < SOUPS; n++) assertSame(soup(random), `soup ${n} of seed ${SEED}`);
});

Deno.test("the first look loses no finding of a mutated clean file", () => {
  const random = createRandom(SEED + 1);
  const files = Array.from({ length: 200 }, (_, seed) => generateClean(seed, 6));
  for (let n = 0; n < MUTATIONS; n++) {
    assertSame(mutation(random, random.pick(files)), `mutation ${n} of seed ${SEED + 1}`);
  }
});

Deno.test("the first look loses no trigger, whatever stands before and after it", () => {
  const before = [
    "",
    " ",
    "\n",
    "a",
    "f",
    "_",
    "0",
    "'",
    ".",
    "(",
    "»",
    "é",
    "∀",
    "\0",
    "\x7f",
    "-",
    "#eval",
  ];
  const after = [
    "",
    " ",
    "\n",
    "a",
    "_",
    "'",
    "(",
    "«Nat»",
    "é",
    "∀",
    "₁",
    "\0",
    "\x01",
    "-",
    "/-x-/",
    "?",
    " Nat",
    " _root_.Nat",
  ];
  const random = createRandom(SEED + 2);
  for (const trigger of new Set(RULES.flatMap(({ triggers }) => triggers))) {
    for (const left of before) {
      for (const right of after) {
        const text = `${" ".repeat(random.below(4))}${left}${trigger}${right}`;
        assertSame(text, "trigger");
      }
    }
  }
});
