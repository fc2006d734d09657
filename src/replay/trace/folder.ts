/** Reads every trace file of a folder. */
import { join } from "node:path";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { type PlacedTrace, readTraceFile, type TraceFile } from "./read.ts";

/** Name ending of trace files. */
export const TRACE_SUFFIX = ".ndjson";

/** All trace files of a folder. */
export interface TraceFolder {
  /** In code-unit order of their names. */
  readonly files: readonly TraceFile[];
  /** Those of all files. */
  readonly traces: readonly PlacedTrace[];
  /** Events of all traces. */
  readonly steps: number;
  /** What is wrong with any of the files or with the folder; good exactly when empty. */
  readonly findings: readonly Diagnostic[];
}

/**
 * Reads the `*.ndjson` files directly in `folder`, a path relative to `root` with `/` separators.
 * A folder that is absent or has no trace file gives the finding `traces_missing`.
 */
export async function readTraceFolder(
  host: Host,
  root: string,
  folder: string,
): Promise<TraceFolder> {
  const entries = (await host.files.list(join(root, folder)) ?? [])
    .filter(({ name }) => name.endsWith(TRACE_SUFFIX));
  const pathOf = (name: string) =>
    folder === "" || folder === "." ? name : `${folder.replace(/\/$/, "")}/${name}`;
  const files: TraceFile[] = [];
  for (const { name } of entries.filter(({ isFile }) => isFile)) {
    const file = pathOf(name);
    const bytes = await host.files.readBytes(join(root, folder, name));
    // A file that vanished between list and read is not there.
    if (bytes !== undefined) files.push(readTraceFile(file, bytes));
  }
  const traces = files.flatMap((file) => file.traces);
  return {
    files,
    traces,
    steps: traces.reduce((steps, { trace }) => steps + trace.events.length, 0),
    findings: [
      ...(files.length > 0 ? [] : [missing(folder)]),
      ...entries.filter(({ isFile }) => !isFile).map(({ name }) => notFile(pathOf(name))),
      ...files.flatMap((file) => file.findings),
      ...duplicatesAcross(files),
    ],
  };
}

function missing(folder: string): Diagnostic {
  return error("traces_missing", `No trace file "*${TRACE_SUFFIX}" in folder "${folder}"`, {
    location: { file: folder },
    hint:
      'Write the fixtures with "lean-gate fixtures --write", or correct the folder in lean-gate.jsonc.',
  });
}

/** A folder, or a link that leads nowhere: whatever stood there is not read. */
function notFile(file: string): Diagnostic {
  return error(
    "trace_not_file",
    `"${file}" has the name of a trace file, but is a folder or a broken link`,
    {
      location: { file },
      hint: "Remove it, or restore the file from version control.",
    },
  );
}

function duplicatesAcross(files: readonly TraceFile[]): Diagnostic[] {
  const first = new Map<string, PlacedTrace>();
  const findings: Diagnostic[] = [];
  for (const { traces } of files) {
    for (const placed of traces) {
      const other = first.get(placed.trace.id);
      if (other === undefined) first.set(placed.trace.id, placed);
      else if (other.location.file !== placed.location.file) {
        findings.push(error(
          "trace_duplicate_id",
          `Trace id "${placed.trace.id}" is used twice, first in "${other.location.file}" on line ${other.location.line}`,
          { location: placed.location, hint: "Give one of the two traces another id." },
        ));
      }
    }
  }
  return findings;
}
