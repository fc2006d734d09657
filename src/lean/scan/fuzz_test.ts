import assert from "node:assert/strict";
import { lex } from "../syntax/lexer.ts";
import { scanSource } from "./scan.ts";
import { generateClean } from "./testing/generate.ts";
import { mutation, soup } from "./testing/hostile.ts";
import { createRandom } from "./testing/random.ts";
import type { Tokens } from "../syntax/tokens.ts";

const SEED = 20260510;
const SOUPS = 60_000;
const MUTATIONS = 60_000;

/** That the tokens tile the text, and that every finding lies in it; whatever the text is. */
function check(text: string, seed: string): void {
  assertTiles(lex(text), text, seed);
  let line = 1;
  for (const finding of scanSource("Fuzz.lean", text)) {
    assert.ok(finding.line >= line, seed);
    assert.ok(finding.column >= 1 && finding.endColumn > finding.column, seed);
    line = finding.line;
  }
}

function assertTiles(tokens: Tokens, text: string, seed: string): void {
  let end = 0;
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.ends[i]! <= end) assert.fail(`Empty token at ${end} of ${seed}`);
    end = tokens.ends[i]!;
  }
  assert.equal(end, text.length, seed);
}

Deno.test("scanSource() survives token soups", () => {
  const random = createRandom(SEED);
  for (let n = 0; n < SOUPS; n++) check(soup(random), `soup ${n} of seed ${SEED}`);
});

Deno.test("scanSource() survives mutations of clean files", () => {
  const random = createRandom(SEED + 1);
  const files = Array.from({ length: 200 }, (_, seed) => generateClean(seed, 6));
  for (let n = 0; n < MUTATIONS; n++) {
    check(mutation(random, random.pick(files)), `mutation ${n} of seed ${SEED + 1}`);
  }
});

Deno.test("scanSource() finds an escape put at a command boundary of a clean file", () => {
  const random = createRandom(SEED + 2);
  for (let seed = 0; seed < 300; seed++) {
    const text = generateClean(seed, 12);
    // Snippets are apart by an empty line, and some end inside a comment line: start a new one.
    const gaps = [...text.matchAll(/\n\n(?=(?:theorem|def|@\[|--|\/-))/g)].map(({ index }) =>
      index
    );
    if (gaps.length === 0) continue;
    const at = random.pick(gaps) + 1;
    const planted = `${text.slice(0, at)}theorem planted : 1 = 2 := sorry\n${text.slice(at)}`;
    const found = scanSource("Planted.lean", planted).map((
      { rule, declaration },
    ) => [rule, declaration]);
    assert.ok(
      found.some(([rule, name]) => rule === "sorry" && /planted$/.test(name ?? "")),
      `${seed}`,
    );
  }
});
