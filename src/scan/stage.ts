/** The scan stage: no escape from proof in the package's sources. */
import { join, posix } from "node:path";
import type { Diagnostic } from "../diagnostic.ts";
import type { Stage } from "../stage/stage.ts";
import { leanFiles } from "./files.ts";
import type { ScanFinding } from "./finding.ts";
import { scanSource } from "./scan.ts";

/** Scans every Lean file of the formal package. */
export const scanStage: Stage = {
  name: "scan",
  async run({ host, project: { root, config }, progress }) {
    const folder = config.formal.root;
    const files = await leanFiles(host, join(root, folder));
    progress(`${files.length} files`);
    const findings = files
      .flatMap(({ path, bytes }) => scanSource(posix.join(folder, path), bytes))
      .map(toDiagnostic);
    return {
      checked: files.length,
      summary: `${files.length} Lean files`,
      findings,
      counts: { files: files.length },
    };
  },
};

/** A finding of the scan in the shape of every stage; its rule is its code. */
export function toDiagnostic(finding: ScanFinding): Diagnostic {
  const { rule, severity, message, file, line, column, endColumn } = finding;
  return {
    code: rule,
    severity,
    message,
    location: { file, line, column, endLine: line, endColumn },
    hint: `"lean-gate explain ${rule}" says what to write instead.`,
  };
}
