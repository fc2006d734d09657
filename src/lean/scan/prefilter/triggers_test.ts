import assert from "node:assert/strict";
import fc from "fast-check";
import { compileTriggers } from "./triggers.ts";

/** A search that gives its hits, by offsets in the UTF-8 of a text. */
function searchFor(words: readonly string[]) {
  const search = compileTriggers(words);
  return (text: string | Uint8Array) => {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const hits: { offset: number; word: string }[] = [];
    const content = search(bytes, (offset, index) => hits.push({ offset, word: words[index]! }));
    return { hits: hits.sort((a, b) => a.offset - b.offset), ...content };
  };
}

const WORDS = ["sorry", "admit", "native_decide", "elab", "stop", "axiom", "unsafe"];

Deno.test("compileTriggers() finds a word at every offset", () => {
  const search = searchFor(WORDS);
  for (const word of WORDS) {
    for (let before = 0; before < 9; before++) {
      for (const end of ["", " ", "\n", ")", "⟩", "∧", "¹", "-- x"]) {
        const text = `${" ".repeat(before)}${word}${end}`;
        assert.deepEqual(search(text).hits, [{ offset: before, word }], JSON.stringify(text));
      }
    }
  }
});

Deno.test("compileTriggers() finds a word wherever in a large text it begins", () => {
  const words = ["def", "sorry", "native_decide", "?"];
  const search = searchFor(words);
  // Two words in a row of texts whose lengths have no factor in common with any block.
  const gaps = Array.from({ length: 9000 }, (_, k) => " ".repeat(1 + k % 7));
  const text = gaps.map((gap, k) => `${gap}${words[k % 4]} A`).join("\n");
  const expected: { offset: number; word: string }[] = [];
  for (const match of text.matchAll(/def|sorry|native_decide|\?/g)) {
    expected.push({ offset: match.index, word: match[0] });
  }
  assert.equal(expected.length, 9000);
  for (const size of [text.length, 16_384, 16_385, 32_767, 32_800]) {
    const whole = expected.filter(({ offset, word }) => offset + word.length <= size);
    assert.deepEqual(
      search(text.slice(0, size)).hits.filter(({ offset, word }) => offset + word.length <= size),
      whole,
    );
  }
});

Deno.test("compileTriggers() has room for a hit at every byte, and for many words in one place", () => {
  const marks = searchFor(["?", "#"])("?#".repeat(50_000));
  assert.equal(marks.hits.length, 100_000);
  const words = ["unsafe", "unsafely", "unsafely_do", "unsafely_done", "unsafely_doing"];
  const dense = words.join(" ").concat(" ").repeat(2000);
  const hits = searchFor(words)(dense).hits.filter(({ offset, word }) =>
    dense[offset + word.length] === " "
  );
  assert.equal(hits.length, 10_000);
});

Deno.test("compileTriggers() refuses more words than it has room for, and finds each of as many as it has", () => {
  const numbered = (k: number) =>
    k.toString(16).padStart(2, "0").replace(/\d/g, (n) => "qrstuvwxyz"[+n]!);
  const words = Array.from({ length: 255 }, (_, k) => `trigger_${numbered(k)}`);
  assert.deepEqual(searchFor(words)(words.join(" ")).hits.map(({ word }) => word), words);
  assert.throws(() => compileTriggers([...words, "another"]), /at most 255 words/);
  // Each short one may have any neighbour.
  const short = Array.from({ length: 255 }, (_, k) => `ab${numbered(k)}`);
  assert.throws(() => compileTriggers(short), /fewer words/);
});

Deno.test("compileTriggers() finds every whole word that indexOf finds", () => {
  const search = searchFor(["sorryAx", "native", "native_decide", "unsafe"]);
  const piece = fc.constantFrom(
    "sorry",
    "Ax",
    "native",
    "_decide",
    "#exit",
    " ",
    "s",
    "∀",
    "so",
    "e",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    // One character a byte, so that offsets compare.
    const text = new TextDecoder("latin1").decode(new TextEncoder().encode(pieces.join("")));
    const expected: string[] = [];
    for (const word of ["sorryAx", "native", "native_decide", "unsafe"]) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        if (!/\w/.test(text.charAt(at + word.length))) expected.push(`${at} ${word}`);
      }
    }
    const found = search(new TextEncoder().encode(pieces.join(""))).hits
      .filter(({ offset, word }) => !/\w/.test(text.charAt(offset + word.length)))
      .map(({ offset, word }) => `${offset} ${word}`);
    assert.deepEqual(found.sort(), expected.sort());
  }));
});

Deno.test("compileTriggers() finds a three-letter keyword before a capital letter", () => {
  const search = searchFor(["def"]);
  for (const text of ["def Nat", " def Nat", "  def\nNat", "   def «Nat»", "@[x]def /- c -/ Nat"]) {
    assert.deepEqual(search(text).hits, [{ offset: text.indexOf("def"), word: "def" }], text);
  }
});

Deno.test("compileTriggers() finds marks, wherever they stand", () => {
  const search = searchFor(["?", "#", "sorry"]);
  for (let before = 0; before < 5; before++) {
    const text = `${" ".repeat(before)}#?∀?`;
    assert.deepEqual(search(text).hits, [
      { offset: before, word: "#" },
      { offset: before + 1, word: "?" },
      { offset: before + 5, word: "?" },
    ]);
  }
});

Deno.test("compileTriggers() tells UTF-8 without NUL from anything else", () => {
  const search = searchFor(["sorry"]);
  const strict = new TextDecoder("utf-8", { fatal: true });
  const valid = (bytes: Uint8Array) => {
    try {
      return !strict.decode(bytes).includes("\0");
    } catch {
      return false;
    }
  };
  const byte = fc.constantFrom(
    0,
    0x20,
    0x41,
    0x80,
    0x9f,
    0xa0,
    0xbf,
    0xc1,
    0xc3,
    0xe0,
    0xe2,
    0xed,
    0xf0,
    0xf4,
    0xf5,
  );
  const piece = fc.oneof(
    fc.constantFrom("é", "∀", "😀", "abc", "sorry").map((
      text,
    ) => [...new TextEncoder().encode(text)]),
    fc.array(byte, { maxLength: 2 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.nat(3), (pieces, skip) => {
      const whole = Uint8Array.from([...new Array(skip).fill(0x20), ...pieces.flat()]);
      // Also where the bytes start at no multiple of four.
      for (const bytes of [whole, whole.subarray(skip)]) {
        assert.equal(search(bytes).clean, valid(bytes));
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("compileTriggers() sees every format character, and no other, at every offset", () => {
  const search = compileTriggers(["sorry"]);
  const holds = (text: string) => search(new TextEncoder().encode(text), () => {}).hasFormat;
  for (let code = 1; code <= 0x10ffff; code++) {
    if (code === 0xd800) code = 0xe000;
    // Only those near a format character, and a sample of the others.
    if (code > 0x3000 && code < 0xfe00 && code % 97 !== 0) continue;
    if (code > 0x1e000 && code < 0xe0000 && code % 997 !== 0) continue;
    const char = String.fromCodePoint(code);
    const text = " ".repeat(code % 19 + 1) + char + "→ 𝓝";
    assert.equal(holds(text), /\p{Cf}/u.test(char), code.toString(16));
  }
  assert.equal(holds("\ufeffdef a := 1"), false);
  assert.equal(holds("a\ufeff"), true);
});
