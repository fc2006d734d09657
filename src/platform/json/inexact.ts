/** Checks values that did not come from a text for what JSON would lose or change. */
import { MAX_DEPTH } from "./scan.ts";

/**
 * Checks a value that did not come from a text, such as the answer of a module. Returns the
 * path of the first part that JSON would lose or change and the reason, or `undefined`.
 */
export function inexactPart(value: unknown): { path: string; message: string } | undefined {
  // To keep track of the path takes longer than the whole check.
  return isExact(value, 0) ? undefined : inexact(value, "", 0);
}

function isExact(value: unknown, depth: number): boolean {
  if (typeof value === "number") return isNatural(value);
  if (typeof value !== "object") return typeof value === "string" || typeof value === "boolean";
  if (value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isExact(value[i], depth + 1)) return false;
    return true;
  }
  if (!isPlain(value)) return false;
  for (const key in value) {
    if (!isExact((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

/** -0 is an integer to JavaScript, but not to any other reader of the answer. */
function isNatural(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function inexact(
  value: unknown,
  path: string,
  depth: number,
): { path: string; message: string } | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return undefined;
    case "number":
      if (isNatural(value)) return undefined;
      return {
        path,
        message: `${
          Object.is(value, -0) ? "-0" : value
        } is not an integer from 0 to ${Number.MAX_SAFE_INTEGER}`,
      };
    case "object":
      break;
    default:
      return { path, message: `a value of type "${typeof value}" is not JSON` };
  }
  if (value === null) return undefined;
  if (depth >= MAX_DEPTH) return { path, message: `nested deeper than ${MAX_DEPTH} levels` };
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const problem = inexact(value[i], `${path}[${i}]`, depth + 1);
      if (problem) return problem;
    }
    return undefined;
  }
  if (!isPlain(value)) {
    return { path, message: "an object of a class is not JSON" };
  }
  for (const [key, part] of Object.entries(value)) {
    const problem = inexact(part, path === "" ? key : `${path}.${key}`, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}
