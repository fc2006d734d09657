/**
 * Reads JSON exactly: what cannot be represented without loss is refused with its position.
 *
 * `JSON.parse` turns 9007199254740993 into 9007199254740992 and keeps the last of two equal keys; a
 * gate that compares what was parsed would take both for agreement.
 */
import { printParseErrorCode, visit } from "jsonc-parser";
import { messageOf } from "../diagnostic.ts";
import { clip } from "./clip.ts";
import { isObject, type Json } from "./json.ts";
import { MAX_DEPTH, outermostKeys, scanJson, type ScanProblem } from "./scan.ts";

/** Why a text was refused. */
export interface JsonProblem {
  /** What the finding's code is made of. */
  readonly kind: "syntax" | ScanProblem["kind"];
  /** Offset in UTF-16 units from the start of the text. */
  readonly offset: number;
  /** Reads on from a subject, e.g. `the number "1.5" is not a plain non-negative integer`. */
  readonly message: string;
}

/** A value read without loss, or the first reason why not. */
export type ExactResult =
  | {
    readonly ok: true;
    readonly value: Json;
    /**
     * Where the keys of an object stand in the text, without their quotes: start and end of each by
     * turns. Empty where that is not known: for more than a few keys, and beyond ASCII.
     */
    readonly keys: readonly number[];
  }
  | { readonly ok: false; readonly problem: JsonProblem };

/** Longest piece of the refused text that a message quotes, in UTF-16 units. */
const QUOTED_LENGTH = 60;

/** Parses JSON whose numbers are integers from 0 to 2^53 - 1; never throws. */
export function parseExact(text: string): ExactResult {
  const { bytes, length } = encode(text);
  const found = scanJson(bytes, length);
  if (found?.kind === "too_deep") return { ok: false, problem: explain(bytes, found) };
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return { ok: false, problem: syntaxProblem(text, cause) };
  }
  if (found !== undefined) return { ok: false, problem: explain(bytes, found) };
  const placed = length === text.length && isObject(value);
  return { ok: true, value, keys: placed ? outermostKeys() : [] };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Lines up to this long are encoded into the same memory again and again. */
const scratch = new Uint8Array(1024 * 1024);

function encode(text: string): { bytes: Uint8Array; length: number } {
  if (text.length <= scratch.length) {
    const { read, written } = encoder.encodeInto(text, scratch);
    if (read === text.length) return { bytes: scratch, length: written };
  }
  const bytes = encoder.encode(text);
  return { bytes, length: bytes.length };
}

function explain(bytes: Uint8Array, found: ScanProblem): JsonProblem {
  const { kind } = found;
  const text = (from: number, to: number) => decoder.decode(bytes.subarray(from, to));
  const offset = text(0, found.offset).length;
  const part = clip(text(found.offset, found.end), QUOTED_LENGTH);
  switch (kind) {
    case "number_unsafe":
      return {
        kind,
        offset,
        message:
          `the number "${part}" is greater than ${Number.MAX_SAFE_INTEGER} and would be rounded`,
      };
    case "number_form":
      return { kind, offset, message: `the number "${part}" is not a plain non-negative integer` };
    case "duplicate_key":
      return { kind, offset, message: `the key ${part} appears twice in one object` };
    case "too_deep":
      return { kind, offset, message: `the nesting is deeper than ${MAX_DEPTH} levels` };
  }
}

/** Only reached for a text that `JSON.parse` refused and whose depth is bounded. */
function syntaxProblem(text: string, cause: unknown): JsonProblem {
  const first = firstSyntaxError(text);
  if (first === undefined) {
    return { kind: "syntax", offset: 0, message: `not JSON: ${messageOf(cause)}` };
  }
  if (text.trim() === "") return { kind: "syntax", offset: 0, message: "not JSON: empty" };
  const near = clip(text.slice(first.offset, first.offset + 24), 24);
  return {
    kind: "syntax",
    offset: first.offset,
    message: `not JSON: ${first.reason}${near === "" ? " at the end" : ` at "${near}"`}`,
  };
}

function firstSyntaxError(text: string): { offset: number; reason: string } | undefined {
  // Thrown to leave at the first error: the rest of a huge broken text is of no interest.
  class Found extends Error {
    constructor(readonly offset: number, readonly reason: string) {
      super(reason);
    }
  }
  try {
    visit(text, {
      onError(code, offset) {
        throw new Found(offset, spaced(printParseErrorCode(code)));
      },
    }, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch (found) {
    if (found instanceof Found) return found;
    throw found;
  }
  return undefined;
}

function spaced(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
