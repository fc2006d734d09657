/** The stand-in's builds: Lake's files, traces and messages around what embedded Lean says. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import type { Diagnostic } from "../../src/platform/diagnostic.ts";
import type { Module } from "../../src/lean/package/modules.ts";
import type { Toolchain } from "../../src/lean/toolchain/toolchain.ts";
import type { Release } from "./releases.ts";
import { allModules, fileOf, openWorker, type Package, type Workspace } from "./workspace.ts";

/** An entry of a trace's log. */
interface LogEntry {
  readonly level: "warning" | "error";
  readonly message: string;
}

/** How Lake builds. */
export interface BuildMode {
  readonly release: Release;
  /** Whether Lake may build what is out of date. */
  readonly noBuild?: boolean;
  /** Where Lake prints. */
  readonly print: (line: string) => void;
}

/** Exit code of `--no-build` when something is out of date. */
const NO_BUILD = 3;

/** A workspace that has been built. */
export interface Built {
  readonly code: number;
  readonly worker: Toolchain;
  readonly findings: readonly Diagnostic[];
}

/** Builds modules and what they import. */
export async function buildModules(
  workspace: Workspace,
  wanted: ReadonlySet<string>,
  { release, noBuild = false, print }: BuildMode,
): Promise<Built> {
  const worker = await openWorker(workspace);
  const { findings } = await worker.build(() => {});
  const modules = allModules(workspace).filter(({ name }) => wanted.has(name));
  const hashes = new Map<string, string>();
  const failed: string[] = [];
  const unbuilt = new Set<string>();
  for (const [index, module] of modules.entries()) {
    const { name, imports } = module;
    const home = workspace.packages.find(({ modules }) => modules.some((it) => it.name === name))!;
    const hash = inputHash(module, hashes, release);
    hashes.set(name, hash);
    if (imports.some((imported) => unbuilt.has(imported))) {
      unbuilt.add(name);
      continue;
    }
    const step = `[${index + 1}/${modules.length}]`;
    const place = new Artifact(workspace, home, name, release);
    const kept = await place.upToDate(hash);
    if (kept !== undefined) {
      if (kept.length > 0) print(`⚠ ${step} Replayed ${name}`);
      for (const { level, message } of kept) print(`${level}: ${message}`);
      continue;
    }
    if (noBuild) {
      print(`✖ ${step} Building ${name}`);
      print("error: target is out-of-date and needs to be rebuilt");
      return { code: NO_BUILD, worker, findings };
    }
    const log = logOf(module, findings);
    if (log.some(({ level }) => level === "error")) {
      print(`✖ ${step} Building ${name}`);
      for (const { level, message } of log) print(`${level}: ${message}`);
      print("error: Lean exited with code 1");
      failed.push(name);
      unbuilt.add(name);
      continue;
    }
    await place.write(hash, log);
    print(`${log.length === 0 ? "✔" : "⚠"} ${step} Built ${name}`);
    for (const { level, message } of log) print(`${level}: ${message}`);
  }
  if (failed.length > 0) {
    print("Some required targets logged failures:");
    for (const name of failed) print(`- ${name}`);
    print("error: build failed");
  }
  return { code: failed.length > 0 ? 1 : 0, worker, findings };
}

/** Lean's messages about a module: `sorry` is a warning to Lean. */
export function messagesOf(module: Module, findings: readonly Diagnostic[]): Diagnostic[] {
  return findings.filter(({ location }) => location?.file === fileOf(module.name))
    .map((it) => ({ ...it, severity: it.code === "lean_sorry" ? "warning" : it.severity }));
}

function logOf(module: Module, findings: readonly Diagnostic[]): LogEntry[] {
  return messagesOf(module, findings).map(({ severity, message, location }) => ({
    level: severity,
    message: `${module.path}:${location!.line}:${location!.column! - 1}: ${message}`,
  }));
}

function inputHash(
  { text, options, imports }: Module,
  hashes: ReadonlyMap<string, string>,
  { version }: Release,
): string {
  const inputs = [version, text, options, imports.map((name) => hashes.get(name))];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("hex").slice(0, 16);
}

/** The compiled file of a module, in the build folder or in Lake's artifact cache, and its trace. */
class Artifact {
  readonly #workspace: Workspace;
  readonly #library: string;
  readonly #name: string;
  readonly #cached: boolean;
  readonly #restored: boolean;

  constructor(
    workspace: Workspace,
    { root, config, settings }: Package,
    name: string,
    release: Release,
  ) {
    this.#workspace = workspace;
    this.#library = join(root, config.lakefile.library);
    this.#name = name;
    const flag = (field: string, variable: string) =>
      typeof settings[field] === "boolean" ? settings[field] : process.env[variable] === "true";
    this.#cached = flag("enableArtifactCache", "LAKE_ARTIFACT_CACHE");
    this.#restored = flag(
      "restoreAllArtifacts",
      release.restoresByEnvironment ? "LAKE_RESTORE_ARTIFACTS" : "",
    );
  }

  /** The log of the module when nothing has to be built. */
  async upToDate(hash: string): Promise<readonly LogEntry[] | undefined> {
    const { files } = this.#workspace.host;
    const trace = await files.readText(this.#path("trace"));
    const { depHash, log = [] } = trace === undefined ? {} : JSON.parse(trace);
    const isBuilt = await files.exists(this.#path("olean"));
    const isCached = await files.exists(this.#cache(hash));
    if (depHash === hash && (isBuilt || (this.#cached && isCached))) return log;
    if (!isCached) return undefined;
    // What another build left in the cache has no messages.
    if (!this.#cached || this.#restored) await this.#compiled(this.#path("olean"), hash);
    await this.#trace({ depHash: hash, inputs: [], log: [], synthetic: true });
    return [];
  }

  /** Writes what Lake writes of a module that it built. */
  async write(hash: string, log: readonly LogEntry[]): Promise<void> {
    if (this.#cached) await this.#compiled(this.#cache(hash), hash);
    if (this.#cached && !this.#restored) {
      await this.#workspace.host.files.remove(this.#path("olean"));
    } else {
      await this.#compiled(this.#path("olean"), hash);
      await this.#workspace.host.files.writeAtomic(this.#path("olean.hash"), hash);
      await this.#workspace.host.files.writeAtomic(this.#path("ilean"), "{}");
    }
    await this.#trace({ depHash: hash, inputs: [], log, synthetic: false });
  }

  #trace(content: Readonly<Record<string, unknown>>): Promise<void> {
    const outputs = { o: [`${content.depHash}.olean`] };
    const text = JSON.stringify({ schemaVersion: "2025-09-10", ...content, outputs }, null, 1);
    return this.#workspace.host.files.writeAtomic(this.#path("trace"), text);
  }

  #compiled(path: string, hash: string): Promise<void> {
    return this.#workspace.host.files.writeAtomic(path, `stand-in for a compiled module ${hash}\n`);
  }

  #path(extension: string): string {
    return join(this.#library, fileOf(this.#name, extension));
  }

  #cache(hash: string): string {
    const folder = process.env.LAKE_CACHE_DIR ?? join(process.env.STANDIN_BIN!, "..", "lake/cache");
    return join(folder, "artifacts", `${hash}.olean`);
  }
}
