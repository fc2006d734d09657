import {
  CORE_INSTANCES,
  CORE_NAMES,
  DEFINERS,
  isCoreNotation,
  STATING,
} from "../../syntax/core_names.ts";
import { OPERATOR_STARTS, readSyntax } from "../syntax/declared_syntax.ts";
import type { Report, Rule } from "../finding.ts";
import { MIXFIX, SYNTAX_COMMANDS } from "../../syntax/keywords.ts";
import { identParts } from "../../syntax/names.ts";
import { asciiText, mayDefine, mayLeadTo } from "../prefilter/raw_text.ts";
import type { Source } from "../syntax/source.ts";
import type { Command } from "../../syntax/commands.ts";
import { isSymbol, isWord, Kind, kindOf, next, previous, textOf } from "../../syntax/tokens.ts";
import { createWordSet, type WordSet } from "../../syntax/words.ts";
import { type CoreInstance, coreInstance } from "./shadow_instance.ts";
import { reportName, reportToken } from "./look_alike.ts";
import { coreOperator } from "./shadow_pattern.ts";

/** Categories whose syntax statements are written in. */
const STATEMENT_CATEGORIES: ReadonlySet<string> = new Set(["term", "command", ""]);

/** Core notation, instances and names that get a new meaning. */
export const shadow: Rule = {
  id: "shadow",
  severity: "warning",
  explanation:
    "Where '=' or 'Nat' means something else, a theorem that looks right says something else, and no axiom shows.",
  fix: "Choose another token or name.",
  good: 'local infixl:65 " ⊞ " => Nat.add\n',
  bad: 'local notation:50 (priority := high) a:51 " = " b:51 => (fun _ _ => True) a b\n',
  triggers: [...SYNTAX_COMMANDS, "instance", ...DEFINERS],
  filter(bytes, offset, word) {
    const after = offset + word.length;
    if (DEFINERS.includes(word)) return mayDefine(bytes, after, DEFINED_NAMES);
    if (MIXFIX.has(word)) return mayLeadTo(bytes, after, OPERATOR_STARTS);
    return word !== "instance" || mayNameCoreClass(bytes, after);
  },
  check(source, at, word, report) {
    if (word === "instance") return instance(source, at, report);
    if (word === "macro" && source.isAttribute(at)) return coreKind(source, at, report);
    const command = source.commandAt(at);
    if (command?.at !== at || !isWord(source.tokens, at, word)) return;
    if (DEFINERS.includes(word)) {
      reportName(source, command.nameAt, report);
      if (isProtected(source, command)) return;
      const name = textOf(source.tokens, command.nameAt);
      if (CORE_NAMES.has(identParts(source.tokens, command.nameAt).join("."))) {
        report(command.nameAt, `The core name '${name}' gets a new meaning`);
      }
    } else if (command.keyword.endsWith("_rules")) patterns(source, at, report);
    else notation(source, at, report);
  },
};

/** Whether the name that `command` declares is not used without its namespace. */
function isProtected({ tokens }: Source, { start, at, namespace }: Command): boolean {
  if (namespace === "") return false;
  for (let i = previous(tokens, at); i >= start; i = previous(tokens, i)) {
    if (kindOf(tokens, i) !== Kind.Ident) return false;
    if (isWord(tokens, i, "protected")) return true;
  }
  return false;
}

/** What may follow a definer that matters; `class` has two forms. */
const DEFINED_NAMES: WordSet = createWordSet([...CORE_NAMES, "_root_", "inductive", "abbrev"]);

/** How far after `instance` its class is looked for before the tokens are asked. */
const REACH = 300;

