/** `lean-gate statements`: what the package claims, as Lean's kernel has it. */
import { join } from "node:path";
import { openProject, type Project } from "../../src/gate/config/project.ts";
import { selectStages, verify } from "../../src/gate/pipeline.ts";
import type { Report } from "../../src/gate/report/report.ts";
import type { Audited } from "../../src/gate/stages/stage.ts";
import { compareWithLedger, ledgerPath } from "../../src/gate/stages/statements.ts";
import {
  type Entry,
  explainEntry,
  ledgerOf,
  renderLedger,
} from "../../src/lean/statements/ledger.ts";
import type { BackendChoice } from "../../src/lean/toolchain/toolchain.ts";
import { EXIT_CODES, GateError } from "../../src/platform/diagnostic.ts";
import type { Host } from "../../src/platform/host/host.ts";
import { counted } from "../../src/platform/text/counted.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import { configFlag, leanFlag } from "../flags.ts";
import { progressLine } from "../render/progress.ts";
import { styleOf } from "../render/style.ts";
import { findingLines } from "../render/text.ts";

interface Flags {
  readonly write: boolean;
  readonly lean: BackendChoice;
  readonly config?: string;
}

/** The command. */
export const statementsCommand = buildCommand<Flags, string[], Context>({
  func(flags, ...names) {
    return withFailures(this, () => run(this, flags, names));
  },
  parameters: {
    flags: {
      write: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Write the ledger (without it: only show the difference)",
      },
      lean: leanFlag,
      config: configFlag,
    },
    positional: {
      kind: "array",
      parameter: { parse: String, brief: "Full name of a theorem to show", placeholder: "theorem" },
    },
  },
  docs: {
    brief: "Show or write what every theorem says, as Lean's kernel has it",
    fullDescription: [
      "Builds and audits the package, and compares its statements with the committed ledger. With a",
      "theorem's name, shows that theorem with the definitions of the package that it unfolds to.",
      "Nothing of the package decides how they are printed: full names, core notation.",
      "",
      "Examples:",
      "  lean-gate statements                  what changed (exit code 1 if anything did)",
      "  lean-gate statements --write          accept it, or start a ledger",
      "  lean-gate statements Model.safe       one theorem in full",
    ].join("\n"),
  },
});

async function run(context: Context, flags: Flags, names: readonly string[]): Promise<void> {
  const { host, out, process } = context;
  const project = await openProject(host, flags.config);
  const { report, audited } = await auditProject(context, project, flags.lean);
  if (audited === undefined) return refuse(context, report);
  const entries = ledgerOf(audited.looks, audited.sources);
  if (names.length > 0) {
    out.write(names.map((name) => explainEntry(audited.looks, named(entries, name))).join("\n"));
  } else if (flags.write) {
    const file = await writeLedger(host, project, entries);
    out.write(`wrote ${file}: ${counted(entries.length, "theorem")}\n`);
  } else {
    const { findings, ledger } = await compareWithLedger(host, project, audited, entries);
    const style = styleOf(context, out);
    for (const finding of findings) out.write(findingLines(finding, style) + "\n");
    if (ledger === undefined) out.write(renderLedger(entries));
    else if (findings.length === 0) {
      out.write(`${counted(entries.length, "theorem")}, as in "${ledger}"\n`);
    }
    process.exitCode = findings.length === 0 ? 0 : EXIT_CODES.verdict;
  }
}

/** What Lean says of the package, or the report of why it does not. */
export async function auditProject(
  context: Context,
  project: Project,
  lean: BackendChoice,
): Promise<{ report: Report; audited: Audited | undefined }> {
  using progress = progressLine(context);
  let audited: Audited | undefined;
  const report = await verify({ host: context.host, project, lean }, selectStages(["audit"]), {
    start: (stage) => progress.start(stage),
    note: (_, note) => progress.note(note),
    done: (outputs) => audited = outputs.audit,
  });
  progress.stop();
  return { report, audited };
}

function refuse(context: Context, report: Report): void {
  const style = styleOf(context, context.err);
  for (const finding of report.stages.flatMap(({ findings }) => findings)) {
    context.err.write(findingLines(finding, style) + "\n");
  }
  context.process.exitCode = report.exitCode === 0 ? EXIT_CODES.verdict : report.exitCode;
}

function named(entries: readonly Entry[], name: string): Entry {
  const entry = entries.find((entry) => entry.name === name);
  if (entry !== undefined) return entry;
  const similar = entries.filter((entry) => entry.name.endsWith(`.${name}`)).slice(0, 3);
  const names = similar.map((entry) => `"${entry.name}"`).join(", ");
  throw new GateError("usage", {
    code: "statement_unknown",
    message: `The package has no theorem "${name}"`,
    hint: similar.length > 0
      ? `Did you mean ${names}?`
      : 'Give the full name, as "lean-gate statements" prints it.',
  });
}

/** Writes the ledger of a project; its path. */
export async function writeLedger(
  { files }: Pick<Host, "files">,
  project: Project,
  entries: readonly Entry[],
): Promise<string> {
  const file = ledgerPath(project);
  await files.writeAtomic(join(project.root, file), renderLedger(entries));
  return file;
}
