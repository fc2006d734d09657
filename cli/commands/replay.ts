/** `lean-gate replay`: whether the engines agree on events of any origin. */
import { relative, resolve } from "node:path";
import { eventsOf, type NamedList } from "../../src/replay/agree/list.ts";
import { readLists } from "../../src/replay/agree/lists_file.ts";
import { joinSegments, type ReadFile } from "../../src/replay/agree/segments.ts";
import { distinct, type Replayed, replayLists } from "../../src/replay/agree/replay.ts";
import { openProject, traced } from "../../src/gate/config/project.ts";
import { type Diagnostic, GateError } from "../../src/platform/diagnostic.ts";
import { shrinkListed } from "../../src/replay/fuzz/listed.ts";
import { openWithOracle, split } from "../../src/gate/oracle/engines.ts";
import { partOf, type Shard, takeShard } from "../../src/replay/engines/shard.ts";
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
  shardFlag,
} from "../flags.ts";
import { failureDocument, jsonFinding } from "../render/json.ts";
import { progressLine } from "../render/progress.ts";
import { styleOf } from "../render/style.ts";
import { findingLines } from "../render/text.ts";

/** Version of the JSON document's shape. */
const REPLAY_SCHEMA = "lean-gate/replay/1";

interface Flags extends LeanFlags {
  readonly engine?: readonly string[];
  readonly oracle: "lean" | "none";
  readonly graph?: number;
  readonly shard?: Shard;
  readonly shrink: boolean;
  readonly format: "text" | "json";
  readonly config?: string;
}

/** The command. */
export const replayCommand = buildCommand<Flags, [string, ...string[]], Context>({
  func(flags, ...files) {
    const document = failureDocument(flags.format, REPLAY_SCHEMA);
    return withFailures(this, () => run(this, flags, files), document);
  },
  parameters: {
    flags: {
      engine: engineFlag,
      oracle: oracleFlag,
      ...leanFlags,
      graph: {
        kind: "parsed",
        parse: natural,
        optional: true,
        brief: "Graph of the events whose file does not say it (default: 1)",
        placeholder: "n",
      },
      shard: shardFlag,
      shrink: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Shrink the first list on which the engines differ, as fuzz does",
      },
      format: formatFlag,
      config: configFlag,
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: { parse: String, brief: "File of events, NDJSON", placeholder: "file" },
    },
  },
  docs: {
    brief: "Replay events of any origin, and tell whether the engines agree on them",
    fullDescription: [
      "Reads NDJSON, replays it on every engine, and compares decisions and final states. A line is",
      "",
      "  an event    any JSON value; the events of a file are one list",
      '  a record    {"event":…,"decision":[…]}, as a journal has it: the decision is compared too',
      '  a list      {"events":[…]}, with "id", "graph", "decisions" and "final" if they are known',
      '  a header    a first line with the text "format"; its "graph" is that of the file, and by "after"',
      "              the file continues the one named before it, behind so many events",
      "",
      "so that journals, traces and requests of the engine protocol can be given as they are. Without",
      "decisions the first engine is the reference; with --oracle lean, the model itself.",
      "",
      "Exit codes: 0 all agree; 1 they do not, or a line is malformed; 2 wrong usage, e.g. no such file.",
      "",
      "Examples:",
      "  lean-gate replay journal.ndjson",
      "  lean-gate replay fixtures/traces/*.ndjson --engine rust --engine typescript",
      "  lean-gate replay journal.ndjson --oracle lean",
      "  lean-gate replay --shard 2/4 logs/*.ndjson",
      "  lean-gate replay --shrink journal.ndjson    the fewest events that show the difference",
    ].join("\n"),
  },
});

