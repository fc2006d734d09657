/**
 * The Lean 4 lexer: one pass, linear time, any input. It mirrors `Lean.Parser.tokenFn` and
 * `Lean.Parser.whitespace`, with the core token table wherever the longest match matters, because a
 * scanner that splits text differently from Lean can be made to read code as comment.
 */
import {
  ASCII_CLASS,
  DIGIT,
  GUILLEMET_CLOSE,
  GUILLEMET_OPEN,
  ID_FIRST,
  ID_REST,
  idFirstLength,
  idRestLength,
  SPACE,
} from "./chars.ts";
import { type DocumentPart, documentParts } from "./document.ts";
import { hashCommandLength } from "./hash_commands.ts";
import { createInterpolation } from "./interpolation.ts";
import {
  blockCommentEnd,
  charEnd,
  chunkEnd,
  lineCommentEnd,
  numberEnd,
  rawStringEnd,
  stringEnd,
} from "./literals.ts";
import { symbolLength } from "./symbols.ts";
import { Kind, LAST_TRIVIA, type TokenKind, type Tokens } from "./tokens.ts";

/**
 * Splits Lean source into tokens that tile it: their texts concatenate to `text`.
 *
 * Never throws. What Lean itself rejects still gets tokens: an unterminated comment or string runs to
 * the end, and a character that starts nothing becomes a `Bad` token of one code point.
 */
export function lex(text: string): Tokens {
  const parts = documentParts(text, lexLean);
  return parts === undefined ? lexLean(text) : joined(text, parts);
}

/** The tokens of a document: those of its Lean code, and a comment for each stretch of prose. */
function joined(text: string, parts: readonly DocumentPart[]): Tokens {
  const kinds: number[] = [];
  const ends: number[] = [];
  for (const { from, to, isProse } of parts) {
    if (isProse) {
      kinds.push(Kind.BlockComment);
      ends.push(to);
      continue;
    }
    const tokens = lexLean(text.slice(from, to));
    for (let i = 0; i < tokens.count; i++) {
      kinds.push(tokens.kinds[i]!);
      ends.push(from + tokens.ends[i]!);
    }
  }
  return { text, count: kinds.length, kinds: Uint8Array.from(kinds), ends: Int32Array.from(ends) };
}

