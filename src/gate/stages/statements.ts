/** The statements stage: the committed ledger says what the kernel has. */
import { join, posix } from "node:path";
import { error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { counted } from "../../platform/text/counted.ts";
import { declaredIn } from "../../lean/audit/facts.ts";
import { placeOfDeclaration } from "../../lean/audit/places.ts";
import { findHiddenDiffs } from "../../lean/package/hidden_diffs.ts";
import { compareLedger } from "../../lean/statements/compare.ts";
import { type Entry, ledgerOf } from "../../lean/statements/ledger.ts";
import type { Project } from "../config/project.ts";
import type { Audited, Stage } from "./stage.ts";

/** Compares the statements of all theorems with the committed ledger. */
export const statementsStage: Stage<"statements", "audit"> = {
  name: "statements",
  lane: "lean",
  needs: ["audit"],
  uses: [],
  async run({ host, project }, { audit }) {
    const entries = ledgerOf(audit.looks, audit.sources);
    const declared = audit.looks.flatMap((facts) => declaredIn(facts).map(({ name }) => name));
    const theorems = counted(entries.length, "theorem");
    const { findings, ledger } = await compareWithLedger(host, project, audit, entries);
    const shown = [project.configFile, ...[...audit.sources.values()].map(({ file }) => file)];
    const unseen = await findHiddenDiffs(
      host,
      project.root,
      ledger === undefined ? shown : [ledger, ...shown],
    );
    return {
      checked: new Set(declared).size,
      summary: ledger === undefined
        ? `${theorems}, no ledger: "lean-gate statements --write" starts one`
        : findings.length === 0
        ? `${theorems}, as in "${ledger}"`
        : `${theorems}, ${counted(findings.length, "difference")} to "${ledger}"`,
      findings: [...findings, ...unseen],
      counts: { statements: entries.length },
    };
  },
};

/** Path of the ledger, relative to the project. */
export function ledgerPath({ config }: Pick<Project, "config">): string {
  return config.statements ?? posix.join(config.formal.root, "statements.txt");
}

/** Differences to the committed ledger; `ledger` is its path, if there is or must be one. */
export async function compareWithLedger(
  host: Host,
  project: Project,
  { looks, sources }: Audited,
  entries: readonly Entry[],
) {
  const file = ledgerPath(project);
  const text = await host.files.readText(join(project.root, file));
  if (text === undefined) {
    if (project.config.statements === undefined) return { findings: [], ledger: undefined };
    const missing = error("ledger_missing", `The ledger "${file}" is missing`, {
      location: { file: project.configFile },
      hint: 'Write it with "lean-gate statements --write", or take "statements" out of the config.',
    });
    return { findings: [missing], ledger: file };
  }
  const locate = ({ constant, module }: Entry) => {
    const facts = looks.find(({ own }) => own.get(constant)?.module === module);
    return facts && placeOfDeclaration(facts, sources, constant);
  };
  return { findings: compareLedger({ file, text, locate }, entries), ledger: file };
}
