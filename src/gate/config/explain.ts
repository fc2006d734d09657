/** Explains a schema issue to the author of the config, with its location. Pure. */
import { findNodeAtLocation, type Node } from "jsonc-parser";
import type { z } from "zod";
import { FIELD_NAMES } from "./schema.ts";

/** Something wrong with the config. */
export interface Problem {
  readonly reason: string;
  /** Offset in the text, in code units. */
  readonly offset: number;
  readonly hint?: string;
  /** The field that is missing, if that is what is wrong. */
  readonly missing?: string;
  /** The field that an unknown one probably is. */
  readonly meant?: string;
}

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/** The problems without the missing fields that are there under a misspelt name. */
export function withoutMisspelt(problems: readonly Problem[]): Problem[] {
  const meant = new Set(problems.map((problem) => problem.meant));
  return problems.filter(({ missing }) => missing === undefined || !meant.has(missing));
}

/** Turns one issue into problems, in the order of the text. */
export function explain(issue: Issue, tree: Node, base: Path = []): Problem[] {
  const path = [...base, ...issue.path.filter((key) => typeof key !== "symbol")];
  if (issue.code === "invalid_union") return explainEngine(issue.errors, tree, path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      reason: `Unknown field ${quoted([...path, key])}`,
      offset: keyOffset(tree, [...path, key]),
      ...suggestion(path, key),
    }));
  }
  const node = findNodeAtLocation(tree, [...path]);
  if (node === undefined) {
    // The only list with an item that must be there is a command.
    if (typeof path.at(-1) !== "number") return [missing(tree, path, quoted(path))];
    const reason = `Expected a program, then its arguments at ${quoted(path.slice(0, -1))}`;
    return [{ reason, offset: nearest(tree, path).offset }];
  }
  const where = path.length === 0 ? "" : ` at ${quoted(path)}`;
  return [{ reason: reasonOf(issue, node) + where, offset: node.offset }];
}

function reasonOf(issue: Issue, { type }: Node): string {
  if (issue.code !== "invalid_type") return issue.message;
  const expected = `Expected ${withArticle(issue.expected)}`;
  return issue.expected === "int" && type === "number"
    ? expected
    : `${expected}, not ${withArticle(type)}`;
}

/** Chooses the shape of an engine by the field that it must have. */
function explainEngine(
  [asModule = [], asCommand = []]: readonly (readonly Issue[])[],
  tree: Node,
  path: Path,
): Problem[] {
  const has = (field: string) => findNodeAtLocation(tree, [...path, field]) !== undefined;
  const explained = (issues: readonly Issue[]) =>
    issues.flatMap((issue) => explain(issue, tree, path));
  const [module, command] = [has("module"), has("command")];
  if (module && command) {
    const reason = `Engine ${quoted(path)} has both "module" and "command", but is one of the two`;
    const offsets = ["module", "command"].map((field) => keyOffset(tree, [...path, field]));
    return [{ reason, offset: Math.max(...offsets), hint: "Remove one of the two fields." }];
  }
  if (module) return explained(asModule);
  if (command) return explained(asCommand);
  // Neither: the shape that knows more of the fields is the one that was meant.
  const [unknown, other] = [unknownFields(asModule), unknownFields(asCommand)];
  const meant = unknown <= other ? asModule : asCommand;
  if (unknown !== other || findNodeAtLocation(tree, [...path])?.type !== "object") {
    return explained(meant);
  }
  const rest = meant.filter((issue) => issue.path[0] !== "module");
  return [
    missing(tree, [...path, "module"], `${quoted([...path, "module"])} or "command"`),
    ...explained(rest),
  ];
}

function missing(tree: Node, path: Path, what: string): Problem {
  const offset = nearest(tree, path).offset;
  return { reason: `Missing field ${what}`, offset, missing: path.join(".") };
}

function unknownFields(issues: readonly Issue[]): number {
  return issues.reduce(
    (sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 0),
    0,
  );
}

function quoted(path: Path): string {
  return `"${path.join(".")}"`;
}

/**
 * The node at the path, or the nearest one above it.
 *
 * A missing field has no place of its own.
 */
function nearest(tree: Node, path: Path): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return tree;
}

/** Offset of a field's name. */
function keyOffset(tree: Node, path: Path): number {
  const value = findNodeAtLocation(tree, [...path]);
  return (value?.parent?.type === "property" ? value.parent : nearest(tree, path)).offset;
}

function withArticle(type: string): string {
  if (type === "null") return type;
  if (type === "array" || type === "tuple") return "a list";
  if (type === "int") return "a whole number";
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

/** The field whose name is at most two edits away. */
function suggestion(path: Path, key: string): Pick<Problem, "hint" | "meant"> {
  const [best] = FIELD_NAMES.filter((name) => name !== key)
    .map((name) => ({ name, edits: editDistance(key, name), shared: commonPrefix(key, name) }))
    .filter(({ edits }) => edits <= 2)
    .sort((a, b) => a.edits - b.edits || b.shared - a.shared);
  if (best === undefined) return {};
  return { hint: `Perhaps "${best.name}" is meant.`, meant: [...path, best.name].join(".") };
}

/** How many characters two words share at their beginning. */
function commonPrefix(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, change));
    }
    row = next;
  }
  return row.at(-1)!;
}
