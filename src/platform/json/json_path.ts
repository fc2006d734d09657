/** Paths into a JSON text. */
import { findNodeAtLocation, parseTree } from "jsonc-parser";

/**
 * The offset of the value at `path` in a valid JSON text, or of its nearest ancestor that exists.
 * Slow; for error messages only.
 */
export function offsetOf(text: string, path: readonly (string | number)[]): number {
  const root = parseTree(text);
  if (root === undefined) return 0;
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node.offset;
  }
  return root.offset;
}

/** A path as a reader writes it: `events[3].key`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === "number"
        ? `${text}[${part}]`
        : text === ""
        ? String(part)
        : `${text}.${String(part)}`,
    "",
  );
}
