/** The scan stage: no escape from proof in the package's sources. */
import { counted } from "../../platform/text/counted.ts";
import { join, posix } from "node:path";
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Stage } from "./stage.ts";
import { allowFindings, knowFindings } from "../../lean/scan/acceptance/accept.ts";
import type { InlineAllowed } from "../../lean/scan/acceptance/inline_allow.ts";
import type { ScanFinding } from "../../lean/scan/finding.ts";
import { scanFolder } from "../../lean/scan/package.ts";
import { findRule } from "../../lean/scan/rules/rules.ts";

/** Scans every Lean file of the formal package, less what the project accepts. */
export const scanStage: Stage<"scan", never, never> = {
  name: "scan",
  lane: "engines",
  needs: [],
  uses: [],
  async run({ host, project }) {
    const acceptor = { host, ...project };
    const folder = project.config.formal.root;
    const scanned = await scanFolder(
      host,
      join(project.root, folder),
      (path) => posix.join(folder, path),
    );
    const { allowed, inline = [], ...rest } = await allowFindings(acceptor, scanned, true);
    const { findings, known } = await knowFindings(acceptor, rest);
    const count = scanned.files.length;
    return {
      checked: count,
      summary: [counted(count, "Lean file"), ...acceptedText(allowed, known, inline)].join(", "),
      findings: findings.map(toDiagnostic),
      output: scanned.findings.map(({ rule, file, line }) => ({ rule, file, line })),
      counts: { files: count },
    };
  },
};

/** How many findings that comments allow a summary lists. */
const LISTED = 20;

/** How much of the findings a project accepts, for a summary. */
export function acceptedText(
  allowed: number,
  known: number,
  inline: readonly InlineAllowed[],
): string[] {
  const places = inline.slice(0, LISTED).map(({ rule, file, line }) => `${file}:${line} ${rule}`);
  const more = inline.length > LISTED ? [`${inline.length - LISTED} more`] : [];
  return [
    ...(inline.length > 0
      ? [
        `${counted(inline.length, "finding")} allowed by comments (${
          [...places, ...more].join("; ")
        })`,
      ]
      : []),
    ...(allowed > 0 ? [`${counted(allowed, "finding")} allowed`] : []),
    ...(known > 0 ? [`${counted(known, "finding")} in the baseline`] : []),
  ];
}

/**
 * A finding of the scan in the shape of every stage.
 *
 * Its rule is its code, the rule's fix its hint.
 */
export function toDiagnostic(finding: ScanFinding): Diagnostic {
  const { rule, severity, message, file, line, column, endColumn } = finding;
  const hint = finding.hint ?? findRule(rule)?.fix;
  return {
    code: rule,
    severity,
    message,
    location: { file, line, column, endLine: line, endColumn },
    ...(hint === undefined ? {} : { hint }),
  };
}
