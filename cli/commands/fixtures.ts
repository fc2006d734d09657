/** `lean-gate fixtures`: let the model write its traces. */
import { openProject, traced, type TracedProject } from "../../src/gate/config/project.ts";
import { type Diagnostic, GateError } from "../../src/platform/diagnostic.ts";
import { driftFromCommitted, type Emission, emit } from "../../src/gate/stages/emit.ts";
import { writeFixtures } from "../../src/gate/fixtures/write.ts";
import { openToolchain, toolchainRequest } from "../../src/lean/toolchain/choose.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import { configFlag, leanChoice, type LeanFlags, leanFlags } from "../flags.ts";
import { progressLine } from "../render/progress.ts";
import { type Style, styleOf } from "../render/style.ts";
import { findingLines } from "../render/text.ts";

interface Flags extends LeanFlags {
  readonly write: boolean;
  readonly config?: string;
}

/** The command. */
export const fixturesCommand = buildCommand<Flags, [], Context>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: {
    flags: {
      write: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Replace the committed fixtures (without it: only show the difference)",
      },
      ...leanFlags,
      config: configFlag,
    },
  },
  docs: {
    brief: "Emit the traces from the model, and show or write the difference",
    fullDescription: [
      "Builds the model, runs its emitter, and compares the traces with the committed ones.",
      "With --write the fixtures are replaced, each file by an atomic rename; a model that does not",
      "build, or an emitter that fails, changes none.",
      "",
      "Examples:",
      "  lean-gate fixtures            what would change (exit code 1 if anything would)",
      "  lean-gate fixtures --write    after a change to the model",
    ].join("\n"),
  },
});

async function run(context: Context, { write, config, ...flags }: Flags): Promise<void> {
  const { host, out } = context;
  const style = styleOf(context, out);
  const project = traced(await openProject(host, config));
  using progress = progressLine(context);
  progress.start("build");
  const note = (text: string) => progress.note(text);
  const toolchain = await openToolchain(
    host,
    toolchainRequest(project, leanChoice(flags)),
    note,
  );
  const build = await toolchain.build(note);
  refuse(context, build.findings, style, progress);
  progress.start("emit");
  const emission = await emit(host, project, toolchain, note);
  refuse(context, emission.findings, style, progress);
  progress.stop();
  if (write) out.write(await written(context, project, emission));
  else {
    const findings = await driftFromCommitted(host, project, emission);
    for (const finding of findings) out.write(findingLines(finding, style) + "\n");
    out.write(findings.length === 0 ? `${emitted(emission)}, as committed\n` : "");
    context.process.exitCode = findings.length === 0 ? 0 : 1;
  }
}

/** Ends the command when anything is wrong: the fixtures stay as they are. */
function refuse(
  { err }: Context,
  findings: readonly Diagnostic[],
  style: Style,
  progress: { stop(): void },
): void {
  progress.stop();
  for (const finding of findings) err.write(findingLines(finding, style) + "\n");
  if (findings.every(({ severity }) => severity !== "error")) return;
  throw new GateError("verdict", {
    code: "fixtures_refused",
    message: "No fixture was changed: the model did not build, or its traces are malformed",
    hint: "Correct the errors above, and run the command again.",
  });
}

async function written(
  { host }: Context,
  project: TracedProject,
  emission: Emission,
): Promise<string> {
  const result = await writeFixtures(host, project, emission);
  const lines = [
    ...result.written.map((file) => `wrote ${file}`),
    ...result.removed.map((file) => `removed ${file}`),
    ...result.unchanged.map((file) => `unchanged ${file}`),
    emitted(emission),
  ];
  return lines.join("\n") + "\n";
}

function emitted({ traces, cells }: Emission): string {
  return `${traces} traces${cells === undefined ? "" : `, ${cells.cells.length} cells`}`;
}
