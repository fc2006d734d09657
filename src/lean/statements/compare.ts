/** Compares the committed ledger with what the kernel has now. Pure. */
import { type Diagnostic, error, type Location } from "../../platform/diagnostic.ts";
import { counted } from "../../platform/text/counted.ts";
import { compareText, type Entry, renderEntry, renderLedger } from "./ledger.ts";

/** How many theorems of one kind of difference are told of one by one. */
const MOST = 20;

/** What a comparison needs to know of the files. */
export interface Committed {
  /** Path of the ledger, as findings show it, and its text. */
  readonly file: string;
  readonly text: string;
  /** Where a theorem stands in the sources. */
  locate(entry: Entry): Location | undefined;
}

/** A theorem of the committed ledger. */
interface Block {
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

/** The differences, none exactly when the file has the very bytes that would be written. */
export function compareLedger(committed: Committed, entries: readonly Entry[]): Diagnostic[] {
  const { file, text } = committed;
  if (text === renderLedger(entries)) return [];
  const blocks = readBlocks(text);
  const now = new Map(entries.map((entry) => [entry.name, renderEntry(entry)]));
  const before = new Map(blocks.map((block) => [block.name, block]));
  const added = entries.filter(({ name }) => !before.has(name));
  const gone = blocks.filter(({ name }) => !now.has(name));
  const renamed = pairs(gone, added);
  const changed = entries.filter(({ name }) =>
    before.has(name) && before.get(name)!.text !== now.get(name)
  );
  const at = ({ line }: Block): Location => ({ file, line, column: 1 });
  const place = (entry: Entry) => committed.locate(entry) ?? { file };
  const findings = [
    ...most("statement_changed", changed, (entry) => {
      const block = before.get(entry.name)!;
      return finding("statement_changed", changeOf(block, entry), place(entry), {
        before: block.text,
        after: now.get(entry.name)!,
      });
    }),
    ...most("statement_missing", gone.filter((block) => !renamed.has(block)), (block) =>
      finding(
        "statement_missing",
        `Theorem "${block.name}" of the ledger is no longer proved`,
        at(block),
        { before: block.text, after: "" },
      )),
    ...most("statement_renamed", [...renamed], ([block, entry]) =>
      finding(
        "statement_renamed",
        `Theorem "${block.name}" is called "${entry.name}" now`,
        place(entry),
        { before: block.text, after: now.get(entry.name)! },
      )),
    ...most(
      "statement_new",
      added.filter((entry) => ![...renamed.values()].includes(entry)),
      (entry) =>
        finding(
          "statement_new",
          `Theorem "${entry.name}" is not in the ledger`,
          place(entry),
          { before: "", after: now.get(entry.name)! },
        ),
    ),
  ];
  return findings.length > 0 ? findings : [
    error("ledger_edited", `The ledger "${file}" is not as it would be written`, {
      location: { file },
      hint: HINT,
    }),
  ];
}

const HINT =
  'Read the difference as what is claimed now; accept it with "lean-gate statements --write".';

/** Why the theorem's block is another one. */
function changeOf({ text, name }: Block, entry: Entry): string {
  const without = (block: string) => block.replace(/^ {2}digest: .*$/m, "");
  return without(text) === without(renderEntry(entry))
    ? `A definition that theorem "${name}" unfolds to has changed`
    : `Theorem "${name}" says something else than in the ledger`;
}

/** Blocks that are gone, each with the one of another name that says the same. */
function pairs(gone: readonly Block[], added: readonly Entry[]): Map<Block, Entry> {
  const content = (text: string) => text.slice(text.indexOf("\n"));
  const free = new Map<string, Entry[]>();
  for (const entry of added) {
    const key = content(renderEntry(entry));
    free.set(key, [...free.get(key) ?? [], entry]);
  }
  return new Map(gone.flatMap((block) => {
    const entry = free.get(content(block.text))?.shift();
    return entry === undefined ? [] : [[block, entry]];
  }));
}

function most<T>(
  code: string,
  items: readonly T[],
  toFinding: (item: T) => Diagnostic,
): Diagnostic[] {
  const shown = items.slice(0, MOST).map(toFinding);
  const left = items.length - shown.length;
  if (left === 0) return shown;
  const message = `${counted(left, "more theorem")} with this difference`;
  return [...shown, error(code, message, { hint: 'See them all with "lean-gate statements".' })];
}

function finding(
  code: string,
  message: string,
  location: Location,
  texts: { readonly before: string; readonly after: string },
): Diagnostic {
  return error(code, message, { location, hint: HINT, detail: differenceOf(texts) });
}

/** Lines that both have, and what is taken away (`-`) and added (`+`) between them. */
export function differenceOf({ before, after }: { before: string; after: string }): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  // Length of the longest common part of what begins at the two lines.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let k = now.length - 1; k >= 0; k--) {
      common[i]![k] = old[i] === now[k]
        ? common[i + 1]![k + 1]! + 1
        : Math.max(common[i + 1]![k]!, common[i]![k + 1]!);
    }
  }
  const lines: string[] = [];
  let [i, k] = [0, 0];
  while (i < old.length || k < now.length) {
    if (i < old.length && k < now.length && old[i] === now[k]) {
      lines.push(`  ${old[i++]}`);
      k++;
    } else if (i < old.length && (k === now.length || common[i + 1]![k]! >= common[i]![k + 1]!)) {
      lines.push(`- ${old[i++]}`);
    } else lines.push(`+ ${now[k++]}`);
  }
  return lines.join("\n");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

/** The theorems of a ledger, whatever stands between them. */
function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let line = 1;
  for (const part of text.split("\n\n")) {
    const block = part.replace(/\n+$/, "");
    const name = /^theorem (.+)/.exec(block)?.[1];
    if (name !== undefined) blocks.push({ name, line, text: block });
    line += part.split("\n").length + 1;
  }
  return blocks.sort((a, b) => compareText(a.name, b.name));
}
