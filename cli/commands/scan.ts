/** `lean-gate scan`: no escape from proof, in any Lean source. */
import { dirname, join, relative, resolve, sep } from "node:path";
import { findProject, type Project } from "../../src/gate/config/project.ts";
import { denied, GateError } from "../../src/platform/diagnostic.ts";
import type { Host } from "../../src/platform/host/host.ts";
import { counted } from "../../src/platform/text/counted.ts";
import {
  type Acceptor,
  allowFindings,
  knowFindings,
  type Scanned,
  updateBaseline,
  type Written,
} from "../../src/lean/scan/acceptance/accept.ts";
import { sizeOf } from "../../src/lean/scan/acceptance/baseline.ts";
import { scanFile, scanFolder } from "../../src/lean/scan/package.ts";
import { RULES } from "../../src/lean/scan/rules/rules.ts";
import { toDiagnostic } from "../../src/gate/stages/scan.ts";
import { buildCommand } from "../command.ts";
import { type Context, repositoryFolder } from "../context.ts";
import { withFailures } from "../failure.ts";
import { configFlag, denyFlag } from "../flags.ts";
import { withFrames } from "../render/frames.ts";
import {
  SCAN_FORMATS,
  scanFailure,
  type ScanFormat,
  scanJson,
  scanReport,
  type ScanResult,
  scanText,
} from "../render/scan.ts";
import { styleOf } from "../render/style.ts";

interface Flags {
  readonly format: ScanFormat;
  readonly deny?: "warnings";
  readonly writeBaseline: boolean;
  readonly acceptNew: boolean;
  readonly config?: string;
  readonly rules: boolean;
}

const off = { kind: "boolean", default: false, withNegated: false } as const;

/** The command. */
export const scanCommand = buildCommand<Flags, string[], Context>({
  func(flags, ...paths) {
    if (flags.rules) return withFailures(this, () => listRules(this));
    const { format } = flags;
    const document = format === "text" ? undefined : scanFailure.bind(null, format);
    return withFailures(this, () => run(this, flags, paths), document);
  },
  parameters: {
    flags: {
      format: {
        kind: "enum",
        values: SCAN_FORMATS,
        default: "text",
        brief: "Form of the result on stdout",
      },
      deny: denyFlag,
      writeBaseline: { ...off, brief: "Write what fails now as known; a later one only shrinks" },
      acceptNew: { ...off, brief: "With --write-baseline: take in what is new too" },
      config: configFlag,
      rules: { ...off, brief: "List the rules" },
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
      "are no code, and what git ignores is no source. Errors give exit code 1; warnings are shown",
      "only, unless they are denied.",
      "",
      "The nearest lean-gate.jsonc says what is allowed. A project with known holes writes them into",
      "lean-gate.baseline.json beside it: then a new one fails, and so does an entry that is gone.",
      "",
      "Examples:",
      "  lean-gate scan formal",
      "  lean-gate scan --format json Main.lean",
      "  lean-gate scan --write-baseline formal     adopt the gate; later, shrink the baseline",
      "  lean-gate scan --rules",
    ].join("\n"),
  },
});

