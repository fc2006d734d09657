/** Measures what the committed traces cover: reads the cells, and asks the project's module. */
import { join, posix } from "node:path";
import { type Diagnostic, error, GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import { readTraceFolder, type TraceFolder } from "../trace/folder.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Cell } from "./cell.ts";
import { CELLS_FILE, readCells } from "./cells_file.ts";
import { type Coverage, coverageFindings, coverageOf } from "./coverage.ts";
import type { Called } from "../modules/open.ts";
import {
  type CoverageModule,
  type CoverageProcess,
  type CoverageStep,
  malformedSteps,
  openCoverage,
} from "./module.ts";
import { tally } from "./tally.ts";

/** How often the progress is told, in traces. */
const TOLD_EACH = 100;
/** Traces that the module refuses and that are listed. */
const LISTED = 3;

/** What was measured. */
export interface Measured {
  readonly coverage: Coverage;
  /** The words of the coverage module. */
  readonly module: Pick<CoverageModule, "reasons" | "effects">;
  readonly findings: readonly Diagnostic[];
}

/** What measuring takes of a run. */
export interface Measuring {
  readonly host: Host;
  readonly project: {
    readonly root: string;
    readonly config: {
      readonly fixtures: string;
      readonly coverage?: { readonly module: string } | undefined;
    };
  };
  /** Told what the measuring is at. */
  readonly progress: (note: string) => void;
}

/**
 * Measures the coverage that the config asks for. Traces that were read already are judged already;
 * else they are read, and what is wrong with them is found. Throws GateError for a config without
 * coverage (`coverage_not_configured`, usage), and for a module that cannot be had (set-up).
 */
export async function measure(run: Measuring, folder?: TraceFolder): Promise<Measured> {
  const { host, project: { root, config } } = run;
  if (config.coverage === undefined) {
    throw new GateError("usage", {
      code: "coverage_not_configured",
      message: 'The config has no "coverage"',
      hint: 'Name the module that tells what a trace covers: "coverage": { "module": "…" }.',
    });
  }
  await using module = await openCoverage(config.coverage.module, root, host);
  const file = posix.join(config.fixtures, CELLS_FILE);
  const cells = await reachableCells(run, file);
  const traces = folder ?? await readTraceFolder(host, root, config.fixtures);
  const covered = await tallied(run, module, traces.traces);
  const coverage = coverageOf(cells.cells, module, covered.counts);
  return {
    coverage,
    module,
    findings: [
      ...(folder === undefined ? traces.findings : []),
      ...cells.findings,
      ...covered.findings,
      // Cells that could not be read would make every hit one too many.
      ...(cells.findings.length > 0 ? [] : coverageFindings(coverage, file)),
    ],
  };
}

async function reachableCells(
  { host, project: { root } }: Measuring,
  file: string,
): Promise<{ cells: readonly Cell[]; findings: readonly Diagnostic[] }> {
  const bytes = await host.files.readBytes(join(root, file));
  if (bytes !== undefined) return readCells(file, bytes);
  const message = `No file "${file}" says which cells the model reaches`;
  const finding = error("coverage_cells_absent", message, {
    location: { file },
    hint:
      'Let the emitter write "cells.txt", then write the fixtures with "lean-gate fixtures --write".',
  });
  return { cells: [], findings: [finding] };
}

/** Asks the module about every trace. */
async function tallied(
  { host, progress }: Measuring,
  module: CoverageProcess,
  traces: readonly PlacedTrace[],
) {
  const counts = tally();
  const refused: Diagnostic[] = [];
  let index = 0;
  for await (const called of module.steps(traces)) {
    const { trace, location } = traces[index++]!;
    if (index % TOLD_EACH === 0) progress(`${index} of ${traces.length} traces`);
    stopIfInterrupted(host);
    const steps = stepsOf(called, trace.events.length);
    if (typeof steps !== "string") counts.add(steps, location);
    else {
      const message = `On trace "${trace.id}", the coverage module ${steps}`;
      const hint = "Compare the module with the trace: it must give a step for every event.";
      refused.push(error("coverage_trace_refused", message, { location, hint }));
    }
  }
  return { counts, findings: firstOf(refused) };
}

/** The steps, or what went wrong. */
function stepsOf(called: Called, events: number): readonly CoverageStep[] | string {
  if (!called.ok) return called.phrase;
  const wrong = malformedSteps(called.value, events);
  return wrong === undefined
    ? called.value as unknown as readonly CoverageStep[]
    : `returned malformed steps (${wrong})`;
}

function firstOf(refused: readonly Diagnostic[]): readonly Diagnostic[] {
  if (refused.length <= LISTED) return refused;
  const message =
    `The coverage module refuses ${refused.length} traces, of which ${LISTED} are listed`;
  return [
    ...refused.slice(0, LISTED),
    error("coverage_trace_refused", message, {
      hint: "Correct what is listed first; the others may have the same cause.",
    }),
  ];
}
