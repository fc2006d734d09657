/** `lean-gate fuzz`: make up lists of events until the engines disagree. */
import { comparable, reproduction } from "../../src/replay/fuzz/command.ts";
import { fuzz, type Fuzzed } from "../../src/replay/fuzz/fuzz.ts";
import { SEEDS, sourceOf } from "../../src/replay/fuzz/generate.ts";
import { openFuzz } from "../../src/replay/fuzz/module.ts";
import { writeRegression } from "../../src/replay/fuzz/regressions.ts";
import { foundFinding } from "../../src/replay/fuzz/report.ts";
import { openProject, traced } from "../../src/gate/config/project.ts";
import { type Diagnostic, GateError } from "../../src/platform/diagnostic.ts";
import { openWithOracle, split } from "../../src/gate/oracle/engines.ts";
import { counted } from "../../src/platform/text/counted.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import {
  configFlag,
  engineFlag,
  formatFlag,
  leanChoice,
  type LeanFlags,
  leanFlags,
  natural,
  oracleFlag,
  positive,
} from "../flags.ts";
import { failureDocument, jsonFinding } from "../render/json.ts";
import { progressLine } from "../render/progress.ts";
import { styleOf } from "../render/style.ts";
import { findingLines } from "../render/text.ts";

/** Version of the JSON document's shape. */
const FUZZ_SCHEMA = "lean-gate/fuzz/1";

interface Flags extends LeanFlags {
  readonly seconds?: number;
  readonly runs?: number;
  readonly seed?: number;
  readonly engine?: readonly string[];
  readonly oracle: "lean" | "none";
  readonly write: boolean;
  readonly format: "text" | "json";
  readonly config?: string;
}

/** The command. */
export const fuzzCommand = buildCommand<Flags, [], Context>({
  func(flags) {
    const document = failureDocument(flags.format, FUZZ_SCHEMA);
    return withFailures(this, () => run(this, flags), document);
  },
  parameters: {
    flags: {
      seconds: {
        kind: "parsed",
        parse: positive,
        optional: true,
        brief: "How long to go on (default: until --runs lists were replayed)",
        placeholder: "n",
      },
      runs: {
        kind: "parsed",
        parse: positive,
        optional: true,
        brief: "Lists to replay (default: the config's, or any number with --seconds)",
        placeholder: "n",
      },
      seed: {
        kind: "parsed",
        parse: seedOf,
        optional: true,
        brief: "Seed of the first list (default: any)",
        placeholder: "n",
      },
      engine: engineFlag,
      oracle: oracleFlag,
      ...leanFlags,
      write: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Keep what is found as a regression, which verify replays on every run",
      },
      format: formatFlag,
      config: configFlag,
    },
  },
  docs: {
    brief: "Make up lists of events, and shrink the first on which the engines disagree",
    fullDescription: [
      "Draws lists of events from the config's fuzz module, replays them on every engine, and compares",
      "decisions and final states with those of the first. A list on which they differ is shrunk to the",
      "fewest events and the lowest numbers, and printed with the command that draws it again.",
      "With --oracle lean the model is asked too, and is the reference.",
      "The list of number i has the seed S + i: the same seed always gives the same lists.",
      "",
      "Exit code 1 when something was found.",
      "",
      "Examples:",
      "  lean-gate fuzz --seconds 60",
      "  lean-gate fuzz --seconds 600 --oracle lean",
      "  lean-gate fuzz --runs 10000 --seed 7 --engine typescript --engine rust",
      "  lean-gate fuzz --seed 1234 --runs 1 --write    keep what that list shows",
    ].join("\n"),
  },
});

function seedOf(text: string): number {
  const seed = natural(text);
  if (seed < SEEDS) return seed;
  throw new SyntaxError(`Expected a seed below ${SEEDS}, got "${text}"`);
}

