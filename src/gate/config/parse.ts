/** Reads `lean-gate.jsonc`: comments and trailing commas allowed, every error with its place. */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import { explain, type Problem, withoutMisspelt } from "./explain.ts";
import { placeOf } from "../../platform/text/position.ts";
import { type Config, ConfigSchema } from "./schema.ts";

/** Far more than a config has, even where brackets stand in comments and strings. */
const MAX_DEPTH = 500;

/** The config, or what is wrong with its text. */
export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly findings: readonly Diagnostic[] };

/** Parses and validates the text of a config; `file` is the path that findings show. */
export function parseConfig(file: string, content: string): ParsedConfig {
  const text = content.replace(/^\ufeff/, "");
  if (isTooDeep(text)) {
    const finding = error("config_syntax", "Failed to parse the config: it is nested too deeply", {
      location: { file },
      hint: "No field of the config is deeper than a few levels.",
    });
    return { ok: false, findings: [finding] };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  if (errors.length > 0 || tree === undefined) {
    // What the parser says after its first error follows from that one.
    const { offset, error: code } = errors[0] ?? { offset: 0, error: undefined };
    const blank = text.trim() === "" || code === undefined;
    const reason = blank ? "the file is empty" : spaced(printParseErrorCode(code));
    const finding = error("config_syntax", `Failed to parse the config: ${reason}`, {
      location: { file, ...placeOf(text, blank ? 0 : offset) },
      hint: "The config is JSON in which comments and trailing commas are allowed.",
    });
    return { ok: false, findings: [finding] };
  }
  const parsed = ConfigSchema.safeParse(getNodeValue(tree));
  const issues = parsed.success ? [] : parsed.error.issues;
  const problems = [
    ...repeatedFields(tree, text),
    ...withoutMisspelt(issues.flatMap((issue) => explain(issue, tree))),
  ].sort((a, b) => a.offset - b.offset);
  if (parsed.success && problems.length === 0) {
    return { ok: true, config: withPlaces(parsed.data, tree, text) };
  }
  return {
    ok: false,
    findings: problems.map(({ reason, offset, hint }) =>
      error("config_invalid", `Invalid config: ${reason}`, {
        location: { file, ...placeOf(text, offset) },
        hint: hint ?? 'docs/reference.md of lean-gate describes every field under "The config".',
      })
    ),
  };
}

/**
 * Whether the text has more brackets open at once than any config.
 *
 * A parser that recurses would fail.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Fields that an object has twice: JSON readers differ on which of them counts. */
function repeatedFields(node: Node, text: string): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, Node>();
  for (const child of node.children ?? []) {
    problems.push(...repeatedFields(child, text));
    const key = node.type === "object" ? child.children?.[0] : undefined;
    if (key === undefined) continue;
    const first = seen.get(key.value);
    if (first === undefined) seen.set(key.value, key);
    else {
      const { line } = placeOf(text, first.offset);
      const reason = `Field "${key.value}" is given twice, first on line ${line}`;
      problems.push({ reason, offset: key.offset, hint: "Remove one of the two." });
    }
  }
  return problems;
}

/** `PropertyNameExpected` as `property name expected`. */
function spaced(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

/** The config whose entries that accept findings know where they stand, for findings about them. */
function withPlaces(config: Config, tree: Node, text: string): Config {
  const placed = <T extends object>(entries: readonly T[], path: readonly string[]) =>
    entries.map((entry, i) => {
      const node = findNodeAtLocation(tree, [...path, i]);
      return node === undefined ? entry : { ...entry, place: placeOf(text, node.offset) };
    });
  const { audit } = config;
  return {
    ...config,
    allow: placed(config.allow, ["allow"]),
    ...(audit === undefined
      ? {}
      : { audit: { ...audit, allow: placed(audit.allow, ["audit", "allow"]) } }),
  };
}
