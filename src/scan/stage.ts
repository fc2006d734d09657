/** The scan stage: no escape from proof in the package's sources. */
import { counted } from "../report/counted.ts";
import { join, posix } from "node:path";
import type { Config } from "../config/schema.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Stage } from "../stage/stage.ts";
import { type AllowlistEntry, applyAllowlist } from "./allowlist.ts";
import type { ScanFinding } from "./finding.ts";
import { scanFolder } from "./package.ts";
import { findRule } from "./rules.ts";

/** Scans every Lean file of the formal package, less what the config allows. */
export const scanStage: Stage = {
  name: "scan",
  async run({ host, project: { root, configFile, config } }) {
    const folder = config.formal.root;
    const scan = await scanFolder(host, join(root, folder), (path) => posix.join(folder, path));
    const entries = config.allow.map(allowlistEntry);
    const { findings, allowed } = applyAllowlist(scan.findings, entries, host.today(), configFile);
    const count = scan.files.length;
    return {
      checked: count,
      summary: `${counted(count, "Lean file")}${
        allowed.length > 0 ? `, ${counted(allowed.length, "finding")} allowed` : ""
      }`,
      findings: findings.map(toDiagnostic),
      counts: { files: count },
    };
  },
};

/** A finding of the scan in the shape of every stage: its rule is its code, the rule's fix its hint. */
export function toDiagnostic(finding: ScanFinding): Diagnostic {
  const { rule, severity, message, file, line, column, endColumn } = finding;
  const fix = findRule(rule)?.fix;
  return {
    code: rule,
    severity,
    message,
    location: { file, line, column, endLine: line, endColumn },
    ...(fix === undefined ? {} : { hint: fix }),
  };
}

function allowlistEntry(entry: Config["allow"][number]): AllowlistEntry {
  const { rule, file, declaration, reason, expires } = entry;
  return {
    rule,
    file,
    reason,
    ...(declaration === undefined ? {} : { declaration }),
    ...(expires === undefined ? {} : { expires }),
  };
}
