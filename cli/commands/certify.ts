/** `lean-gate certify`: have Lean's kernel check committed traces. */
import { certify, modelOf } from "../../src/gate/certify/certify.ts";
import { openCertificates } from "../../src/gate/certify/module.ts";
import { selectTraces, unknownTags } from "../../src/gate/certify/certificate.ts";
import { openProject, traced } from "../../src/gate/config/project.ts";
import { GateError } from "../../src/platform/diagnostic.ts";
import { openToolchain, toolchainRequest } from "../../src/lean/toolchain/choose.ts";
import { readTraceFolder } from "../../src/replay/trace/folder.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import { configFlag, leanChoice, type LeanFlags, leanFlags, natural } from "../flags.ts";
import { progressLine } from "../render/progress.ts";
import { styleOf } from "../render/style.ts";
import { findingLines } from "../render/text.ts";

interface Flags extends LeanFlags {
  readonly sample?: number;
  readonly seed: number;
  readonly config?: string;
}

/** The command. */
export const certifyCommand = buildCommand<Flags, [], Context>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: {
    flags: {
      sample: {
        kind: "parsed",
        parse: natural,
        optional: true,
        brief: "How many traces to take besides those always taken (default: the config's)",
        placeholder: "n",
      },
      seed: {
        kind: "parsed",
        parse: natural,
        default: "0",
        brief: "Another seed takes other traces",
        placeholder: "n",
      },
      ...leanFlags,
      config: configFlag,
    },
  },
  docs: {
    brief: "Let Lean's kernel check committed traces, trusting neither compiler nor interpreter",
    fullDescription: [
      "Turns traces into Lean examples (the decisions and the state are what the model computes, by",
      "rfl), and has Lean check them. Traces with a tag that the config lists are always taken.",
      "",
      "Examples:",
      "  lean-gate certify",
      "  lean-gate certify --sample 100 --seed 7",
    ].join("\n"),
  },
});

async function run(context: Context, { sample, seed, config, ...flags }: Flags): Promise<void> {
  const { host, out } = context;
  const project = traced(await openProject(host, config));
  const { root, config: { fixtures, certify: settings } } = project;
  if (settings === undefined) {
    throw new GateError("usage", {
      code: "certify_not_configured",
      message: 'The config has no "certify": nothing says how a trace is stated in Lean',
      hint: 'Name the module that states it: "certify": { "module": "…" }.',
    });
  }
  modelOf(project);
  await using module = await openCertificates(settings.module, root, host);
  const folder = await readTraceFolder(host, root, fixtures);
  const traces = selectTraces(folder.traces, {
    always: settings.always,
    sample: sample ?? settings.sample,
    seed,
  });
  using progress = progressLine(context);
  progress.start("certify");
  const note = (text: string) => progress.note(text);
  const request = toolchainRequest(project, leanChoice(flags));
  const toolchain = await openToolchain(host, request, note);
  const { certified, findings } = await certify(
    module,
    { host, project, toolchain },
    traces,
    note,
  );
  progress.stop();
  const style = styleOf(context, out);
  const all = [
    ...folder.findings,
    ...unknownTags(folder.traces, settings.always, project.configFile),
    ...findings,
  ];
  for (const finding of all) out.write(findingLines(finding, style) + "\n");
  out.write(
    `${certified} of ${traces.length} traces certified by ${toolchain.info.backend} Lean ${toolchain.info.version}\n`,
  );
  const agreed = all.length === 0 && certified > 0;
  context.process.exitCode = agreed && certified === traces.length ? 0 : 1;
}
