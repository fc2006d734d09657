/** `lean-gate verify`: the gate. */
import { openProject } from "../../src/gate/config/project.ts";
import { asGateError, GateError } from "../../src/platform/diagnostic.ts";
import { preflight } from "../../src/gate/preflight.ts";
import { nothingFor, selectStages, verify } from "../../src/gate/pipeline.ts";
import {
  type Report,
  STAGE_NAMES,
  type StageName,
  summarize,
} from "../../src/gate/report/report.ts";
import type { Shard } from "../../src/replay/engines/shard.ts";
import { type Outputs, unrun } from "../../src/gate/stages/stage.ts";
import { buildCommand } from "../command.ts";
import { type Context, repositoryFolder } from "../context.ts";
import { withFailures } from "../failure.ts";
import {
  configFlag,
  denyFlag,
  leanChoice,
  type LeanFlags,
  leanFlags,
  quietFlag,
  ranOnlyFlag,
  shardFlag,
  verboseFlag,
  watchFlag,
} from "../flags.ts";
import {
  checkOutputs,
  type OutputFlags,
  outputsOf,
  parseOutput,
  writeOutputs,
} from "../outputs.ts";
import { FORMATS, render, type Result } from "../render/formats.ts";
import { withoutCommands } from "../render/github.ts";
import { watchVerify } from "../watch/command.ts";
import { type Printer, REPORT_STEP, silentPrinter, textPrinter } from "../verify_printer.ts";

interface Flags extends OutputFlags, LeanFlags {
  readonly only?: readonly StageName[];
  readonly config?: string;
  readonly deny?: "warnings";
  readonly shard?: Shard;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly watch: boolean;
  readonly ranOnly: boolean;
}

/** What each stage does, for the help. */
const STAGE_BRIEFS: Readonly<Record<StageName, string>> = {
  toolchain: "find Lean of the pinned version",
  scan: "refuse sorry, admit, axiom and other escapes from proof",
  build: "elaborate and kernel-check every module",
  audit: "list the axioms of every declaration, and have the kernel check each again",
  kernels: "let kernels that are not Lean's own check them, where the toolchain has any",
  statements: "compare what every theorem says with the committed ledger",
  emit: "let the model write its traces, and compare them with the committed ones",
  replay: "run the committed traces through every engine",
  diff: "report the first step at which an engine decides otherwise",
  fuzz: "compare the engines on lists that are made up (if the config asks for it)",
  journals: "hold the engines against what a running service decided (if the config asks for it)",
  coverage: "refuse traces that leave out what the model can do (if the config asks for it)",
  certify: "let Lean's kernel check a sample of the traces (if the config asks for it)",
};

/** The command. */
export const verifyCommand = buildCommand<Flags, [], Context>({
  func: run,
  parameters: {
    flags: {
      ...leanFlags,
      only: {
        kind: "enum",
        values: STAGE_NAMES,
        variadic: ",",
        optional: true,
        brief: "Stages to run, with what they need (default: all)",
      },
      format: {
        kind: "enum",
        values: FORMATS,
        default: "text",
        brief: "Form of the report on stdout, or in the file that --out names",
      },
      out: {
        kind: "parsed",
        parse: String,
        optional: true,
        brief: "Write the report there, and the text on stdout; - is stdout",
        placeholder: "file",
      },
      report: {
        kind: "parsed",
        parse: parseOutput,
        variadic: true,
        optional: true,
        brief: "Write one more report, e.g. sarif=report.sarif; may be given several times",
        placeholder: "format=file",
        proposeCompletions: () => FORMATS.map((format) => `${format}=`),
      },
      deny: denyFlag,
      shard: shardFlag,
      quiet: quietFlag,
      verbose: verboseFlag,
      watch: watchFlag,
      ranOnly: ranOnlyFlag,
      config: configFlag,
    },
  },
  docs: {
    brief: "Check that the model, its proofs and every implementation agree",
    fullDescription: [
      `Runs the stages in order: ${STAGE_NAMES.join(", ")}.`,
      "",
      ...STAGE_NAMES.map((name) => `  ${name.padEnd(10)}  ${STAGE_BRIEFS[name]}`),
      "",
      "Exit codes: 0 everything asked for ran and agreed; 1 the verdict is no; 2 wrong usage or",
      "config; 3 set-up (toolchain, build tool, engine); 130 interrupted.",
      "",
      "Examples:",
      "  lean-gate verify",
      "  lean-gate verify --only replay,diff",
      "  lean-gate verify --only replay,diff --shard 1/4    a quarter of the traces",
      "  lean-gate verify --watch                   judge again what each change affects",
      "  lean-gate verify --quiet                   nothing, unless something was found",
      "  lean-gate verify --lean native --format json > report.json",
      "  lean-gate verify --format junit --out report.xml",
      "  lean-gate verify --report json=report.json --report sarif=report.sarif",
      "  lean-gate verify --format html --out report.html    a page with every trace, to explore",
      "  lean-gate verify --format github           text, then annotations for GitHub Actions",
    ].join("\n"),
  },
});

