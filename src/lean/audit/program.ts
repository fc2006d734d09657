/**
 * The Lean program that writes the facts: one text of several parts, for embedded Lean cannot run what a
 * program imports.
 */
import { LIBRARY_AXIOMS } from "./axioms.ts";
import { CORE_NAMES } from "../syntax/core_names.ts";
import constant from "./facts/constant.lean" with { type: "text" };
import extensions from "./facts/extensions.lean" with { type: "text" };
import head from "./facts/head.lean" with { type: "text" };
import json from "./facts/json.lean" with { type: "text" };
import kernel from "./facts/kernel.lean" with { type: "text" };
import main from "./facts/main.lean" with { type: "text" };
import never from "./facts/never.lean" with { type: "text" };
import rivals from "./facts/rivals.lean" with { type: "text" };
import syntax from "./facts/syntax.lean" with { type: "text" };
import terms from "./facts/terms.lean" with { type: "text" };
import walk from "./facts/walk.lean" with { type: "text" };

/** Its text; each part builds on those before it. */
export const FACTS_PROGRAM: string = [
  head,
  `def libraryAxioms : List String := [${listOf(LIBRARY_AXIOMS)}]`,
  `def coreNames : List String := [${listOf(CORE_NAMES)}]`,
  json,
  constant,
  extensions,
  syntax,
  rivals,
  kernel,
  never,
  walk,
  terms,
  main,
].join("\n");

function listOf(names: Iterable<string>): string {
  return [...names].map((name) => `"${name}"`).join(", ");
}
