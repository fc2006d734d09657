/**
 * Equality of JSON values.
 *
 * The order of keys does not matter, the order of lists does. Pure.
 */
import { isObject, type Json, type JsonObject } from "../../platform/json/json.ts";

/**
 * Whether two values are the same JSON, whatever the order of their keys. Allocates no text. -0, which
 * is not JSON to everyone, is not 0.
 */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return a !== 0 || Object.is(a, b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!sameJson(a[i]!, b[i]!)) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  return sameObject(a as JsonObject, b as JsonObject);
}

/** The value with the keys of every object in code-unit order. */
export function normalize(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalize);
  if (!isObject(value)) return value;
  const sorted: [string, Json][] = Object.keys(value).sort().map((
    key,
  ) => [key, normalize(value[key]!)]);
  // fromEntries defines own properties, so that a key "__proto__" stays a key.
  return Object.fromEntries(sorted);
}

/**
 * The one text of a value.
 *
 * Equal for two values exactly when they are the same JSON.
 */
export function canonical(value: Json): string {
  return JSON.stringify(normalize(value));
}

/** A place where two values differ; a side is `undefined` where it has nothing. */
export interface Difference {
  /** E.g. `tasks[0].status`; empty for the values themselves. */
  readonly path: string;
  /** What the model has there. */
  readonly expected: Json | undefined;
  /** What the engine has there. */
  readonly got: Json | undefined;
}

/** The first `limit` places where two values differ, in the order of the expected one. */
export function differences(expected: Json, got: Json, limit: number): Difference[] {
  const found: Difference[] = [];
  collect(expected, got, "", limit, found);
  return found;
}

function sameObject(a: JsonObject, b: JsonObject): boolean {
  let count = 0;
  for (const key in a) {
    count++;
    const other = b[key];
    // hasOwn only where the key may be inherited: it is the slow part.
    if (other === undefined || !sameJson(a[key]!, other)) return false;
    if (typeof other === "object" && !Object.hasOwn(b, key)) return false;
  }
  for (const _ in b) count--;
  return count === 0;
}

function collect(
  expected: Json | undefined,
  got: Json | undefined,
  path: string,
  limit: number,
  found: Difference[],
): void {
  if (found.length >= limit) return;
  if (expected === undefined || got === undefined) {
    if (expected !== got) found.push({ path, expected, got });
  } else if (Array.isArray(expected) && Array.isArray(got)) {
    for (let i = 0; i < Math.max(expected.length, got.length); i++) {
      collect(expected[i], got[i], `${path}[${i}]`, limit, found);
    }
  } else if (isObject(expected) && isObject(got)) {
    const added = Object.keys(got).filter((key) => !Object.hasOwn(expected, key));
    for (const key of [...Object.keys(expected), ...added]) {
      collect(own(expected, key), own(got, key), path ? `${path}.${key}` : key, limit, found);
    }
  } else if (!sameJson(expected, got)) {
    found.push({ path, expected, got });
  }
}

function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
