/** The table of a run over mutants. Pure. */
import { entryOf, EQUIVALENT, type Equivalent, unexplained } from "./equivalent.ts";
import type { Outcome } from "./mutant.ts";

/** The score and the equivalents, in Markdown. */
export function table(outcomes: readonly Outcome[]): string {
  return [
    "| reducer | mutants | killed by a trace | equivalent | survived |",
    "| --- | --- | --- | --- | --- |",
    ...outcomes.map((outcome) => {
      const { language, killed, survived } = outcome;
      const open = unexplained(survived).length;
      const cells = [language, killed + survived.length, killed, survived.length - open, open];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
    "| equivalent mutants in | how many | why no trace tells them from the reducer |",
    "| --- | --- | --- |",
    ...EQUIVALENT.flatMap((entry) => rowOf(entry, outcomes)),
  ].join("\n");
}

function rowOf(entry: Equivalent, outcomes: readonly Outcome[]): string[] {
  const meant = outcomes.flatMap(({ survived }) => survived)
    .filter((mutant) => entryOf(mutant) === entry);
  if (meant.length === 0) return [];
  const functions = [...new Set(meant.map(({ within }) => `\`${within}\``))];
  return [`| ${functions.join(", ")} | ${meant.length} | ${entry.why} |`];
}
