/** That the first look at a source loses nothing: scans with it and without find the same. */
import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { RULES } from "../rules/rules.ts";
import { createScan, scanSource } from "../scan.ts";
import { generateClean } from "../testing/generate.ts";
import { mutation, soup } from "../testing/hostile.ts";
import { createRandom } from "../testing/random.ts";
import type { Survey } from "./survey.ts";

const SEED = 20260511;
const SOUPS = 15_000;
const MUTATIONS = 15_000;

/** A first look that clears nothing. */
const everything: Survey = (bytes) => ({
  extent: "whole",
  clean: isUtf8(bytes) && !bytes.includes(0),
  hasFormat: true,
});

const scanEverywhere = createScan(everything);
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
