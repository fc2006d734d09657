/** Checks values that did not come from a text for what JSON would lose or change. */
import { MAX_DEPTH } from "./scan.ts";

/**
 * Checks a value that did not come from a text, such as an in-process engine's answer. Returns the
 * path of the first part that JSON would lose or change and the reason, or `undefined`.
 */
export function inexactPart(value: unknown): { path: string; message: string } | undefined {
  return inexact(value, "", 0);
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
      // -0 is an integer to JavaScript, but not to any other reader of the answer.
      if (Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)) return undefined;
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
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return { path, message: "an object of a class is not JSON" };
  }
  for (const [key, part] of Object.entries(value)) {
    const problem = inexact(part, path === "" ? key : `${path}.${key}`, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}