function mayNameCoreClass(bytes: Uint8Array, offset: number): boolean {
  // An attribute: what it is given to may be defined above.
  if (bytes[offset] === 0x5d || bytes[offset] === 0x2c) return true;
  let from = offset;
  let depth = 0;
  const limit = Math.min(bytes.length, offset + REACH);
  for (let at = offset; at < limit; at++) {
    const byte = bytes[at]!;
    if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) continue;
    if (at > from && CORE_INSTANCES.has(asciiText(bytes, from, at))) return true;
    from = at + 1;
    const second = bytes[at + 1];
    if (byte === 0x28 || byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x29 || byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x7c && depth === 0) return false; // `| n => …` follows the type
    else if (byte === 0x3a && second === 0x3d && depth === 0) return false; // `:=` ends the type
    else if ((byte === 0x2d || byte === 0x2f) && second === 0x2d) return true; // a comment
  }
  return from < limit || limit < bytes.length;
}

function instance(source: Source, at: number, report: Report): void {
  const command = source.commandAt(at);
  if (command === undefined || isWord(source.tokens, previous(source.tokens, at), "deriving")) {
    return;
  }
  if (command.at !== at && !source.isAttribute(at)) return;
  const found = rivalOf(source, command);
  if (found === undefined) return;
  report(at, `The core type '${found.type}' gets another instance of '${found.class}'`);
}

/** Answers for `attribute […]` commands, each of which may set `instance` any number of times. */
const RIVALS = new WeakMap<Command, { readonly found: CoreInstance | undefined }>();

/** The first instance of the core library that `command` gives a second of. */
function rivalOf(source: Source, command: Command): CoreInstance | undefined {
  if (command.keyword !== "attribute") return coreInstance(source, command);
  const known = RIVALS.get(command);
  if (known !== undefined) return known.found;
  let found: CoreInstance | undefined;
  for (const declaring of named(source, command)) found ??= coreInstance(source, declaring);
  RIVALS.set(command, { found });
  return found;
}

/** The definitions of this file that an `attribute […]` command names, each once. */
function named(source: Source, attribute: Command): ReadonlySet<Command> {
  const { tokens } = source;
  const found = new Set<Command>();
  let depth = 0;
  const end = source.endOf(attribute);
  for (let i = next(tokens, attribute.at); i < end; i = next(tokens, i)) {
    if (isSymbol(tokens, i, "[")) depth++;
    else if (isSymbol(tokens, i, "]")) depth--;
    const one = depth === 0 ? source.declaring(textOf(tokens, i)) : undefined;
    if (one !== undefined) found.add(one);
  }
  return found;
}

function notation(source: Source, at: number, report: Report): void {
  const command = source.commandAt(at)!;
  const { atoms, category, shape } = readSyntax(source.tokens, command, source.endOf(command));
  for (const atom of atoms) reportToken(source, atom, report);
  const [first] = atoms;
  if (first === undefined || !STATEMENT_CATEGORIES.has(category)) return;
  // With a second token of its own it is other syntax, such as a chain of comparisons.
  const second = atoms.findIndex(({ isAlternative }, k) => k > 0 && !isAlternative);
  if (second > 0 && (shape.leads || !STATING.has(first.value))) return;
  for (const { at, value } of second < 0 ? atoms : atoms.slice(0, second)) {
    if (isCoreNotation(value, shape.leads, shape.trails)) {
      report(at, `The core notation '${value}' gets a new meaning`);
    }
  }
}

/** `@[macro Lean.Parser.Command.declaration]`; what a tactic does is checked by the kernel. */
function coreKind(source: Source, at: number, report: Report): void {
  const kind = next(source.tokens, at);
  const [lean, parser, category] = identParts(source.tokens, kind);
  if (lean !== "Lean" || parser !== "Parser" || category === "Tactic") return;
  report(at, `The core syntax '${textOf(source.tokens, kind)}' gets a new meaning`);
}

function patterns(source: Source, at: number, report: Report): void {
  const command = source.commandAt(at)!;
  for (const quotation of source.quotationsIn(command)) {
    if (!quotation.pattern) continue;
    const operator = coreOperator(source.tokens, quotation);
    if (operator >= 0) {
      const symbol = textOf(source.tokens, operator);
      report(operator, `The core notation '${symbol}' gets a new meaning`);
    }
  }
}
