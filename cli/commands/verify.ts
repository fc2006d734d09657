/** `lean-gate verify`: the gate. */
import { buildCommand } from "@stricli/core";
import { openProject } from "../../src/config/project.ts";
import { asGateError, GateError } from "../../src/diagnostic.ts";
import { nothingFor, selectStages, verify } from "../../src/pipeline.ts";
import { type Report, STAGE_NAMES, type StageName, summarize } from "../../src/report/report.ts";
import { unrun } from "../../src/stage/stage.ts";
import type { BackendChoice } from "../../src/toolchain/toolchain.ts";
import { type Context, wantsColor } from "../context.ts";
import { showFailure } from "../failure.ts";
import { configFlag, formatFlag, leanFlag } from "../flags.ts";
import { renderJson } from "../render/json.ts";
import { progressLine } from "../render/progress.ts";
import { styleFor } from "../render/style.ts";
import { stageLines, titleLine, verdictLine } from "../render/text.ts";

interface Flags {
  readonly lean: BackendChoice;
  readonly only?: readonly StageName[];
  readonly format: "text" | "json";
  readonly config?: string;
}

/** The command. */
export const verifyCommand = buildCommand<Flags, [], Context>({
  func: run,
  parameters: {
    flags: {
      lean: leanFlag,
      only: {
        kind: "enum",
        values: STAGE_NAMES,
        variadic: ",",
        optional: true,
        brief: "Stages to run, with what they need (default: all)",
      },
      format: formatFlag,
      config: configFlag,
    },
  },
  docs: {
    brief: "Check that the model, its proofs and every implementation agree",
    fullDescription: [
      `Runs the stages in order: ${STAGE_NAMES.join(", ")}.`,
      "",
      "  toolchain  find Lean of the pinned version",
      "  scan       refuse sorry, admit, axiom and other escapes from proof",
      "  build      elaborate and kernel-check every module",
      "  emit       let the model write its traces, and compare them with the committed ones",
      "  replay     run the committed traces through every engine",
      "  diff       report the first step at which an engine decides otherwise",
      "  coverage   refuse traces that leave out what the model can do (if the config asks for it)",
      "  certify    let Lean's kernel check a sample of the traces (if the config asks for it)",
      "",
      "Exit codes: 0 everything asked for ran and agreed; 1 the verdict is no; 2 wrong usage or",
      "config; 3 set-up (toolchain, build tool, engine); 130 interrupted.",
      "",
      "Examples:",
      "  lean-gate verify",
      "  lean-gate verify --only replay,diff",
      "  lean-gate verify --lean native --format json > report.json",
    ].join("\n"),
  },
});

async function run(this: Context, flags: Flags): Promise<void> {
  const report = flags.format === "json" ? await quietRun(this, flags) : await textRun(this, flags);
  if (report === undefined) return;
  if (flags.format === "json") this.out.write(renderJson(report));
  this.process.exitCode = report.exitCode;
}

/** Runs with progress on stderr only. A wrong config becomes a report too, so that stdout is one document. */
async function quietRun(context: Context, flags: Flags): Promise<Report> {
  using progress = progressLine(context);
  try {
    return await verify(await prepare(context, flags), selection(flags), {
      start: (stage) => progress.start(stage),
      note: (_stage, note) => progress.note(note),
      end: () => progress.stop(),
    });
  } catch (cause) {
    const { kind, diagnostic } = asGateError(cause);
    // Nobody foresaw it: whoever watches is to see it too.
    if (!(cause instanceof GateError)) showFailure(context, asGateError(cause));
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
}

/** Runs and prints each stage as it ends. */
async function textRun(context: Context, flags: Flags): Promise<Report | undefined> {
  const style = styleFor(wantsColor(context, context.out));
  using progress = progressLine(context);
  let titled = false;
  try {
    const project = await prepare(context, flags);
    const report = await verify(project, selection(flags), {
      start: (stage) => progress.start(stage),
      note: (_stage, note) => progress.note(note),
      end(stage, lean) {
        progress.stop();
        if (!titled) context.out.write(titleLine(lean, style) + "\n");
        titled = true;
        context.out.write(stageLines(stage, style) + "\n");
      },
    });
    context.out.write(verdictLine(report, style) + "\n");
    return report;
  } catch (cause) {
    showFailure(context, asGateError(cause));
    return undefined;
  }
}

async function prepare({ host }: Context, { lean, config, only = [] }: Flags) {
  const project = await openProject(host, config);
  const nothing = nothingFor(only, project);
  if (nothing === undefined) return { host, lean, project };
  throw new GateError("usage", {
    code: "stage_not_configured",
    message: `Stage "${nothing.name}" cannot run: it is ${nothing.reason}`,
    hint: 'Leave it out of "--only", or add to the config what it needs.',
  });
}

function selection({ only }: Flags): ReadonlySet<StageName> {
  return selectStages(only ?? STAGE_NAMES);
}
