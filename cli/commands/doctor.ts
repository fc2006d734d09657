/** `lean-gate doctor`: whether this machine has what a run needs. */
import { EXIT_CODES } from "../../src/platform/diagnostic.ts";
import type { Check } from "../../src/gate/doctor/check.ts";
import { examine } from "../../src/gate/doctor/doctor.ts";
import { counted } from "../../src/platform/text/counted.ts";
import type { BackendChoice } from "../../src/lean/toolchain/toolchain.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import { configFlag, formatFlag, leanFlag } from "../flags.ts";
import { printable, type Style, styleOf } from "../render/style.ts";

interface Flags {
  readonly lean: BackendChoice;
  readonly format: "text" | "json";
  readonly config?: string;
}

/** The command. */
export const doctorCommand = buildCommand<Flags, [], Context>({
  func(flags) {
    return withFailures(this, () => run(this, flags));
  },
  parameters: { flags: { lean: leanFlag, format: formatFlag, config: configFlag } },
  docs: {
    brief: "Show whether everything that verify needs is there, and how to get what is not",
    fullDescription: [
      "Looks at Deno, the cache, disk and memory, the config, Lean, the fixtures, and the programs and",
      "modules of every engine. Changes nothing, and fetches nothing. Exit code 3 when something is",
      "missing that verify does not go on without.",
      "",
      "Examples:",
      "  lean-gate doctor",
      "  lean-gate doctor --lean native          what a run in continuous integration needs",
      "  lean-gate doctor --format json",
    ].join("\n"),
  },
});

async function run(context: Context, { lean, format, config }: Flags): Promise<void> {
  const examination = { lean, ...(config === undefined ? {} : { config }) };
  const checks = await examine(context.host, examination);
  const isWell = checks.every(({ status }) => status !== "missing");
  const style = styleOf(context, context.out);
  const document = { schema: "lean-gate/doctor/1", ok: isWell, checks };
  context.out.write(
    format === "json" ? JSON.stringify(document, null, 2) + "\n" : asText(checks, style),
  );
  context.process.exitCode = isWell ? 0 : EXIT_CODES.setup;
}

function asText(checks: readonly Check[], style: Style): string {
  const width = Math.max(...checks.map(({ subject }) => printable(subject).length));
  const count = (status: Check["status"]) =>
    checks.filter((check) => check.status === status).length;
  const [absent, doubts] = [count("missing"), count("warning")];
  const also = doubts === 0 ? "" : `, ${counted(doubts, "warning")}`;
  return [
    ...checks.flatMap((check) => checkLines(check, width, style)),
    absent === 0
      ? style.good(`Everything that verify needs is there${also}`)
      : style.bad(`${counted(absent, "thing")} missing${also}`),
    "",
  ].join("\n");
}

function checkLines({ subject, status, found, fix }: Check, width: number, style: Style): string[] {
  const mark = { ok: style.good("✓"), warning: style.warn("!"), missing: style.bad("✗") }[status];
  const line = `${mark} ${style.bold(printable(subject).padEnd(width))}  ${printable(found)}`;
  const margin = " ".repeat(width + 4);
  return [line, ...(fix === undefined ? [] : [`${margin}${style.dim("help:")} ${printable(fix)}`])];
}