async function run(context: Context, flags: Flags, paths: readonly string[]): Promise<void> {
  const { host } = context;
  if (flags.acceptNew && !flags.writeBaseline) {
    throw new GateError("usage", {
      code: "flag_needs_other",
      message: 'Flag "--accept-new" says how a baseline is written, but none is to be',
      hint: 'Add "--write-baseline".',
    });
  }
  const project = await projectOf(host, flags.config, paths);
  const acceptor: Acceptor = { host, root: await rootOf(host, paths), ...project };
  const scanned = await scanPaths(host, acceptor.root, paths.length === 0 ? ["."] : paths);
  const { allowed, inline = [], ...rest } = await allowFindings(acceptor, scanned, false);
  const judged = flags.deny === "warnings" ? { ...rest, findings: denied(rest.findings) } : rest;
  if (flags.writeBaseline) {
    const written = await updateBaseline(acceptor, judged, { grow: flags.acceptNew });
    (flags.format === "text" ? context.out : context.err).write(writtenText(written));
  }
  const { findings, known } = await knowFindings(acceptor, judged);
  // The reader stands in the working directory, wherever the project is.
  const shown = findings.map((finding) => ({
    ...finding,
    file: posixPath(relative(host.cwd, join(acceptor.root, finding.file))),
  }));
  await show(context, flags.format, {
    files: scanned.files.length,
    findings: shown,
    allowed,
    known,
    inline,
  });
  context.process.exitCode = findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

/**
 * The project of what is scanned.
 *
 * Its config is the nearest one to the paths, not to the reader.
 */
async function projectOf(
  host: Host,
  config: string | undefined,
  paths: readonly string[],
): Promise<Project | undefined> {
  if (config !== undefined || paths.length === 0) return await findProject(host, config);
  const [first, ...others] = await Promise.all(
    paths.map((path) => findProject({ ...host, cwd: resolve(host.cwd, path) })),
  );
  if (others.every((project) => project?.root === first?.root)) return first;
  throw new GateError("usage", {
    code: "projects_differ",
    message: `The paths ${
      paths.map((path) => `"${path}"`).join(", ")
    } belong to different projects`,
    hint: "Scan each project by itself, or name one config with --config.",
  });
}

/**
 * The folder that findings and a baseline go by without a project.
 *
 * Never one that was not scanned.
 */
async function rootOf(host: Host, paths: readonly string[]): Promise<string> {
  const path = resolve(host.cwd, paths[0] ?? ".");
  if (path === host.cwd || path.startsWith(host.cwd + sep)) return host.cwd;
  return await host.files.list(path) === undefined ? dirname(path) : path;
}

/** Scans files and folders, each file once; the result's paths are relative to `root`. */
async function scanPaths(host: Host, root: string, paths: readonly string[]): Promise<Scanned> {
  const files = new Set<string>();
  const findings = [];
  const inline = [];
  for (const path of paths) {
    const absolute = resolve(host.cwd, path);
    const show = (inner: string) => posixPath(relative(root, join(absolute, inner)));
    const scan = await host.files.list(absolute) === undefined
      ? await scanFile(host, absolute, show)
      : await scanFolder(host, absolute, show);
    if (scan === undefined) {
      throw new GateError("usage", {
        code: "path_missing",
        message: `Failed to scan "${path}": there is no such file or folder`,
        hint: "Name a .lean file, or a folder that holds some.",
      });
    }
    const before = new Set(files);
    for (const file of scan.files) files.add(file);
    findings.push(...scan.findings.filter(({ file }) => !before.has(file)));
    inline.push(...(scan.inline ?? []).filter(({ file }) => !before.has(file)));
  }
  if (files.size > 0) return { files: [...files], findings, inline };
  throw new GateError("verdict", {
    code: "checked_nothing",
    message: `No Lean file in ${paths.map((path) => `"${path}"`).join(", ")}`,
    hint: "Name a .lean file, or a folder that holds some which git does not ignore.",
  });
}

async function show(context: Context, format: ScanFormat, result: ScanResult): Promise<void> {
  const { host, out } = context;
  if (format === "json") return out.write(scanJson(result));
  if (format !== "text") {
    return out.write(scanReport(format, result.findings, repositoryFolder(host, host.cwd)));
  }
  const framed = await withFrames(host, host.cwd, result.findings.map(toDiagnostic));
  out.write(scanText(result, framed, styleOf(context, out)));
}

function writtenText({ file, before, after }: Written): string {
  const size = sizeOf(after);
  const change = before === undefined ? 0 : size - sizeOf(before);
  const changed = change === 0 ? "" : `, ${Math.abs(change)} ${change < 0 ? "fewer" : "more"}`;
  return `Wrote ${file}: ${counted(size, "known finding")}${changed}\n`;
}

function posixPath(path: string): string {
  return path.split(sep).join("/");
}

function listRules({ out }: Context): Promise<void> {
  const width = Math.max(...RULES.map(({ id }) => id.length));
  for (const { id, severity, explanation } of RULES) {
    out.write(`${id.padEnd(width)}  ${severity.padEnd(7)}  ${explanation.split("\n")[0]}\n`);
  }
  return Promise.resolve();
}
