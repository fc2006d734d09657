/** What Lake keeps of the modules it built: compiled files, and a trace with the messages of each. */
import { join, posix } from "node:path";
import { z } from "zod";
import { type Diagnostic, error } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import type { Module } from "../../package/modules.ts";
import { type LeanMessage, toDiagnostic } from "../messages.ts";

/** Lake's trace of each built module, as text, by the module's name. */
export type Traces = ReadonlyMap<string, string>;

/** Reads the trace of each module in `library`, the folder of the compiled modules. */
export async function readTraces(
  { files }: Pick<Host, "files">,
  library: string,
  modules: readonly Pick<Module, "name">[],
): Promise<Traces> {
  const traces = new Map<string, string>();
  for (const { name } of modules) {
    const text = await files.readText(join(library, fileOf(name, "trace")));
    if (text !== undefined) traces.set(name, text);
  }
  return traces;
}

/** Names of the modules that Lake built between the two readings. */
export function rebuiltModules(before: Traces, after: Traces): string[] {
  return [...after].filter(([name, trace]) => before.get(name) !== trace).map(([name]) => name);
}

/** An entry of a trace's log. Lake writes more levels than those that are a finding. */
const entry = z.object({ level: z.string(), message: z.string() });
const traceSchema = z.object({
  log: z.array(entry),
  /** Whether Lake took the module from a cache, which keeps no messages. */
  synthetic: z.boolean().default(false),
});

/** Lake writes the place in front of what Lean said. */
const PLACED = /^.*?:(\d+):(\d+): ([\s\S]*)$/;

/**
 * The warnings and errors in a trace, with `file` as their place; `undefined` when the trace does not keep
 * what Lean said.
 */
export function traceFindings(trace: string, file: string): Diagnostic[] | undefined {
  const read = traceSchema.safeParse(parsed(trace));
  if (!read.success || (read.data.synthetic && read.data.log.length === 0)) return undefined;
  return read.data.log.flatMap(({ level, message }) => {
    if (level !== "warning" && level !== "error") return [];
    const [, line, column, data] = PLACED.exec(message) ?? [];
    if (data === undefined) {
      return [{ ...finding(level, message, { line: 1, column: 0 }, file), location: { file } }];
    }
    return [finding(level, data, { line: Number(line), column: Number(column) }, file)];
  });
}

function finding(
  severity: "warning" | "error",
  data: string,
  pos: LeanMessage["pos"],
  file: string,
): Diagnostic {
  return toDiagnostic({ severity, data, fileName: file, pos }, file)!;
}

/** The finding for modules that Lake calls built, but whose compiled file is not in `library`. */
export async function missingArtifacts(
  { files }: Pick<Host, "files">,
  { library, shown }: { readonly library: string; readonly shown: string },
  modules: readonly Pick<Module, "name">[],
): Promise<Diagnostic[]> {
  const missing: string[] = [];
  for (const { name } of modules) {
    if (await files.size(join(library, fileOf(name, "olean"))) === undefined) missing.push(name);
  }
  const [first] = missing;
  if (first === undefined) return [];
  const more = missing.length === 1 ? "" : `, nor are those of ${missing.length - 1} more`;
  const file = posix.join(shown, fileOf(first, "olean"));
  return [error(
    "artifact_missing",
    `Lake built "${first}", but its compiled file "${file}" is not there${more}`,
    {
      hint:
        'Lake keeps it in its artifact cache alone: set "restoreAllArtifacts = true" beside "enableArtifactCache" in the lakefile.',
    },
  )];
}

function fileOf(module: string, extension: string): string {
  return `${module.replaceAll(".", "/")}.${extension}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