async function run(this: Context, flags: Flags): Promise<void> {
  await withFailures(this, async () => {
    const { quiet, verbose, ranOnly, watch } = flags;
    if (quiet && verbose) throw contradiction("--quiet", "--verbose");
    if (watch) {
      await prepare(this, flags);
      return await watchVerify(this, flags.only ?? STAGE_NAMES, watchArgs(flags), flags.config);
    }
    const { stdout, files } = outputsOf(flags);
    await checkOutputs(this.host, files);
    const isText = stdout === "text" || stdout === "github";
    const stages = STAGE_NAMES.filter((name) => selection(flags).has(name));
    const steps = files.length === 0 ? stages : [...stages, REPORT_STEP];
    const printerOf = isText ? textPrinter : silentPrinter;
    using printer = printerOf(this, { steps, quiet, verbose, ranOnly });
    const isCommands = stdout === "github" && this.host.env("GITHUB_ACTIONS") === "true";
    const [start, end] = withoutCommands();
    if (isCommands) this.out.write(start);
    const result = await judged(this, flags, printer);
    if (isCommands) this.out.write(end);
    if (stdout !== "text") this.out.write(await render(stdout, result, this.host));
    if (files.length > 0) printer.reporting();
    await writeOutputs(this.host, files, result);
    this.process.exitCode = result.report.exitCode;
  });
}

/**
 * The flags of each run of a watch.
 *
 * A report of a part of the stages would be taken for a whole one.
 */
function watchArgs(flags: Flags): string[] {
  const { format, out, report, shard, lean, anyPin, deny, config, quiet, verbose } = flags;
  if (format !== "text") throw contradiction("--watch", "--format");
  if (out !== undefined) throw contradiction("--watch", "--out");
  if (report !== undefined) throw contradiction("--watch", "--report");
  if (shard !== undefined) throw contradiction("--watch", "--shard");
  return [
    ...["--lean", lean],
    ...(anyPin ? ["--any-pin"] : []),
    ...(deny === undefined ? [] : ["--deny", deny]),
    ...(config === undefined ? [] : ["--config", config]),
    ...(quiet ? ["--quiet"] : []),
    ...(verbose ? ["--verbose"] : []),
  ];
}

function contradiction(one: string, other: string): GateError {
  return new GateError("usage", {
    code: "flags_contradict",
    message: `"${one}" cannot be used with "${other}"`,
    hint: "Leave out one of the two.",
  });
}

/**
 * The result of the run.
 *
 * A wrong config becomes a report too, so that every output is a document.
 */
async function judged(context: Context, flags: Flags, printer: Printer): Promise<Result> {
  try {
    const run = await prepare(context, flags);
    await preflight(context.host, run.project, selection(flags));
    let outputs: Partial<Outputs> = {};
    const report = await verify(run, selection(flags), {
      ...printer.watcher,
      done: (left) => void (outputs = left),
    });
    printer.done(report);
    const { project } = run;
    return { report, outputs, project, folder: repositoryFolder(context.host, project.root) };
  } catch (cause) {
    printer.failed(cause);
    return { report: failedReport(asGateError(cause)), outputs: {}, folder: "" };
  }
}

function failedReport({ kind, diagnostic }: GateError): Report {
  const stages = STAGE_NAMES.map((name) => unrun(name, "blocked", diagnostic.code));
  const first = { ...stages[0]!, status: "failed" as const, findings: [diagnostic] };
  return summarize({
    lean: null,
    stages: [first, ...stages.slice(1)],
    counts: {},
    engines: [],
    ms: 0,
    failure: kind,
  });
}

async function prepare({ host }: Context, flags: Flags) {
  const { config, deny, shard, only = [], ranOnly } = flags;
  const lean = leanChoice(flags);
  const project = await openProject(host, config);
  const run = { host, lean, project, denyWarnings: deny === "warnings", ...(shard && { shard }) };
  // --watch runs only the configured stages.
  const nothing = nothingFor(ranOnly ? [] : only, run);
  if (nothing === undefined) return run;
  throw new GateError("usage", {
    code: "stage_not_configured",
    message: `Stage "${nothing.name}" cannot run: it is ${nothing.reason}`,
    hint: 'Leave it out of "--only", or add to the config what it needs.',
  });
}

function selection({ only }: Flags): ReadonlySet<StageName> {
  return selectStages(only ?? STAGE_NAMES);
}
