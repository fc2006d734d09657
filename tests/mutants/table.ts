/** Words the outcome of a run over mutants. */
import { told, type Verdict } from "./judge.ts";
import type { Mutant } from "./mutant.ts";

/** A mutant with what became of it. */
export interface Row {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
  readonly seconds: number;
}

/** One line on one mutant. */
export function worded({ mutant, verdict, seconds }: Row): string {
  return `${mutant.name}: ${outcome(verdict)} (${seconds} s)`;
}

/** A Markdown table of all: the mutant, what it weakens, what caught it. */
export function table(rows: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return [
    "| mutant | weakens | outcome |",
    "| --- | --- | --- |",
    ...rows.map(({ mutant, verdict }) =>
      `| ${mutant.name} | ${cell(mutant.weakens)} | ${cell(outcome(verdict))} |`
    ),
  ].join("\n");
}

/** How many were caught, and the names of the others. */
export function summary(rows: readonly Row[]): string {
  const others = rows.filter(({ verdict }) => verdict.kind !== "caught");
  const caught = `${rows.length - others.length} of ${rows.length} mutants caught`;
  const names = others.map(({ mutant, verdict }) => `${mutant.name} (${verdict.kind})`);
  return others.length === 0 ? caught : `${caught}; not: ${names.join(", ")}`;
}

function outcome(verdict: Verdict): string {
  switch (verdict.kind) {
    case "caught":
      return verdict.failures.map(told).join("; ");
    case "survived":
      return "SURVIVED: no proof and no scenario fails. Prove what it weakens, then run this again";
    case "ill-typed":
      return `ILL-TYPED: ${told(verdict.failure)}`;
    case "undecided":
      return `UNDECIDED: ${verdict.reason}`;
  }
}
