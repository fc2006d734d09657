/** Compiles one module with embedded Lean, and keeps or finds what came of it. */
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { type Diagnostic, error } from "../../../platform/diagnostic.ts";
import type { Finished, Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import { openSeal } from "../../../platform/host/seal.ts";
import { type LeanMessage, parseMessages, toDiagnostic } from "../messages.ts";
import { timedOut } from "../timed_out.ts";
import type { LeanOptions } from "../../package/lakefile.ts";
import type { Module } from "../../package/modules.ts";
import type { EmbeddedLean } from "./install.ts";
import { type BuildRecord, parseRecord, recordText } from "./key.ts";
import { namedLimit } from "./limits.ts";
import { sha256 } from "./verify.ts";

/** Where and with what the modules of a package are compiled. */
export interface Workshop {
  readonly host: Host;
  readonly lean: EmbeddedLean;
  /** Absolute path of the formal package. */
  readonly formalRoot: string;
  /** The path to show for a path relative to the package. */
  readonly show: (path: string) => string;
  /** How long one module may take, in milliseconds. */
  readonly deadlineMs: number;
}

/** What a run of Lean on a module left. Disposing it removes the folder. */
export interface Output extends AsyncDisposable {
  readonly finished: Finished;
  /** Folder with the files that it wrote. */
  readonly folder: string;
}

/** What a compilation came to; `digest` is of all that it was made from, and of the files that it wrote. */
export type Compiled =
  | { readonly ok: true; readonly findings: readonly Diagnostic[]; readonly digest: string }
  | { readonly ok: false; readonly findings: readonly Diagnostic[] };

/** What Lean writes of a module, by suffix; code that runs while it compiles may write more beside it. */
const PARTS = ["olean", "olean.server", "olean.private", "ir"] as const;

/** How the files of records end. */
const RECORD = ".json";

/** Last lines of a dead Lean's standard error that the report shows. */
const STDERR_TAIL = 20;

/** Folder of everything that is built, inside the package. */
export function buildFolder(formalRoot: string): string {
  return join(formalRoot, ".lake", "build", "lean-gate-embedded");
}

/** Folder for what is not complete. */
export function stagingFolder(formalRoot: string): string {
  return join(buildFolder(formalRoot), "staging");
}

/** Name of the file that Lean is to write. */
export function oleanName(module: Module): string {
  return `${basename(moduleFile(module), ".lean")}.olean`;
}

/** Folder of the compiled modules, as `LEAN_PATH` wants it. */
export function compiledFolder(formalRoot: string): string {
  return join(buildFolder(formalRoot), "lib");
}

/** Folder below which the module's file has the path that its name says. */
export function sourceFolder(formalRoot: string, module: Module): string {
  return join(formalRoot, module.path.slice(0, -moduleFile(module).length));
}

/** Path of the module's file below that folder. */
export function moduleFile({ name }: Module): string {
  return `${name.replaceAll(".", "/")}.lean`;
}

/** The `-D` arguments of options. */
export function optionArguments(options: LeanOptions): string[] {
  return options.map(([name, value]) => `-D${name}=${value}`);
}

/**
 * The last compilation of the module, if that had this key and all it wrote is still there unchanged;
 * `undefined` when the module has to be compiled.
 */
export async function reuse(
  { host, formalRoot, show }: Workshop,
  module: Module,
  key: string,
): Promise<Compiled | undefined> {
  const text = await host.files.readText(recordPath(formalRoot, module));
  const record = parseRecord(text, await openSeal(host));
  if (record?.key !== key || !await isComplete(host, formalRoot, module, record)) return undefined;
  return compiledBy(record, toFindings(record.messages, show(module.path)));
}

function compiledBy({ key, artifacts }: BuildRecord, findings: readonly Diagnostic[]): Compiled {
  const made = JSON.stringify([key, Object.entries(artifacts).sort()]);
  return { ok: true, findings, digest: createHash("sha256").update(made).digest("hex") };
}

/** Whether a run of this user compiled the module, and all that it wrote is there unchanged. */
export async function isIntact(
  host: Pick<Host, "env" | "files">,
  formalRoot: string,
  module: Pick<Module, "name">,
): Promise<boolean> {
  const text = await host.files.readText(recordPath(formalRoot, module));
  const record = parseRecord(text, await openSeal(host));
  return record !== undefined && await isComplete(host, formalRoot, module, record);
}

async function isComplete(
  { files }: Pick<Host, "files">,
  formalRoot: string,
  module: Pick<Module, "name">,
  { artifacts }: BuildRecord,
): Promise<boolean> {
  for (const [suffix, digest] of Object.entries(artifacts)) {
    const stream = await files.readStream(`${compiledPath(formalRoot, module)}.${suffix}`);
    if (stream === undefined || await sha256(stream) !== digest) return false;
  }
  return true;
}

/** Names of the modules that were compiled, as far as their records are there. */
export async function recordedModules(
  { files }: Pick<Host, "files">,
  formalRoot: string,
): Promise<string[]> {
  const records = await files.list(recordFolder(formalRoot)) ?? [];
  return records.filter(({ name }) => name.endsWith(RECORD)).map(({ name }) =>
    name.slice(0, -RECORD.length)
  );
}

/**
 * Compiles the module by `run`. What Lean writes is put in place when it is complete, and the record that allows
 * to use it again comes last: an interrupt at any time leaves at most something to compile again.
 */
export async function compile(
  workshop: Workshop,
  module: Module,
  key: string,
  run: () => Promise<Output>,
): Promise<Compiled> {
  const { host, formalRoot, show } = workshop;
  const { files } = host;
  const target = compiledPath(formalRoot, module);
  await files.remove(recordPath(formalRoot, module));
  await files.mkdir(dirname(target));
  await using output = await run();
  stopIfInterrupted(host);

  const { finished, folder } = output;
  const messages = parseMessages(finished.stdout);
  const findings = toFindings(messages, show(module.path));
  // A module with a sorry is refused, but Lean has compiled it: what rests on it can be named.
  if (messages.some(({ severity }) => severity === "error")) return { ok: false, findings };
  const written = (await files.list(folder) ?? []).map(({ name }) => name);
  if (finished.code !== 0 || !written.includes(oleanName(module))) {
    return { ok: false, findings: [...findings, crashed(workshop, module, finished)] };
  }
  const artifacts: Record<string, string> = {};
  for (const suffix of PARTS) {
    const part = join(folder, `${basename(target)}.${suffix}`);
    // Lean reads whatever part is there, even one that an earlier compilation wrote and this one did not.
    await files.remove(`${target}.${suffix}`);
    const stream = await files.readStream(part);
    if (stream === undefined) continue;
    artifacts[suffix] = await sha256(stream);
    await files.rename(part, `${target}.${suffix}`);
  }
  const record: BuildRecord = { key, artifacts, messages };
  const text = recordText(record, await openSeal(host));
  await files.writeAtomic(recordPath(formalRoot, module), text);
  return compiledBy(record, findings);
}

function toFindings(messages: readonly LeanMessage[], file: string): Diagnostic[] {
  return messages.map((message) => toDiagnostic(message, file))
    .filter((finding) => finding !== undefined).map(namedLimit);
}

/** A Lean that ran out of time, or ended without result and without a message of its own: out of memory, a trap, a deadlock. */
function crashed({ deadlineMs, show }: Workshop, module: Module, finished: Finished): Diagnostic {
  const { code, signal, stderr } = finished;
  const location = { file: show(module.path) };
  if (finished.timedOut) {
    const { code, message, hint } = timedOut(`Lean's work on "${module.name}"`, deadlineMs);
    return error(code, message, { location, hint });
  }
  const how = signal !== null
    ? `was ended by ${signal}`
    : code === 0
    ? "ended with exit code 0 but wrote no compiled module"
    : `ended with exit code ${code} and no message`;
  const tail = stderr.trim().split("\n").slice(-STDERR_TAIL).join("\n");
  return error("lean_crashed", `Failed to compile "${module.name}": Lean ${how}`, {
    location,
    hint: "Run again; if it stays, give the machine more memory or split the module.",
    ...(tail === "" ? {} : { detail: tail }),
  });
}

function compiledPath(formalRoot: string, { name }: Pick<Module, "name">): string {
  return join(compiledFolder(formalRoot), ...name.split("."));
}

function recordPath(formalRoot: string, { name }: Pick<Module, "name">): string {
  return join(recordFolder(formalRoot), `${name}${RECORD}`);
}

function recordFolder(formalRoot: string): string {
  return join(buildFolder(formalRoot), "records");
}
