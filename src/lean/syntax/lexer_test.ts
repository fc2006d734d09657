import assert from "node:assert/strict";
import fc from "fast-check";
import { lex } from "./lexer.ts";
import { Kind, LAST_TRIVIA, startOf, textOf } from "./tokens.ts";

const NAMES = Object.fromEntries(Object.entries(Kind).map(([name, kind]) => [kind, name]));

/** Kind and text of every token that carries code, as `Kind text`. */
function code(source: string): string[] {
  const tokens = lex(source);
  const shown: string[] = [];
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kinds[i]! > LAST_TRIVIA) {
      shown.push(`${NAMES[tokens.kinds[i]!]} ${textOf(tokens, i)}`);
    }
  }
  return shown;
}

/** Kinds of all tokens but white space. */
function kinds(source: string): string[] {
  const tokens = lex(source);
  return [...tokens.kinds.subarray(0, tokens.count)].map((kind) => NAMES[kind]!)
    .filter((name) => name !== "Whitespace");
}

function joined(source: string): string {
  const tokens = lex(source);
  let text = "";
  for (let i = 0; i < tokens.count; i++) {
    assert.ok(tokens.ends[i]! > startOf(tokens, i), "Empty token");
    text += textOf(tokens, i);
  }
  return text;
}

Deno.test("lex() gives no tokens for an empty text", () => assert.deepEqual(code(""), []));

Deno.test("lex() reads hierarchical, quoted and subscripted names as one", () => {
  assert.deepEqual(code("a.b.c x' h₁ «a b».c αβ 𝔸x _x x! y?"), [
    "Ident a.b.c",
    "Ident x'",
    "Ident h₁",
    "Ident «a b».c",
    "Ident αβ",
    "Ident 𝔸x",
    "Ident _x",
    "Ident x!",
    "Ident y?",
  ]);
});

Deno.test("lex() keeps λ, Π and Σ out of names", () => {
  assert.deepEqual(code("λx Πy Σz"), [
    "Symbol λ",
    "Ident x",
    "Symbol Π",
    "Ident y",
    "Symbol Σ",
    "Ident z",
  ]);
});

Deno.test("lex() keeps a Cyrillic look-alike out of names", () => {
  assert.deepEqual(code("sоrry"), ["Ident s", "Symbol о", "Ident rry"]);
});

Deno.test("lex() ends a name before a dot that no name follows", () => {
  assert.deepEqual(code("a.1 b. c .d"), [
    "Ident a",
    "Symbol .",
    "Number 1",
    "Ident b",
    "Symbol .",
    "Ident c",
    "Symbol .",
    "Ident d",
  ]);
});

Deno.test("lex() tells char literals from primes", () => {
  assert.deepEqual(code("'a' '\\'' '\\x41' '\\u00e9' '𝔸' f' ' x"), [
    "Char 'a'",
    "Char '\\''",
    "Char '\\x41'",
    "Char '\\u00e9'",
    "Char '𝔸'",
    "Ident f'",
    "Symbol '",
    "Ident x",
  ]);
});

Deno.test("lex() reads numbers of every form", () => {
  assert.deepEqual(code("0x1F 0b10 0o7 1_000 1.5e-3 2. 3e5 p.1.2"), [
    "Number 0x1F",
    "Number 0b10",
    "Number 0o7",
    "Number 1_000",
    "Number 1.5e-3",
    "Number 2.",
    "Number 3e5",
    "Ident p",
    "Symbol .",
    "Number 1",
    "Symbol .",
    "Number 2",
  ]);
});

Deno.test("lex() reads strings with escapes, gaps and raw strings", () => {
  assert.deepEqual(code('"a\\"b" "c\\\\" "d\\\n  e" r"\\" r#"x"y"# r##""#"## r x'), [
    'Str "a\\"b"',
    'Str "c\\\\"',
    'Str "d\\\n  e"',
    'RawStr r"\\"',
    'RawStr r#"x"y"#',
    'RawStr r##""#"##',
    "Ident r",
    "Ident x",
  ]);
});

