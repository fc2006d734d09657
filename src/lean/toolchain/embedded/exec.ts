/** Runs programs by interpreting them with embedded Lean: executables of the package, and the gate's own. */
import { isAbsolute, join } from "node:path";
import type { Finished, Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import type { LeanExe } from "../../package/lakefile.ts";
import { type LeanMessage, parseMessage } from "../messages.ts";
import type { Module } from "../../package/modules.ts";
import type { AskFiles } from "../ask.ts";
import type { ExecResult } from "../toolchain.ts";
import { parseHeader } from "../../syntax/header.ts";
import { amalgamate, externalImports, originOf } from "./amalgam.ts";
import {
  compiledFolder,
  optionArguments,
  sourceFolder,
  stagingFolder,
  type Workshop,
} from "./compile.ts";
import { ownProgram } from "./own_program.ts";
import { runLean } from "./run.ts";

/**
 * Runs `exe`, whose modules must have been built, in the folder of the package. It may read the package, and
 * write to the folders among its arguments (given as absolute paths); nothing else: below `.lake` is what
 * the gate takes for built and audited.
 */
export async function execute(
  workshop: Workshop,
  order: readonly Module[],
  exe: LeanExe,
  args: readonly string[],
): Promise<ExecResult> {
  const { host, lean, formalRoot, deadlineMs } = workshop;
  await using main = await mainOf(workshop, order, exe);
  const finished = await runLean(host, lean, {
    args: [...main.args, ...args],
    cwd: formalRoot,
    path: [compiledFolder(formalRoot)],
    readable: main.readable,
    writable: await foldersAmong(host, args),
    deadlineMs,
  });
  stopIfInterrupted(host);
  return ended(finished, main.file, deadlineMs, main.describe);
}

/** The main module of an executable, which Lean interprets. Disposing it removes what was made for it. */
export interface Main extends AsyncDisposable {
  readonly file: string;
  /** Folders outside of the package that it stands in. */
  readonly readable: readonly string[];
  /** Arguments by which Lean interprets it. */
  readonly args: readonly string[];
  /** A message about the file, with its place. */
  describe(message: LeanMessage): string;
}

/** The main module of `exe`, which is among the modules. */
export async function mainOf(
  workshop: Workshop,
  order: readonly Module[],
  exe: LeanExe,
): Promise<Main> {
  const modules = reachedFrom(exe.root, order);
  if (modules.some(({ text }) => parseHeader(text).isModule)) {
    return await joinedMain(workshop, modules, exe);
  }
  const { formalRoot, show } = workshop;
  const module = order.find(({ name }) => name === exe.root)!;
  const file = join(formalRoot, module.path);
  const source = sourceFolder(formalRoot, module);
  return {
    file,
    readable: [],
    args: ["--json", ...optionArguments(exe.options), `--root=${source}`, "--run", file],
    describe: ({ pos, severity, data }) =>
      `${show(module.path)}:${pos.line}:${pos.column + 1}: ${severity}: ${data}`,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** One file of all modules: see `amalgam.ts`. */
async function joinedMain(
  { host, formalRoot, show }: Workshop,
  modules: readonly Module[],
  exe: LeanExe,
): Promise<Main> {
  const amalgam = amalgamate(modules, externalImports(modules));
  const folder = join(stagingFolder(formalRoot), crypto.randomUUID());
  const file = join(folder, "Main.lean");
  await host.files.writeAtomic(file, amalgam.text);
  return {
    file,
    readable: [folder],
    args: ["--json", ...optionArguments(exe.options), `--root=${folder}`, "--run", file],
    describe: ({ pos, severity, data }) => {
      const origin = originOf(amalgam, pos.line);
      const place = origin ? `${show(origin.path)}:${origin.line}:${pos.column + 1}: ` : "";
      return `${place}${severity}: ${data}`;
    },
    [Symbol.asyncDispose]: () => host.files.remove(folder),
  };
}

/** Runs a program of the gate's own, to which the package's compiled modules are at hand. */
export async function executeProgram(
  { host, lean, formalRoot, deadlineMs }: Workshop,
  program: string,
  { folder, request, answer }: AskFiles,
): Promise<ExecResult> {
  const own = await ownProgram(host, lean, program);
  const finished = await runLean(host, lean, {
    args: ["--json", "--run", own.main, answer, request],
    cwd: folder,
    path: [own.folder, compiledFolder(formalRoot)],
    readable: [],
    writable: [folder],
    deadlineMs,
  });
  stopIfInterrupted(host);
  return ended(finished, own.main, deadlineMs, ({ data }) => data);
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

async function foldersAmong(host: Host, args: readonly string[]): Promise<string[]> {
  const folders: string[] = [];
  for (const arg of args) {
    if (isAbsolute(arg) && await host.files.list(arg) !== undefined) folders.push(arg);
  }
  return folders;
}
