/** Reads `lean-gate.jsonc`: comments and trailing commas allowed, every error with its place. */
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { getNodeValue } from "jsonc-parser";
import type { z } from "zod";
import { type Diagnostic, error } from "../diagnostic.ts";
import { type Config, ConfigSchema } from "./schema.ts";

/** The config, or what is wrong with its text. */
export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly findings: readonly Diagnostic[] };

/** Parses and validates the text of a config; `file` is the path that findings show. */
export function parseConfig(file: string, text: string): ParsedConfig {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  if (errors.length > 0 || tree === undefined) {
    const findings = errors.map(({ error: code, offset }) =>
      error("config_syntax", `Failed to parse the config: ${spaced(printParseErrorCode(code))}`, {
        location: { file, ...placeOf(text, offset) },
      })
    );
    return { ok: false, findings: findings.length > 0 ? findings : [empty(file)] };
  }
  const parsed = ConfigSchema.safeParse(getNodeValue(tree));
  if (parsed.success) return { ok: true, config: parsed.data };
  return {
    ok: false,
    findings: parsed.error.issues.flatMap((issue) => toFindings(issue, file, text, tree)),
  };
}

function empty(file: string): Diagnostic {
  return error("config_syntax", "Failed to parse the config: the file is empty", {
    location: { file },
  });
}

type Issue = z.core.$ZodIssue;

function toFindings(
  issue: Issue,
  file: string,
  text: string,
  tree: Node,
  base: readonly PropertyKey[] = [],
): Diagnostic[] {
  const path = [...base, ...issue.path];
  if (issue.code === "invalid_union") {
    // An engine has one of two shapes; the one with fewer complaints is the one that was meant.
    const meant = issue.errors.toSorted((a, b) => a.length - b.length)[0];
    if (meant !== undefined && meant.length > 0) {
      return meant.flatMap((inner) => toFindings(inner, file, text, tree, path));
    }
  }
  const keys = path.filter((key) => typeof key !== "symbol");
  const node = nearest(tree, keys);
  const where = keys.length === 0 ? "the config" : `"${keys.join(".")}"`;
  return [error("config_invalid", `Invalid config: ${issue.message} at ${where}`, {
    location: { file, ...placeOf(text, node.offset) },
    hint: "ARCHITECTURE.md describes every field of the config.",
  })];
}

/** The node at the path, or the nearest one above it: a missing field has no place of its own. */
function nearest(tree: Node, keys: readonly (string | number)[]): Node {
  for (let length = keys.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, keys.slice(0, length));
    if (node !== undefined) return node;
  }
  return tree;
}

/** 1-based line and column (in code points) of an offset in code units. */
function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: [...before.at(-1) ?? ""].length + 1 };
}

/** `PropertyNameExpected` as `property name expected`. */
function spaced(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
