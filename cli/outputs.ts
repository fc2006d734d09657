/** Where the report goes: one form on stdout, and any number of files. */
import { basename, dirname, join, resolve } from "node:path";
import { GateError, messageOf } from "../src/platform/diagnostic.ts";
import type { Host } from "../src/platform/host/host.ts";
import { blockerOf } from "./paths.ts";
import { type Format, FORMATS, render, type Result } from "./render/formats.ts";

/** Name that means stdout where a file is expected. */
const STDOUT: readonly string[] = ["-", "/dev/stdout"];

/** A report to be written. */
export interface Output {
  readonly format: Format;
  /** As the user gave it: relative to the working directory. */
  readonly file: string;
}

/** Everything that is asked for. */
export interface Outputs {
  /** The form on stdout. */
  readonly stdout: Format;
  readonly files: readonly Output[];
}

/** The flags that say so. */
export interface OutputFlags {
  readonly format: Format;
  readonly out?: string;
  readonly report?: readonly Output[];
}

/** Reads `sarif=report.sarif`. Throws a SyntaxError for another text. */
export function parseOutput(text: string): Output {
  const at = text.indexOf("=");
  const [name, file] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const format = FORMATS.find((known) => known === name);
  if (format !== undefined && file !== "") return { format, file };
  throw new SyntaxError(`Expected FORMAT=FILE with a format of ${FORMATS.join(", ")}`);
}

/**
 * With `--out` the format goes to that file, and stdout has the text; the file `-` is stdout.
 *
 * @throws GateError (usage) `report_path_twice`
 */
export function outputsOf({ format, out, report = [] }: OutputFlags): Outputs {
  const first = out ?? (format === "text" ? undefined : "-");
  const asked = first === undefined ? report : [{ format, file: first }, ...report];
  const [stdout, second] = asked.filter(isStdout);
  if (second !== undefined) throw twice("stdout");
  return { stdout: stdout?.format ?? "text", files: asked.filter((output) => !isStdout(output)) };
}

/**
 * Refuses, before the run, files that could not be written after it.
 *
 * @throws GateError (usage) `report_path_twice`, `report_path_folder`, `report_path_blocked`
 */
export async function checkOutputs(host: Host, files: readonly Output[]): Promise<void> {
  const seen = new Set<string>();
  for (const { file } of files) {
    const path = await targetOf(host, file);
    if (seen.has(path)) throw twice(`"${file}"`);
    seen.add(path);
    const blocker = await blockerOf(host.files, path);
    if (blocker !== undefined) {
      throw new GateError("usage", {
        code: "report_path_blocked",
        message: `Failed to write a report to "${file}": "${blocker}" is no folder`,
        hint: "Name another file.",
      });
    }
    if (await host.files.list(path) !== undefined) {
      throw new GateError("usage", {
        code: "report_path_folder",
        message: `Failed to write a report to "${file}": it is a folder`,
        hint: "Name a file in it.",
      });
    }
  }
}

function isStdout({ file }: Output): boolean {
  return STDOUT.includes(file);
}

function twice(target: string): GateError {
  return new GateError("usage", {
    code: "report_path_twice",
    message: `Two reports are to be written to ${target}`,
    hint: "Give each report a file of its own.",
  });
}

/**
 * Where the file is or would be, without the links that lead there.
 *
 * They are not to be replaced.
 */
async function targetOf({ files, cwd }: Host, file: string): Promise<string> {
  const real = async (path: string): Promise<string> =>
    await files.exists(path)
      ? await files.realPath(path).catch(() => path)
      : join(await real(dirname(path)), basename(path));
  return await real(resolve(cwd, file));
}

/**
 * Writes each file at once and whole; one that cannot be written keeps no other from being written.
 *
 * @throws GateError (set-up) the first failure: `report_not_written`, or that of the project's view module
 */
export async function writeOutputs(
  host: Host,
  files: readonly Output[],
  result: Result,
): Promise<void> {
  const failures: GateError[] = [];
  for (const output of files) {
    try {
      await write(host, output.file, await render(output.format, result, host));
    } catch (cause) {
      failures.push(cause instanceof GateError ? cause : notWritten(host, output, cause));
    }
  }
  if (failures[0] !== undefined) throw failures[0];
}

/**
 * A pipe or a device is written into.
 *
 * A file beside it, renamed over it, would end it.
 */
async function write(host: Host, file: string, text: string): Promise<void> {
  const path = await targetOf(host, file);
  const isSpecial = await host.files.exists(path) && await host.files.size(path) === undefined;
  if (!isSpecial) return await host.files.writeAtomic(path, text);
  await host.files.write(path, ReadableStream.from([new TextEncoder().encode(text)]));
}

function notWritten(host: Host, { format, file }: Output, cause: unknown): GateError {
  return new GateError("setup", {
    code: "report_not_written",
    message: `Failed to write the ${format} report to "${file}": ${messageOf(cause)}`,
    hint: `Check that "${dirname(resolve(host.cwd, file))}" may be written to.`,
  });
}