Deno.test("lex() reads the holes of an interpolated string as code", () => {
  assert.deepEqual(code('s!"a{x}b{s!"{y}"}\\{" z'), [
    "Ident s!",
    'InterpStart "a{',
    "Ident x",
    "InterpMid }b{",
    "Ident s!",
    'InterpStart "{',
    "Ident y",
    'InterpEnd }"',
    'InterpEnd }\\{"',
    "Ident z",
  ]);
});

Deno.test("lex() reads name literals and quotations", () => {
  assert.deepEqual(code("`a.b ``c `(x) `«d e»"), [
    "NameLit `a.b",
    "NameLit ``c",
    "Symbol `",
    "Symbol (",
    "Ident x",
    "Symbol )",
    "NameLit `«d e»",
  ]);
});

Deno.test("lex() takes the longest symbol", () => {
  assert.deepEqual(code("//- <-- x\n"), [
    "Symbol //",
    "Symbol -",
    "Symbol <-",
    "Symbol -",
    "Ident x",
  ]);
});

Deno.test("lex() tells the kinds of comment apart", () => {
  assert.deepEqual(kinds("-- a\n/- b -/ /-- c -/ /-! d -/ /-/ e -/ /--/ f -/ /---/ x"), [
    "LineComment",
    "BlockComment",
    "DocComment",
    "ModuleDoc",
    "BlockComment",
    "DocComment",
    "DocComment",
    "Ident",
  ]);
});

Deno.test("lex() ends lines at line feeds only", () => {
  assert.deepEqual(code("-- a\u2028b\rc\u0085d\nx"), ["Ident x"]);
});

Deno.test("lex() takes a byte order mark at the start only", () => {
  assert.deepEqual(kinds("\ufeffx\ufeff"), ["Bom", "Ident", "Symbol"]);
});

Deno.test("lex() marks NUL and control characters", () => {
  assert.deepEqual(kinds("a\0\u0007b"), ["Ident", "Bad", "Bad", "Ident"]);
});

Deno.test("lex() lets what is never closed run to the end", () => {
  for (const open of ['"a', "/- a /- b -/", 'r#"a"', 's!"a', "/--"]) {
    assert.equal(lex(open).ends[lex(open).count - 1], open.length, open);
  }
  assert.deepEqual(code("«a b"), ["Symbol «", "Ident a", "Ident b"]);
});

Deno.test("lex() tiles any text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom(
      '"',
      "/-",
      "-/",
      "--",
      's!"',
      "{",
      "}",
      "«",
      "»",
      "'",
      "\\",
      'r#"',
      "\n",
      "`",
      "𝔸",
    ),
    fc.string({ unit: "grapheme", maxLength: 4 }),
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
    const text = pieces.join("");
    assert.equal(joined(text), text);
  }));
});

Deno.test("lex() ends on hostile input, with every character in a token", () => {
  const size = 200_000;
  const hostile: readonly (readonly [string, string])[] = [
    ["nested comments", "/-".repeat(size)],
    ["closed nested comments", "/-".repeat(size) + "-/".repeat(size)],
    ["nested holes", 's!"{'.repeat(size)],
    ["closed nested holes", 's!"{'.repeat(size) + '}"'.repeat(size)],
    ["unclosed quoted names", "«a".repeat(size)],
    ["dotted unclosed names", "a.«".repeat(size)],
    ["raw string openers", 'r##"'.repeat(size)],
    ["hashes", "r" + "#".repeat(size) + " r" + "#".repeat(size)],
    ["raw string closers", 'r##"' + '"#'.repeat(size)],
    ["primes", "'".repeat(size)],
    ["backquotes", "`".repeat(size)],
    ["dots", ".".repeat(size)],
    ["underscores", "1" + "_".repeat(size)],
    ["brackets", "(".repeat(size) + "{".repeat(size)],
    ["question marks", "a?".repeat(size)],
    ["hash commands", "#a".repeat(size)],
  ];
  for (const [name, text] of hostile) {
    // Quadratic time would take hours.
    const tokens = lex(text);
    assert.equal(tokens.ends[tokens.count - 1], text.length, name);
  }
});
