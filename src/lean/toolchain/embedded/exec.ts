/** Runs programs by interpreting them with embedded Lean: executables of the package, and the gate's own. */
import { isAbsolute, join } from "node:path";
import type { Finished, Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import { parseHeader } from "../../syntax/header.ts";
import type { LeanExe } from "../../package/lakefile.ts";
import { type LeanMessage, parseMessage } from "../messages.ts";
import type { Module } from "../../package/modules.ts";
import type { AskFiles } from "../ask.ts";
import type { ExecResult } from "../toolchain.ts";
import { type Amalgam, amalgamate, originOf } from "./amalgam.ts";
import { buildFolder, compiledFolder, optionArguments, type Workshop } from "./compile.ts";
import { runLean } from "./run.ts";

/**
 * Runs `exe` in the folder of the package. It may read the package, and write to the folders among its
 * arguments (given as absolute paths); nothing else: below `.lake` is what the gate takes for built and audited.
 */
export async function execute(
  workshop: Workshop,
  order: readonly Module[],
  exe: LeanExe,
  args: readonly string[],
): Promise<ExecResult> {
  const { host, lean, formalRoot, deadlineMs } = workshop;
  await using main = await stageMain(workshop, order, exe);
  const finished = await runLean(host, lean, {
    args: [...main.args, ...args],
    cwd: formalRoot,
    path: [],
    readable: [main.folder],
    writable: await foldersAmong(host, args),
    deadlineMs,
  });
  stopIfInterrupted(host);
  return ended(finished, main.file, deadlineMs, main.describe);
}

/** An executable as one file that Lean interprets. Disposing it removes the file. */
export interface StagedMain extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  /** Arguments by which Lean interprets it. */
  readonly args: readonly string[];
  /** A message about the file, with the place in the package that it is about. */
  describe(message: LeanMessage): string;
}

/** Makes one file of the modules of an executable. */
export async function stageMain(
  { host, formalRoot, show }: Workshop,
  order: readonly Module[],
  exe: LeanExe,
): Promise<StagedMain> {
  const modules = reachedFrom(exe.root, order);
  const amalgam = amalgamate(modules, externalImports(modules));
  const folder = join(buildFolder(formalRoot), "staging", crypto.randomUUID());
  const file = join(folder, "Main.lean");
  await host.files.writeAtomic(file, amalgam.text);
  return {
    folder,
    file,
    args: ["--json", ...optionArguments(exe.options), `--root=${folder}`, "--run", file],
    describe: (message) => describe(message, amalgam, show),
    [Symbol.asyncDispose]: () => host.files.remove(folder),
  };
}

/** Runs a program of the gate's own, to which the package's compiled modules are at hand. */
export async function executeProgram(
  { host, lean, formalRoot, deadlineMs }: Workshop,
  { folder, program, request, answer }: AskFiles,
): Promise<ExecResult> {
  const finished = await runLean(host, lean, {
    args: ["--json", `--root=${folder}`, "--run", program, answer, request],
    cwd: folder,
    path: [compiledFolder(formalRoot)],
    readable: [],
    writable: [folder],
    deadlineMs,
  });
  stopIfInterrupted(host);
  return ended(finished, program, deadlineMs, ({ data }) => data);
}

/** How an interpreted program ended, with what Lean had to say about its text. */
function ended(
  { code, stdout, stderr, timedOut }: Finished,
  file: string,
  deadlineMs: number,
  describe: (message: LeanMessage) => string,
): ExecResult {
  const { output, messages } = separate(stdout, file);
  const notes = messages.filter(({ severity }) => severity === "error").map(describe);
  if (timedOut) notes.push(`Did not end within ${Math.round(deadlineMs / 1000)} s`);
  return { code, stdout: output, stderr: [...notes, stderr].join("\n") };
}

/** The modules that `root` is made of, each behind its imports. */
export function reachedFrom(root: string, order: readonly Module[]): Module[] {
  const reached = new Set([root]);
  for (const { name, imports } of order.toReversed()) {
    if (reached.has(name)) imports.forEach((imported) => reached.add(imported));
  }
  return order.filter(({ name }) => reached.has(name));
}

/** What the modules import besides each other, without repetition. */
export function externalImports(modules: readonly Module[]): string[] {
  const own = new Set(modules.map(({ name }) => name));
  const all = modules.flatMap(({ text }) => parseHeader(text).imports.map(({ module }) => module));
  return [...new Set(all)].filter((name) => !own.has(name));
}

/** Tells Lean's messages about the interpreted file from what the program printed. */
export function separate(
  stdout: string,
  file: string,
): { output: string; messages: LeanMessage[] } {
  const messages: LeanMessage[] = [];
  const output = stdout.split("\n").filter((line) => {
    const message = parseMessage(line);
    if (message?.fileName !== file) return true;
    messages.push(message);
    return false;
  }).join("\n");
  return { output, messages };
}

function describe(message: LeanMessage, amalgam: Amalgam, show: (path: string) => string): string {
  const origin = originOf(amalgam, message.pos.line);
  const place = origin ? `${show(origin.path)}:${origin.line}:${message.pos.column + 1}: ` : "";
  return `${place}${message.severity}: ${message.data}`;
}

async function foldersAmong(host: Host, args: readonly string[]): Promise<string[]> {
  const folders: string[] = [];
  for (const arg of args) {
    if (isAbsolute(arg) && await host.files.list(arg) !== undefined) folders.push(arg);
  }
  return folders;
}
