/** The emit stage: the model writes its traces anew, and they are what is committed. */
import { counted } from "../../platform/text/counted.ts";
import { join, posix } from "node:path";
import { traced, type TracedProject, untraced } from "../config/project.ts";
import { CELLS_FILE, type CellsFile, readCells } from "../../replay/coverage/cells_file.ts";
import { type Diagnostic, error, GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { keptFolder } from "../../platform/host/kept.ts";
import { outputTail } from "../../platform/host/output.ts";
import type { Stage } from "./stage.ts";
import { packageOf, readSourceFiles } from "../../lean/package/formal_package.ts";
import { MANIFEST } from "../../lean/package/lakefile.ts";
import { digestOfData } from "../../lean/package/read_data.ts";
import type { Progress, Toolchain } from "../../lean/toolchain/toolchain.ts";
import { readTraceFolder, TRACE_SUFFIX } from "../../replay/trace/folder.ts";
import { readTraceFile, type TraceFile } from "../../replay/trace/read.ts";
import { emissionKey } from "../fixtures/cache.ts";
import { cellsFixtureOf, driftOfCells, EMITTED_CELLS } from "../../replay/fixtures/cells.ts";
import { drift } from "../../replay/fixtures/drift.ts";
import { fixtureOf, modelDigest } from "../../replay/fixtures/fixture.ts";
import { emitterSources } from "../fixtures/sources.ts";
import { ownFolder } from "../../lean/package/own_folders.ts";

/** The command that a drift asks for. */
export const UPDATE_COMMAND = "lean-gate fixtures --write";

/** Emits the fixtures and compares them with those committed. */
export const emitStage: Stage<"emit", "toolchain" | "build", never> = {
  name: "emit",
  lane: "lean",
  needs: ["toolchain", "build"],
  uses: [],
  skippedBy: ({ project }) => untraced(project),
  async run({ host, progress, ...run }, { toolchain }) {
    const project = traced(run.project);
    const emission = await emit(host, project, toolchain, progress);
    const findings = [...emission.findings, ...await driftFromCommitted(host, project, emission)];
    const verdict = findings.length === 0 ? "as committed" : "not as committed";
    return {
      checked: emission.traces,
      summary: `${counted(emission.traces, "trace")} emitted${
        emission.isKept ? " before" : ""
      }, ${verdict}`,
      findings,
    };
  },
};

/** What the model emits. */
export interface Emission {
  /** Texts of the fixture files by their path relative to the project. */
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly TraceFile[];
  /** The cells that the model reaches, if its emitter writes them. */
  readonly cells?: CellsFile;
  readonly traces: number;
  /** Whether an earlier run had emitted it. */
  readonly isKept: boolean;
  /** What is wrong with what was emitted. */
  readonly findings: readonly Diagnostic[];
}

/** How the committed fixtures differ from what the model emits. */
export async function driftFromCommitted(
  host: Host,
  { root, config: { fixtures } }: TracedProject,
  { files, cells }: Emission,
): Promise<Diagnostic[]> {
  const committed = await readTraceFolder(host, root, fixtures);
  const file = posix.join(fixtures, CELLS_FILE);
  const bytes = await host.files.readBytes(join(root, file));
  const committedCells = bytes === undefined ? undefined : readCells(file, bytes);
  return [
    ...drift(committed.files, files, fixtures, UPDATE_COMMAND),
    ...driftOfCells(committedCells, cells, UPDATE_COMMAND),
  ];
}

/** Lets the model emit, and makes fixtures of what it writes. Changes no fixture. */
export async function emit(
  host: Host,
  project: TracedProject,
  toolchain: Toolchain,
  progress: Progress,
): Promise<Emission> {
  const { root, config: { formal, fixtures } } = project;
  const base = ownFolder(join(root, formal.root), "emitted");
  const { model, lakefile, data } = await modelOf(host, project, toolchain);
  const key = emissionKey({ emitter: formal.emitter, model, lakefile, data, lean: toolchain.info });
  let isKept = true;
  const folder = await keptFolder(host, base, key, (fresh) => {
    isKept = false;
    return runEmitter(toolchain, formal.emitter, fresh, progress);
  });
  const facts = {
    emitter: { backend: toolchain.info.backend, lean: toolchain.info.version },
    toolchain: toolchain.info.pin,
    model,
  };
  const texts = new Map<string, string>();
  const findings: Diagnostic[] = [];
  for (const { name, isFile } of await host.files.list(folder) ?? []) {
    if (!isFile || !name.endsWith(TRACE_SUFFIX)) continue;
    const file = posix.join(fixtures, name);
    const fixture = fixtureOf(file, await host.files.readText(join(folder, name)) ?? "", facts);
    if (fixture.ok) texts.set(file, fixture.text);
    else findings.push(fixture.finding);
  }
  const files = [...texts].map(([file, text]) => readTraceFile(file, text));
  if (texts.size === 0 && findings.length === 0) findings.push(nothingEmitted(formal.emitter));
  const cells = await emittedCells();
  return {
    texts,
    files,
    ...(cells === undefined ? {} : { cells }),
    traces: files.reduce((sum, { traces }) => sum + traces.length, 0),
    isKept,
    findings: [
      ...findings,
      ...files.flatMap((file) => file.findings.map(ofEmitter)),
      ...cells?.findings.map(ofEmitter) ?? [],
    ],
  };

  /** Makes their fixture, if the emitter wrote any. */
  async function emittedCells(): Promise<CellsFile | undefined> {
    const emitted = await host.files.readText(join(folder, EMITTED_CELLS));
    if (emitted === undefined) return undefined;
    const file = posix.join(fixtures, CELLS_FILE);
    const fixture = cellsFixtureOf(file, emitted, model);
    if (!fixture.ok) {
      findings.push(fixture.finding);
      return undefined;
    }
    texts.set(file, fixture.text);
    return readCells(file, fixture.text);
  }

  /** The reader's own advice is for committed files. */
  function ofEmitter(finding: Diagnostic): Diagnostic {
    const hint = `The emitter "${formal.emitter}" wrote it so: correct the emitter.`;
    return { ...finding, hint };
  }
}

async function runEmitter(
  toolchain: Toolchain,
  emitter: string,
  folder: string,
  progress: Progress,
): Promise<void> {
  progress(`running ${emitter}`);
  const ended = await toolchain.exec(emitter, [folder], progress);
  if (ended.code === 0) return;
  throw new GateError("verdict", {
    code: "emitter_failed",
    message: `The emitter "${emitter}" ended with exit code ${ended.code}`,
    hint: `Correct what it reports; "lean-gate fixtures" runs it again.`,
    detail: outputTail(ended),
  });
}

/** Digests of the emitter's sources and inputs, and Lake's settings. */
async function modelOf(
  host: Host,
  project: TracedProject,
  toolchain: Toolchain,
): Promise<{ model: string; lakefile: string; data: string }> {
  const place = packageOf(project);
  const { lakefile, toml } = await toolchain.config();
  const manifest = await host.files.readText(join(place.formalRoot, MANIFEST));
  const files = await readSourceFiles(host, place, lakefile);
  return {
    data: await digestOfData(host, place.formalRoot, files),
    model: modelDigest(emitterSources(files, lakefile, project.config.formal.emitter)),
    // The versions of required packages, whose code the emitter may be made of too.
    lakefile: [toml, manifest].filter((text) => text !== undefined).join("\n"),
  };
}

function nothingEmitted(emitter: string): Diagnostic {
  return error("emitter_silent", `The emitter "${emitter}" wrote no "*${TRACE_SUFFIX}" file`, {
    hint: "It must write its files into the folder that is its first argument.",
  });
}