async function run(context: Context, flags: Flags): Promise<void> {
  const { host, out } = context;
  const { seconds, engine = [], config, format } = flags;
  const seed = flags.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!;
  const project = traced(await openProject(host, config));
  const settings = project.config.fuzz;
  if (settings === undefined) {
    throw new GateError("usage", {
      code: "fuzz_not_configured",
      message: 'The config has no "fuzz": nothing makes up lists of events',
      hint: 'Name the module that does: "fuzz": { "module": "…" }.',
    });
  }
  await using drawing = await openFuzz(settings.module, project.root, host);
  const source = sourceOf(drawing, settings.module);
  using progress = progressLine(context);
  progress.start(`fuzz, seed ${seed}`);
  const note = (text: string) => progress.note(text);
  const wanted = { host, project, progress: note };
  await using engines = await openWithOracle(
    wanted,
    engine,
    flags.oracle === "lean" ? leanChoice(flags) : undefined,
  );
  const all = comparable(engines.all);
  const { oracle, others } = split(all);
  const fuzzed = await fuzz(host, others, source, {
    seed,
    ...(oracle && { oracle }),
    runs: flags.runs ?? (seconds === undefined ? settings.runs : Infinity),
    ...(seconds === undefined ? {} : { ms: seconds * 1000 }),
    progress: note,
  });
  const again = {
    engines: engine,
    ...(flags.oracle === "none" ? {} : { oracle: flags.oracle }),
    ...(config === undefined ? {} : { config }),
  };
  const findings: Diagnostic[] = [...fuzzed.complaints];
  for (const one of fuzzed.found) {
    findings.push(await foundFinding(one, all, (seed) => reproduction({ seed, ...again })));
  }
  findings.push(...await engines.close());
  const written: string[] = [];
  for (const { list } of flags.write ? fuzzed.found : []) {
    written.push(await writeRegression(host, project.root, settings.regressions, list));
  }
  progress.stop();
  const names = all.map(({ name }) => name);
  const result = { seed, names, fuzzed, findings, written };
  out.write(format === "json" ? asJson(result) : asText(context, result));
  context.process.exitCode = isAgreed(result) ? 0 : 1;
}

/** What the command prints. */
interface Result {
  readonly seed: number;
  /** Of the engines, the reference first. */
  readonly names: readonly string[];
  readonly fuzzed: Fuzzed;
  readonly findings: readonly Diagnostic[];
  /** Files of the regressions that were written. */
  readonly written: readonly string[];
}

function isAgreed({ fuzzed, findings }: Result): boolean {
  return fuzzed.lists > 0 && findings.every(({ severity }) => severity !== "error");
}

function asText(context: Context, result: Result): string {
  const { seed, names, fuzzed: { lists, events, found }, findings, written } = result;
  const style = styleOf(context, context.out);
  const verdict = isAgreed(result)
    ? style.good(`${names.join(" and ")} agree`)
    : style.bad(found.length > 0 ? "shrunk as above" : "no agreement");
  return [
    ...findings.map((finding) => findingLines(finding, style)),
    ...written.map((file) => `wrote ${file}`),
    `${counted(lists, "list")}, ${counted(events, "event")} from seed ${seed} on: ${verdict}`,
    "",
  ].join("\n");
}

function asJson(result: Result): string {
  const { seed, names: [reference, ...others], fuzzed, findings, written } = result;
  const document = {
    schema: FUZZ_SCHEMA,
    ok: isAgreed(result),
    seed,
    reference,
    engines: others,
    lists: fuzzed.lists,
    events: fuzzed.events,
    found: fuzzed.found.map(({ list, problem, seed, drawn, tried, minimal }) => ({
      engine: problem.engine,
      kind: problem.type === "divergence" ? problem.divergence.kind : problem.finding.code,
      seed,
      drawn,
      tried,
      minimal,
      graph: list.graph,
      events: list.events,
    })),
    written,
    findings: findings.map(jsonFinding),
  };
  return JSON.stringify(document, null, 2) + "\n";
}
