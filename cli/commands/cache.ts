/**
 * `lean-gate cache`: what runs keep for later ones, its size, whether it is intact.
 *
 * And its removal.
 */
import { relative } from "node:path";
import {
  type Cache,
  inspectCache,
  type Kept,
  type Kind,
  KINDS,
} from "../../src/gate/cache/cache.ts";
import { clearCache } from "../../src/gate/cache/clear.ts";
import { findProject } from "../../src/gate/config/project.ts";
import { packageOf } from "../../src/lean/package/formal_package.ts";
import { EXIT_CODES, GateError } from "../../src/platform/diagnostic.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import { configFlag, formatFlag } from "../flags.ts";
import { failureDocument } from "../render/json.ts";
import { printable, type Style, styleOf } from "../render/style.ts";

/** Version of the JSON document's shape. */
const CACHE_SCHEMA = "lean-gate/cache/1";

interface Flags {
  readonly clear: boolean;
  readonly format: "text" | "json";
  readonly config?: string;
}

/** The command. */
export const cacheCommand = buildCommand<Flags, string[], Context>({
  func(flags, ...kinds) {
    const document = failureDocument(flags.format, CACHE_SCHEMA);
    return withFailures(this, () => run(this, flags, kinds), document);
  },
  parameters: {
    flags: {
      clear: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Remove it (without it: only show and check it)",
      },
      format: formatFlag,
      config: configFlag,
    },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        brief: "Kind of what is kept; all unless given",
        placeholder: "kind",
        proposeCompletions: () => KINDS,
      },
    },
  },
  docs: {
    brief: "Show and check what runs keep for later ones, with sizes; --clear removes it",
    fullDescription: [
      "lean     embedded Lean, in the user's cache folder",
      "modules  what embedded Lean compiled of this package",
      "audit    facts about the compiled modules",
      "traces   what the emitter wrote",
      "scratch  files of single runs, and what a killed run left",
      "",
      "Checks every seal. What is damaged or of another user no run believes: it is made again. Exit",
      "code 1 if there is any. --clear removes only what lean-gate made, follows no link, and leaves",
      "what a run may be filling. Do not clear while a run of the gate goes on.",
      "",
      "Examples:",
      "  lean-gate cache                         everything, and whether it is intact",
      "  lean-gate cache modules traces --clear  have these made again",
      "  lean-gate cache --format json",
    ].join("\n"),
  },
});

async function run(context: Context, { clear, format, config }: Flags, names: readonly string[]) {
  const { host, out, process } = context;
  const kinds = names.length === 0 ? KINDS : names.map(kindOf);
  const project = await findProject(host, config);
  const formalRoot = project === undefined ? undefined : packageOf(project).formalRoot;
  const { kept: all, ...cache } = await inspectCache(host, formalRoot);
  const kept = all.filter(({ kind }) => kinds.includes(kind));
  const left = clear ? (await clearCache(host, kept, formalRoot)).left : kept;
  const isOk = left.every(({ status }) => status !== "damaged");
  const document = { schema: CACHE_SCHEMA, ok: isOk, cleared: clear, ...cache, kept };
  const style = styleOf(context, out);
  out.write(
    format === "json"
      ? JSON.stringify(document, null, 2) + "\n"
      : asText({ ...cache, kept }, clear, host.cwd, style),
  );
  process.exitCode = isOk ? 0 : EXIT_CODES.verdict;
}

function kindOf(name: string): Kind {
  const kind = KINDS.find((kind) => kind === name);
  if (kind !== undefined) return kind;
  throw new GateError("usage", {
    code: "cache_kind_unknown",
    message: `Nothing of the kind "${name}" is kept`,
    hint: `Kinds: ${KINDS.join(", ")}.`,
  });
}

function asText(
  { root, kept, foreign }: Cache,
  clear: boolean,
  cwd: string,
  style: Style,
): string {
  const total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const removed = kept.filter(({ status }) => status === "ok" || status === "damaged");
  const gone = removed.reduce((sum, { bytes }) => sum + bytes, 0);
  const others = foreign === 1 ? "1 other entry" : `${foreign} other entries`;
  return [
    ...kept.map((it) => line(it, clear, shownFrom(cwd, it.path), style)),
    ...(foreign === 0 ? [] : [
      style.dim(
        `${others} in "${printable(root)}", left alone`,
      ),
    ]),
    clear ? `removed ${sizeText(gone)}` : `${sizeText(total)} in all`,
    "",
  ].join("\n");
}

function line(
  { kind, bytes, status, note }: Kept,
  clear: boolean,
  path: string,
  style: Style,
): string {
  const stays = status === "foreign" || status === "busy";
  const mark = {
    ok: style.good("✓"),
    damaged: style.bad("✗"),
    busy: style.warn("!"),
    foreign: style.warn("!"),
  }[status];
  const what = !clear ? note : stays ? `left alone: ${note}` : "removed";
  const head = `${mark} ${kind.padEnd(7)} ${sizeText(bytes).padStart(9)}`;
  return `${head}  ${printable(what)}  ${style.dim(printable(path))}`;
}

function shownFrom(cwd: string, path: string): string {
  const way = relative(cwd, path);
  return way.startsWith("..") ? path : way;
}

/** As file managers say it: 1 MB has a million bytes. */
function sizeText(bytes: number): string {
  const megabytes = bytes / 1e6;
  return megabytes >= 1000 ? `${(megabytes / 1000).toFixed(1)} GB` : `${megabytes.toFixed(1)} MB`;
}