async function run(context: Context, flags: Flags, files: readonly string[]): Promise<void> {
  const { host, out } = context;
  const { engine = [], shard, config, format } = flags;
  const project = traced(await openProject(host, config));
  const read = await Promise.all(files.map((file) => readFile(context, file, flags.graph)));
  const { lists: joined, findings: malformed } = joinSegments(read);
  const lists = distinct(joined);
  if (eventsOf(lists) === 0 && malformed.length === 0) {
    throw new GateError("verdict", {
      code: "checked_nothing",
      message: `No event in ${files.map((file) => `"${file}"`).join(", ")}`,
      hint: "A file has an event on each line.",
    });
  }
  const taken = takeShard(lists, shard, "lists");
  using progress = progressLine(context);
  progress.start("replay");
  const note = (text: string) => progress.note(text);
  const wanted = { host, project, progress: note };
  await using engines = await openWithOracle(
    wanted,
    engine,
    flags.oracle === "lean" ? leanChoice(flags) : undefined,
  );
  const names = engines.all.map(({ name }) => name);
  refuseLonely(names, taken);
  const replayed = await replayLists(host, engines.all, taken, note);
  const { oracle, others } = split(engines.all);
  const shrunk = flags.shrink && replayed.first
    ? await shrinkListed(host, replayed.first, others, oracle, note)
    : undefined;
  const findings = [
    ...malformed,
    ...replayed.findings,
    ...(shrunk === undefined ? [] : [shrunk.finding]),
    ...await engines.close(),
  ];
  progress.stop();
  const result = { names, findings, replayed, part: partOf(lists.length, shard) };
  out.write(format === "json" ? asJson(result) : asText(context, result));
  context.process.exitCode = isAgreed(result) ? 0 : 1;
}

async function readFile({ host }: Context, path: string, graph?: number): Promise<ReadFile> {
  const absolute = resolve(host.cwd, path);
  // A pipe or a device might be read for ever.
  const isFile = await host.files.size(absolute) !== undefined;
  const bytes = isFile ? await host.files.readBytes(absolute) : undefined;
  const file = relative(host.cwd, absolute);
  if (bytes !== undefined) return { file, ...readLists(file, bytes, graph) };
  throw new GateError("usage", {
    code: "path_missing",
    message: `Failed to replay "${path}": ${
      await host.files.exists(absolute) ? "it is no regular file" : "there is no such file"
    }`,
    hint: "Name a file that has an event on each line.",
  });
}

/** One engine agrees with itself on anything that has no decisions of its own. */
function refuseLonely(names: readonly string[], lists: readonly NamedList[]): void {
  const bare = lists.find(({ decisions }) => decisions === undefined);
  if (names.length > 1 || bare === undefined) return;
  throw new GateError("usage", {
    code: "nothing_to_compare",
    message: `There is one engine, "${
      names[0]
    }", and "${bare.id}" has no decisions to compare it with`,
    hint: "Let another engine take part, or the model: --oracle lean.",
  });
}

/** What the command prints. */
interface Result {
  /** Of the engines. */
  readonly names: readonly string[];
  readonly findings: readonly Diagnostic[];
  readonly replayed: Replayed;
  /** Which part of the lists, if not the whole. */
  readonly part: string;
}

function isAgreed({ replayed, findings }: Result): boolean {
  return replayed.lists > 0 && findings.every(({ severity }) => severity !== "error");
}

function asText(context: Context, result: Result): string {
  const { names, findings, part, replayed: { lists, events, recorded, bad } } = result;
  const style = styleOf(context, context.out);
  const sides = [...names, ...(recorded > 0 ? [counted(recorded, "record")] : [])];
  const by = [sides.slice(0, -1).join(", "), ...sides.slice(-1)].join(" and ");
  const verdict = isAgreed(result)
    ? style.good(`${by} agree`)
    : style.bad(bad > 0 ? `no agreement on ${bad}` : "no agreement");
  return [
    ...findings.map((finding) => findingLines(finding, style)),
    `${counted(lists, "list")}${part}, ${counted(events, "event")}: ${verdict}`,
    "",
  ].join("\n");
}

function asJson(result: Result): string {
  const { names, findings, replayed: { lists, events, recorded, bad } } = result;
  const document = {
    schema: REPLAY_SCHEMA,
    ok: isAgreed(result),
    engines: names,
    lists,
    events,
    recorded,
    bad,
    findings: findings.map(jsonFinding),
  };
  return JSON.stringify(document, null, 2) + "\n";
}
