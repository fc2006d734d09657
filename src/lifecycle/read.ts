/**
 * Readers of the parts that wire values are made of. Each takes what stands at a path and returns it
 * typed, or throws a {@linkcode CodecError} that says what is wrong there.
 *
 * Paths are constants, and only an error joins them: reading a well-formed value builds no text.
 */
import type { Key } from "./value.ts";

/** A value that is not of the wire format. */
export class CodecError extends Error {
  /** `CodecError` */
  override readonly name = "CodecError";
  /** Where it stands, e.g. `events[3].key[2]`. */
  readonly path: string;
  /** What is wrong, e.g. `expected an integer from 0 to 9007199254740991, got 1.5`. */
  readonly reason: string;

  /** The error at a path; an empty one is left out of the message. */
  constructor(path: string, reason: string) {
    super(path === "" ? reason : `${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** An object's fields by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The error, as seen from outside the value at `path`. */
export function within(path: string, error: unknown): unknown {
  return error instanceof CodecError ? new CodecError(path + error.path, error.reason) : error;
}

/** Reads each item of a list; an error names the item. */
export function items<T>(json: unknown, path: string, read: (item: unknown) => T): readonly T[] {
  const items = list(json, path);
  const result: T[] = [];
  for (let i = 0; i < items.length; i++) {
    try {
      result.push(read(items[i]));
    } catch (error) {
      throw within(`${path}[${i}]`, error);
    }
  }
  return result;
}

/** Reads a value inside another; an error names both. */
export function inside<T>(json: unknown, path: string, read: (json: unknown) => T): T {
  try {
    return read(json);
  } catch (error) {
    throw within(path, error);
  }
}

/** An object. */
export function object(json: unknown, path: string): Fields {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new CodecError(path, `expected an object, got ${describe(json)}`);
  }
  return json as Fields;
}

/** A list. */
export function list(json: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new CodecError(path, `expected a list, got ${describe(json)}`);
  return json;
}

/** An integer from 0 to 2^53 - 1. */
export function natural(json: unknown, path: string): number {
  if (typeof json === "number" && Number.isSafeInteger(json) && json >= 0 && !Object.is(json, -0)) {
    return json;
  }
  throw new CodecError(
    path,
    `expected an integer from 0 to ${Number.MAX_SAFE_INTEGER}, got ${describe(json)}`,
  );
}

/** An integer from 1 to 2^53 - 1. */
export function positive(json: unknown, path: string): number {
  if (typeof json === "number" && Number.isSafeInteger(json) && json >= 1) return json;
  throw new CodecError(
    path,
    `expected an integer from 1 to ${Number.MAX_SAFE_INTEGER}, got ${describe(json)}`,
  );
}

/** An integer from 0 to 2^53 - 1, or `null`. */
export function naturalOrNull(json: unknown, path: string): number | null {
  return json === null ? null : natural(json, path);
}

/** A truth value. */
export function boolean(json: unknown, path: string): boolean {
  if (typeof json === "boolean") return json;
  throw new CodecError(path, `expected true or false, got ${describe(json)}`);
}

/** One of some words. */
export function word<Word extends string>(
  json: unknown,
  path: string,
  words: readonly Word[],
): Word {
  for (const word of words) if (word === json) return word;
  throw new CodecError(path, `expected ${oneOf(words)}, got ${describe(json)}`);
}

/** Nothing but `null`, or what `read` makes of it. */
export function orNull<T>(json: unknown, read: (json: unknown) => T): T | null {
  return json === null ? null : read(json);
}

/** The key of an attempt. */
export function key(json: unknown, path: string): Key {
  const parts = list(json, path);
  if (parts.length !== 5) {
    throw new CodecError(path, `expected a list of 5 integers, got a list of ${parts.length}`);
  }
  const [graph, task, generation, attempt, fence] = parts;
  try {
    return {
      graph: natural(graph, "[0]"),
      task: natural(task, "[1]"),
      generation: natural(generation, "[2]"),
      attempt: natural(attempt, "[3]"),
      fence: natural(fence, "[4]"),
    };
  } catch (error) {
    throw within(path, error);
  }
}

/** A list of dependencies, each once. */
export function dependencies(json: unknown, path: string): readonly number[] {
  const deps = items(json, path, readNatural);
  if (deps.length < 2 || new Set(deps).size === deps.length) return deps;
  const at = deps.findIndex((dep, i) => deps.indexOf(dep) !== i);
  throw new CodecError(`${path}[${at}]`, `repeated dependency ${deps[at]}`);
}

function readNatural(json: unknown): number {
  return natural(json, "");
}

/**
 * Reads the fields of an object that has exactly these. What is missing or unknown is reported before
 * what has the wrong type.
 */
export function exactly<T>(o: Fields, names: readonly string[], read: (o: Fields) => T): T {
  let count = 0;
  for (const _ in o) count++;
  if (count !== names.length) checkNames(o, names);
  try {
    return read(o);
  } catch (error) {
    checkNames(o, names);
    throw error;
  }
}

/** Refuses an object that lacks a field or has another. */
function checkNames(o: Fields, names: readonly string[]): void {
  const lacking = names.find((name) => !Object.hasOwn(o, name));
  if (lacking !== undefined) throw new CodecError("", `missing field "${lacking}"`);
  const unknown = Object.keys(o).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new CodecError("", `unknown field ${quote(unknown)}`);
}

/** The word that says which variant an object is. */
export function tag<Word extends string>(
  o: Fields,
  what: string,
  known: Readonly<Record<Word, unknown>>,
): Word {
  const { type } = o;
  if (typeof type === "string" && Object.hasOwn(known, type)) return type as Word;
  if (!Object.hasOwn(o, "type")) throw new CodecError("", 'missing field "type"');
  throw new CodecError(".type", `expected the type of ${what}, got ${describe(type)}`);
}

/** What stands there, in a few words. */
function describe(json: unknown): string {
  if (typeof json === "string") return quote(json);
  if (Array.isArray(json)) return "a list";
  if (typeof json === "object" && json !== null) return "an object";
  return Object.is(json, -0) ? "-0" : String(json);
}

/** At most 40 characters of a text. */
function quote(text: string): string {
  const characters = [...text.slice(0, 100)];
  return JSON.stringify(
    characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : text,
  );
}

function oneOf(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}
