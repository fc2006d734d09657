import assert from "node:assert/strict";
import { lex } from "../lean/lexer.ts";
import { scanSource } from "./scan.ts";
import { generateClean } from "./testing/generate.ts";
import { createRandom, type Random } from "./testing/random.ts";
import type { Tokens } from "../lean/tokens.ts";

const SEED = 20260510;
const SOUPS = 60_000;
const MUTATIONS = 60_000;

/** Pieces that open, close or name something; random runs of them reach every state of the lexer. */
const PIECES: readonly string[] = [
  ..."\"'`«»{}()[]⟨⟩\\/-#?!|.,:;@$\n\r\t\0 ",
  ...[
    "/-",
    "-/",
    "--",
    "/--",
    "/-!",
    '\\"',
    's!"',
    'm!"',
    "{{",
    'r#"',
    '"#',
    'r"',
    "''",
    "«a",
    "b»",
  ],
  ...[
    "sorry",
    "admit",
    "axiom",
    "by",
    "theorem",
    "def",
    "namespace",
    "end",
    "macro",
    "notation",
    "=>",
  ],
  ...[
    ":=",
    "`(",
    "`(tactic|",
    "macro_rules",
    "syntax",
    "interpolatedStr",
    "instance",
    "False",
    "Nat",
  ],
  ...[
    "set_option",
    "debug.skipKernelTC",
    "true",
    "@[",
    "extern",
    "csimp",
    "attribute [",
    "import",
    "prelude",
  ],
  ...[
    "#exit",
    "#eval",
    "exact?",
    "simp?",
    "native",
    "decide",
    "+native",
    "cases",
    "with",
    "first",
    "fun",
  ],
  ...[
    "match",
    "if",
    "then",
    "else",
    "·",
    "<;>",
    "∀",
    "→",
    "𝔸",
    "é",
    "\ud800",
    "\udc00",
    "\ufeff",
    "\u2028",
  ],
  ...[
    "-- lean-gate: allow sorry x",
    "-- lean-gate:",
    "run_cmd",
    "initialize",
    "unsafe",
    "0x1f",
    "1.5e",
    "λ",
  ],
];

function soup(random: Random): string {
  const pieces: string[] = [];
  for (let left = random.below(24); left >= 0; left--) {
    pieces.push(random.pick(PIECES));
    if (random.below(3) === 0) pieces.push(" ");
  }
  return pieces.join("");
}

/** A clean file with a few characters removed, doubled, replaced or moved. */
function mutate(random: Random, text: string): string {
  let mutated = text;
  for (let left = random.below(4); left >= 0; left--) {
    const at = random.below(mutated.length + 1);
    const to = Math.min(mutated.length, at + random.below(6));
    const middle = [
      "",
      mutated.slice(at, to).repeat(2),
      random.pick(PIECES),
      random.pick(PIECES) + mutated.slice(at, to),
    ];
    mutated = mutated.slice(0, at) + random.pick(middle) + mutated.slice(to);
  }
  return mutated;
}

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
    check(mutate(random, random.pick(files)), `mutation ${n} of seed ${SEED + 1}`);
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
