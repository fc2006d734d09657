/** `lean-gate toolchain`: which Lean a run would use, and why. */
import { openProject } from "../../src/gate/config/project.ts";
import { EXIT_CODES } from "../../src/platform/diagnostic.ts";
import {
  type BackendDescription,
  describeToolchain,
  type ToolchainDescription,
} from "../../src/lean/toolchain/describe.ts";
import { packageOf } from "../../src/lean/package/formal_package.ts";
import type { BackendChoice } from "../../src/lean/toolchain/toolchain.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import { configFlag, formatFlag, leanFlag } from "../flags.ts";
import { failureDocument, jsonFinding } from "../render/json.ts";
import { indent, type Style, styleOf } from "../render/style.ts";
import { findingLines } from "../render/text.ts";

/** Version of the JSON document's shape. */
const TOOLCHAIN_SCHEMA = "lean-gate/toolchain/1";

interface Flags {
  readonly lean: BackendChoice;
  readonly format: "text" | "json";
  readonly config?: string;
}

/** The command. */
export const toolchainCommand = buildCommand<Flags, [], Context>({
  func(flags) {
    const document = failureDocument(flags.format, TOOLCHAIN_SCHEMA);
    return withFailures(this, () => run(this, flags), document);
  },
  parameters: { flags: { lean: leanFlag, format: formatFlag, config: configFlag } },
  docs: {
    brief: "Show the pin, the backends, their versions and paths, and what to do about a mismatch",
    fullDescription: [
      "Shows which Lean the formal package pins and which backend would provide it. Installs nothing.",
      "Exit code 3 when none would.",
      "",
      "Examples:",
      "  lean-gate toolchain",
      "  lean-gate toolchain --lean native",
    ].join("\n"),
  },
});

async function run(context: Context, { lean, format, config }: Flags): Promise<void> {
  const project = await openProject(context.host, config);
  const request = { ...packageOf(project), choice: lean };
  const description = await describeToolchain(context.host, request);
  const style = styleOf(context, context.out);
  context.out.write(format === "json" ? asJson(description) : asText(description, style));
  context.process.exitCode = description.chosen === undefined ? EXIT_CODES.setup : 0;
}

function asJson({ pin, backends, chosen }: ToolchainDescription): string {
  const document = {
    schema: TOOLCHAIN_SCHEMA,
    pin,
    chosen: chosen ?? null,
    backends: backends.map(({ advice, ...backend }) => ({
      ...backend,
      ...(advice === undefined ? {} : { advice: jsonFinding(advice) }),
    })),
  };
  return JSON.stringify(document, null, 2) + "\n";
}

function asText({ pin, backends, chosen }: ToolchainDescription, style: Style): string {
  const lines = [
    `pin       ${pin.text} (${pin.file})`,
    `would use ${chosen ?? style.bad("none")}`,
    ...backends.map((backend) => backendLines(backend, style)),
  ];
  return lines.join("\n") + "\n";
}

function backendLines(
  { backend, status, version, paths, advice }: BackendDescription,
  style: Style,
) {
  const paint = { ready: style.good, fetchable: style.warn, unusable: style.bad }[status];
  const head = `${style.bold(backend.padEnd(9))} ${paint(status)}${
    version ? `, Lean ${version}` : ""
  }`;
  const places = Object.entries(paths).map(([name, path]) => `  ${name.padEnd(8)} ${path}`);
  return [
    head,
    ...places,
    ...(advice === undefined ? [] : [indent(findingLines(advice, style), "  ")]),
  ].join("\n");
}
