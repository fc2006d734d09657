/** `lean-gate scan`: no escape from proof, in any Lean source. */
import { buildCommand } from "@stricli/core";
import { join, relative, resolve } from "node:path";
import { GateError } from "../../src/diagnostic.ts";
import type { ScanFinding } from "../../src/scan/finding.ts";
import { RULES } from "../../src/scan/rules.ts";
import { scanFolder } from "../../src/scan/package.ts";
import { scanSource } from "../../src/scan/scan.ts";
import { toDiagnostic } from "../../src/scan/stage.ts";
import { type Context, wantsColor } from "../context.ts";
import { withFailures } from "../failure.ts";
import { formatFlag } from "../flags.ts";
import { styleFor } from "../render/style.ts";
import { counted } from "../../src/report/counted.ts";
import { findingLines } from "../render/text.ts";

interface Flags {
  readonly format: "text" | "json";
  readonly rules: boolean;
}

/** The command. */
export const scanCommand = buildCommand<Flags, string[], Context>({
  func(flags, ...paths) {
    return withFailures(this, () => flags.rules ? listRules(this) : run(this, flags, paths));
  },
  parameters: {
    flags: {
      format: formatFlag,
      rules: { kind: "boolean", default: false, withNegated: false, brief: "List the rules" },
    },
    positional: {
      kind: "array",
      parameter: { parse: String, brief: "Lean file or folder (default: .)", placeholder: "path" },
    },
  },
  docs: {
    brief: "Find what could pass for proved without being proved",
    fullDescription: [
      "Scans Lean sources for sorry, admit, axiom and other escapes from proof. Comments and strings",
      "are no code. Errors give exit code 1; warnings are shown only.",
      "",
      "Examples:",
      "  lean-gate scan formal",
      "  lean-gate scan --format json Main.lean",
      "  lean-gate scan --rules",
    ].join("\n"),
  },
});

async function run(context: Context, { format }: Flags, paths: readonly string[]): Promise<void> {
  const shown = paths.length === 0 ? ["."] : paths;
  const scans = await Promise.all(shown.map((path) => scanPath(context, path)));
  const files = scans.reduce((sum, scan) => sum + scan.files, 0);
  if (files === 0) {
    throw new GateError("verdict", {
      code: "checked_nothing",
      message: `No Lean file in ${shown.map((path) => `"${path}"`).join(", ")}`,
      hint: "Name a .lean file, or a folder that holds some.",
    });
  }
  const findings = scans.flatMap((scan) => scan.findings);
  context.out.write(format === "json" ? asJson(files, findings) : asText(context, files, findings));
  context.process.exitCode = findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

/** Scans a file or a folder; paths are shown relative to the working directory. */
async function scanPath(
  { host }: Context,
  path: string,
): Promise<{ files: number; findings: readonly ScanFinding[] }> {
  const absolute = resolve(host.cwd, path);
  const shown = relative(host.cwd, absolute);
  if (await host.files.list(absolute) !== undefined) {
    const { files, findings } = await scanFolder(host, absolute, (inner) => join(shown, inner));
    return { files: files.length, findings };
  }
  // A pipe or a device might be read for ever.
  const isFile = await host.files.size(absolute) !== undefined;
  const bytes = isFile ? await host.files.readBytes(absolute) : undefined;
  if (bytes === undefined) {
    throw new GateError("usage", {
      code: "path_missing",
      message: `Failed to scan "${path}": there is no such file or folder`,
      hint: "Name a .lean file, or a folder that holds some.",
    });
  }
  return { files: 1, findings: scanSource(shown, bytes) };
}

function asJson(files: number, findings: readonly ScanFinding[]): string {
  return JSON.stringify({ schema: "lean-gate/scan/1", files, findings }, null, 2) + "\n";
}

function asText(context: Context, files: number, findings: readonly ScanFinding[]): string {
  const style = styleFor(wantsColor(context, context.out));
  const lines = findings.map((finding) => findingLines(toDiagnostic(finding), style));
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const summary = [
    counted(files, "file"),
    counted(errors, "error"),
    counted(warnings, "warning"),
  ].join(", ");
  return [...lines, summary].join("\n") + "\n";
}

function listRules({ out }: Context): Promise<void> {
  const width = Math.max(...RULES.map(({ id }) => id.length));
  for (const { id, severity, explanation } of RULES) {
    out.write(`${id.padEnd(width)}  ${severity.padEnd(7)}  ${explanation.split("\n")[0]}\n`);
  }
  return Promise.resolve();
}