function lexLean(text: string): Tokens {
  const length = text.length;
  let kinds = new Uint8Array((length >> 1) + 64);
  let ends = new Int32Array(kinds.length);
  let count = 0;
  const interpolation = createInterpolation(text);
  const holes: number[] = [];
  let braces = 0;
  let at = 0;
  let guillemets = true;
  // Kind and end of the last token that carries code: they tell `p.1` from `(.1`.
  let lastKind = -1;
  let lastStart = -1;
  let lastEnd = -1;
  let lastUnit = 0;

  while (at < length) {
    const unit = text.charCodeAt(at);
    const bits = unit < 128 ? ASCII_CLASS[unit]! : 0;
    let kind: TokenKind = Kind.Symbol;
    let end = at + 1;
    if ((bits & SPACE) !== 0) {
      kind = Kind.Whitespace;
      while (end < length && isSpace(text.charCodeAt(end))) end++;
    } else if ((bits & ID_FIRST) !== 0) {
      kind = Kind.Ident;
      // Most names are one part of ASCII letters; the rest is left to the slow reading.
      let after = text.charCodeAt(end);
      while (after < 128 && (ASCII_CLASS[after]! & ID_REST) !== 0) after = text.charCodeAt(++end);
      if (after === 0x2e || after >= 128) end = identEnd(text, at);
      else if (unit === 0x72 && end === at + 1 && (after === 0x22 || after === 0x23)) {
        const raw = rawStringEnd(text, at);
        if (raw > 0) {
          kind = Kind.RawStr;
          end = raw;
        }
      }
    } else if ((bits & DIGIT) !== 0) {
      kind = Kind.Number;
      end = numberEnd(text, at, lastUnit === 0x2e && lastEnd === at && lastKind === Kind.Symbol);
    } else {
      switch (unit) {
        case 0x2d: // -
          if (text.charCodeAt(at + 1) === 0x2d) {
            kind = Kind.LineComment;
            end = lineCommentEnd(text, at);
          } else end = at + symbolLength(text, at, unit);
          break;
        case 0x2f: // /
          if (text.charCodeAt(at + 1) === 0x2d) {
            const third = text.charCodeAt(at + 2);
            kind = third === 0x2d
              ? Kind.DocComment
              : third === 0x21
              ? Kind.ModuleDoc
              : Kind.BlockComment;
            end = blockCommentEnd(text, at, kind === Kind.BlockComment ? 2 : 3);
          } else end = at + symbolLength(text, at, unit);
          break;
        case 0x22: // "
          if (interpolation.expects()) {
            end = chunkEnd(text, at + 1);
            const open = opensHole(text, at + 1, end);
            kind = open ? Kind.InterpStart : Kind.Str;
            if (open) {
              holes.push(braces);
              braces = 0;
            }
          } else {
            kind = Kind.Str;
            end = stringEnd(text, at);
          }
          break;
        case 0x27: { // '
          const literal = charEnd(text, at);
          if (literal > 0) {
            kind = Kind.Char;
            end = literal;
          } else end = at + symbolLength(text, at, unit);
          break;
        }
        case 0x60: { // `
          const name = text.charCodeAt(at + 1) === 0x60 ? at + 2 : at + 1;
          if (startsName(text, name)) {
            end = identEnd(text, name);
            if (end > name) kind = Kind.NameLit;
            else end = at + 1;
          }
          break;
        }
        case 0x23: { // #
          const command = hashCommandLength(text, at);
          if (command > 0) {
            kind = Kind.Hash;
            end = at + command;
          }
          break;
        }
        case 0x7b: // {
          braces++;
          break;
        case 0x7d: // }
          if (holes.length > 0 && braces === 0) {
            end = chunkEnd(text, at + 1);
            if (opensHole(text, at + 1, end)) kind = Kind.InterpMid;
            else {
              kind = Kind.InterpEnd;
              braces = holes.pop()!;
            }
          } else if (braces > 0) braces--;
          break;
        default:
          if (unit === 0xfeff && at === 0) kind = Kind.Bom;
          else if (unit === GUILLEMET_OPEN || unit >= 128) {
            const name = startsName(text, at) ? identEnd(text, at) : at;
            if (name > at) {
              kind = Kind.Ident;
              end = name;
            } else end = at + symbolLength(text, at, unit);
          } else if (unit < 0x20 || unit === 0x7f) kind = Kind.Bad;
          else end = at + symbolLength(text, at, unit);
      }
    }
    if (end > length) end = length;
    if (count === kinds.length) {
      kinds = grow(kinds, new Uint8Array(count * 2));
      ends = grow(ends, new Int32Array(count * 2));
    }
    kinds[count] = kind;
    ends[count++] = end;
    if (kind > LAST_TRIVIA) {
      if (interpolation.active || (kind === Kind.Ident && interpolation.concerns(at, end))) {
        interpolation.see(kind, at, end, lastStart);
      }
      lastStart = at;
      lastKind = kind;
      lastEnd = end;
      lastUnit = unit;
    }
    at = end;
  }
  return { text, count, kinds, ends };

  function startsName(text: string, at: number): boolean {
    return text.charCodeAt(at) === GUILLEMET_OPEN || idFirstLength(text, at) > 0;
  }

  /** End of the hierarchical name at `at`; `at` itself when its first part is never closed. */
  function identEnd(text: string, at: number): number {
    let i = at;
    for (;;) {
      const part = partEnd(text, i);
      if (part === i) return i === at ? at : i - 1;
      i = part;
      if (text.charCodeAt(i) !== 0x2e || !startsName(text, i + 1)) return i;
      i++;
    }
  }

  function partEnd(text: string, at: number): number {
    if (text.charCodeAt(at) !== GUILLEMET_OPEN) {
      let i = at + idFirstLength(text, at);
      for (;;) {
        const unit = text.charCodeAt(i);
        if (unit < 128) {
          if ((ASCII_CLASS[unit]! & ID_REST) === 0) return i;
          i++;
        } else {
          const step = idRestLength(text, i);
          if (step === 0) return i;
          i += step;
        }
      }
    }
    // One failed search proves that no later quoted part closes either, which keeps this linear.
    const close = guillemets ? text.indexOf(String.fromCharCode(GUILLEMET_CLOSE), at + 1) : -1;
    if (close < 0) guillemets = false;
    return close < 0 ? at : close + 1;
  }
}

function isSpace(unit: number): boolean {
  return unit < 128 && (ASCII_CLASS[unit]! & SPACE) !== 0;
}

/** Whether the chunk that ends at `end` stopped at a brace rather than at a quote or at the end. */
function opensHole(text: string, from: number, end: number): boolean {
  if (end <= from || text.charCodeAt(end - 1) !== 0x7b) return false;
  // A brace taken along by a backslash is text, and can only be last when the input ends there.
  let backslashes = 0;
  for (let i = end - 2; i >= from && text.charCodeAt(i) === 0x5c; i--) backslashes++;
  return backslashes % 2 === 0;
}

function grow<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
