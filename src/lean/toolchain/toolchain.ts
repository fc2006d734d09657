/**
 * What a Lean toolchain does for the gate, whichever backend provides it.
 *
 * `native` drives an installed Lean through elan and lake; `embedded` runs Lean as WebAssembly. Both
 * really elaborate and kernel-check the project's modules.
 */
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Child } from "../../platform/host/host.ts";
import type { LakeConfig } from "../package/formal_package.ts";

/** The backends, and the request to choose one. */
export type Backend = "native" | "embedded";
/**
 * `auto` prefers native and falls back to embedded. `embeddedAnyPin` takes embedded Lean whatever the
 * package pins.
 */
export type BackendChoice = Backend | "auto" | "embeddedAnyPin";

/** What is known of the toolchain in use; shown by `lean-gate toolchain` and in every report. */
export interface ToolchainInfo {
  readonly backend: Backend;
  /** Lean's own version, e.g. `4.28.0` or `4.28.0-pre`. */
  readonly version: string;
  /** Content of `lean-toolchain`, e.g. `leanprover/lean4:v4.28.0`. */
  readonly pin: string;
  /** Whether this Lean is the pinned one; only `embeddedAnyPin` allows another. */
  readonly isPinned: boolean;
  /** Of embedded Lean: equal for equal builds, wherever they are kept. */
  readonly identity?: string;
  /** Named absolute paths worth showing: `lean`, `lake`, `elan`, `library`, `cache`. */
  readonly paths: Readonly<Record<string, string>>;
}

/** What results of a Lean depend on. An installed Lean is known by where it is, as it may be any build. */
export function leanIdentity({ backend, version, pin, identity, paths }: ToolchainInfo): unknown {
  return [backend, version, pin, identity ?? paths];
}

/** Progress of long work, already worded for a reader, e.g. `Lifecycle.Reduce (3 of 14)`. */
export type Progress = (note: string) => void;

/** Outcome of elaborating and kernel-checking the package. */
export interface BuildResult {
  /** Modules of the package that the build reached, sorted, e.g. `Lifecycle.Proofs.Fence`. */
  readonly modules: readonly string[];
  /** How many of them had to be (re)built in this run. */
  readonly rebuilt: number;
  /** Lean's own messages, with file, line and column; an `error` means the build failed. */
  readonly findings: readonly Diagnostic[];
  /**
   * Digests of the modules and all that each imports of the package, texts and compiled files.
   *
   * Absent where the gate does not know that nobody else compiled them.
   */
  readonly digests?: Digests;
}

/** By module's name: equal for equal compiled modules on equal imports, by equal Lean. */
export type Digests = ReadonlyMap<string, string>;

/** The programs that come with a toolchain. */
export interface Programs {
  /** Absolute path of their folder. */
  readonly folder: string;
  /** Program and first arguments that run `lake`. */
  readonly lake: readonly [string, ...string[]];
  /** Version of Lean. */
  readonly lean: string;
}

/** A toolchain that is ready to be used on one formal package. */
export interface Toolchain {
  readonly info: ToolchainInfo;
  /** Absent where a toolchain is no folder of programs. */
  readonly programs?: Programs;
  /**
   * What Lake is told of the package.
   *
   * @throws GateError (set-up) when the lakefile cannot be read
   */
  config(): Promise<LakeConfig>;
  /** Builds every library and executable root of the package. Never throws for a Lean error. */
  build(progress: Progress): Promise<BuildResult>;
  /**
   * Checks further modules against the package as built; they are no part of it. Files in findings
   * are those of {@linkcode extraPath}, as paths of the package are shown. Never throws for a Lean error.
   */
  check(modules: readonly ExtraModule[], progress: Progress): Promise<BuildResult>;
  /**
   * Runs a Lean program of the gate's own, in a process in which the package's compiled modules can be
   * read, and for `withExtra` those that {@linkcode check} accepted. `main` gets the path of the answer that it
   * writes, and that of `request`.
   */
  ask(program: string, request: string, withExtra?: boolean): Promise<Answer>;
  /** Runs the package's executable (`lake exe NAME ARGS`), which must have been built. */
  exec(name: string, args: readonly string[], progress: Progress): Promise<ExecResult>;
  /**
   * Prepares the package's executable to be run, without arguments, as a child that is talked to. Throws
   * GateError `executable_unknown` (usage).
   */
  prepare(name: string): Promise<Prepared>;
}

/** An executable that can be started any number of times. Disposing it ends none of its children. */
export interface Prepared extends AsyncDisposable {
  /**
   * Starts it. Whoever does must drain stdout and stderr, and `end` it. It is to read lines: between those
   * that are written to it, it may find blank ones.
   */
  spawn(): Child;
}

/** How a program of the gate's ended, and what it wrote as its answer, if it did. */
export interface Answer extends ExecResult {
  readonly text: string | undefined;
}

/** How an executable of the package ended. */
export interface ExecResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A module made by the gate, which may import the package's. */
export interface ExtraModule {
  /** One name part, e.g. `Certificate`. */
  readonly name: string;
  readonly text: string;
}

/** Folder of extra modules, relative to the package. */
export const EXTRA_FOLDER = ".lake/lean-gate/checked";

/** Path of an extra module relative to the package; native Lean puts the compiled one beside it. */
export function extraPath({ name }: Pick<ExtraModule, "name">): string {
  return `${EXTRA_FOLDER}/${name}.lean`;
}
