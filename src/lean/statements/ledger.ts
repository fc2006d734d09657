/** The statement ledger: what is proved, as the kernel has it. Pure. */
import { unusualAxioms } from "../audit/axioms.ts";
import type { Facts } from "../audit/facts.ts";
import type { Sources } from "../audit/places.ts";
import { createDigester } from "./digest.ts";
import { BREAK, group, join, layOut } from "./layout.ts";
import { fullName } from "./names.ts";
import { createPrinter } from "./print.ts";
import { unwrittenBinders } from "./signature.ts";
import type { Meaning } from "./terms.ts";

/** A theorem of the package, as the ledger shows it. */
export interface Entry {
  /** Full name; of several modules that state one of this name, with its module. */
  readonly name: string;
  /** Binders in front of the statement that its own text does not have, and the statement: lines of text. */
  readonly given: readonly string[];
  readonly statement: string;
  /** Axioms that it rests on, but for the standard ones. */
  readonly axioms: readonly string[];
  readonly digest: string;
  /** Written name of the constant, and of its module. */
  readonly constant: string;
  readonly module: string;
}

/** Width of the ledger's lines. */
export const WIDTH = 100;

const HEADER = [
  "# Every theorem of the package as Lean's kernel has it. This file is written by",
  '# "lean-gate statements --write": full names and core notation only, and in brackets each instance',
  "# that is not the library's own. What is \"given\" is assumed, although the theorem's own text does",
  "# not say so. The digest covers the statement and all definitions of the package that it unfolds",
  "# to. Any theorem may rest on the axioms propext, Classical.choice and Quot.sound; others are named.",
].join("\n");

/** The claims of the package that its sources declare, sorted by name. */
export function ledgerOf(looks: readonly Facts[], sources: Sources): Entry[] {
  const byKey = new Map<string, Entry>();
  for (const facts of looks) {
    for (const entry of entriesOf(facts, sources)) {
      byKey.set(`${entry.module} ${entry.constant}`, entry);
    }
  }
  const entries = [...byKey.values()];
  const counts = Map.groupBy(entries, ({ name }) => name);
  return entries.map((entry) =>
    counts.get(entry.name)!.length === 1
      ? entry
      : { ...entry, name: `${entry.name} (${fullName(entry.module)})` }
  ).sort((a, b) => compareText(a.name, b.name));
}

/** The file's text. */
export function renderLedger(entries: readonly Entry[]): string {
  return [HEADER, ...entries.map(renderEntry)].map((block) => `${block}\n`).join("\n");
}

/** One theorem's block. */
export function renderEntry({ name, given, statement, axioms, digest }: Entry): string {
  return [
    `theorem ${name}`,
    ...given.map((binder) => `  given ${binder}`),
    statement,
    ...axioms.length === 0 ? [] : [`  axioms: ${axioms.join(", ")}`],
    `  digest: ${digest}`,
  ].join("\n");
}

function entriesOf(facts: Facts, sources: Sources): Entry[] {
  const printer = createPrinter(facts);
  const digester = createDigester(facts);
  return claimsOf(facts).map(([meaning, module]) => {
    const unwritten = unwrittenBinders(facts, sources, meaning);
    const { binders, scope, rest } = printer.binders(meaning.type, unwritten);
    return {
      name: fullName(meaning.name),
      given: binders.map((binder) => layOut(binder, WIDTH, 8).trimStart()),
      statement: layOut(group(printer.term(rest, scope), 0), WIDTH, 2),
      axioms: unusualAxioms(facts, meaning.name).map(fullName),
      digest: digester.digest(meaning),
      constant: meaning.name,
      module,
    };
  });
}

function claimsOf({ terms, own, places }: Facts): [Meaning, string][] {
  return [...terms.meanings.values()].flatMap((meaning) => {
    const constant = own.get(meaning.name);
    const isShown = meaning.isClaim && constant !== undefined && places.has(meaning.name);
    return isShown ? [[meaning, constant.module]] : [];
  });
}

/** A theorem in full: its entry, and the definitions of the package that it unfolds to. */
export function explainEntry(looks: readonly Facts[], entry: Entry): string {
  const facts = looks.find(({ own }) => own.get(entry.constant)?.module === entry.module)!;
  const printer = createPrinter(facts);
  const claim = facts.terms.meanings.get(entry.constant)!;
  const definitions = createDigester(facts).dependencies(claim).map((name) => {
    const { type, value } = facts.terms.meanings.get(name)!;
    const { kind } = facts.own.get(name)!;
    const head = join(`${kind} ${fullName(name)} :`, BREAK, printer.term(type));
    const whole = value === undefined ? head : join(head, " :=", BREAK, printer.term(value));
    return layOut(group(whole), WIDTH);
  });
  return [renderEntry(entry), ...definitions].join("\n\n") + "\n";
}

/** By UTF-16 code units: the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
