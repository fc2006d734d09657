/** Reads the formal package: its pin, its lakefile and its Lean files. */
import { join, posix, relative, sep } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { decodeSource } from "../syntax/decode.ts";
import { leanFiles } from "./files.ts";
import { buildSources } from "./build_sources.ts";
import { LAKEFILE, type Lakefile, LAKEFILE_LEAN, parseLakefile } from "./lakefile.ts";
import { packagesBelow } from "./nested.ts";
import { type ModuleGraph, moduleGraph, type SourceFile } from "./modules.ts";
import { parsePin, type Pin, PIN_FILE } from "../toolchain/pin.ts";

/** Where the formal package is. */
export interface PackagePlace {
  /** Absolute path of the folder that holds `lean-toolchain` and the lakefile. */
  readonly formalRoot: string;
  /** Absolute path that shown paths are relative to. */
  readonly projectRoot: string;
}

/** Where the formal package of a project is. */
export function packageOf(
  { root, config: { formal } }: {
    readonly root: string;
    readonly config: { readonly formal: { readonly root: string } };
  },
): PackagePlace {
  return { projectRoot: root, formalRoot: join(root, formal.root) };
}

/** The path to show for a path relative to the formal package. */
export function shownPath({ formalRoot, projectRoot }: PackagePlace, path: string): string {
  return posix.join(relative(projectRoot, formalRoot).split(sep).join("/"), path);
}

/**
 * Reads the pin.
 *
 * @throws GateError `pin_missing` or `pin_malformed` (set-up).
 */
export async function readPin(host: Pick<Host, "files">, place: PackagePlace): Promise<Pin> {
  const file = shownPath(place, PIN_FILE);
  const content = await host.files.readText(join(place.formalRoot, PIN_FILE));
  if (content === undefined) {
    throw new GateError("setup", {
      code: "pin_missing",
      message: `Failed to read the pinned toolchain: "${file}" does not exist`,
      location: { file },
      hint: 'Write one line such as "leanprover/lean4:v4.28.0" into it.',
    });
  }
  return parsePin(content, file);
}

/** What Lake is told of the package. */
export interface LakeConfig {
  readonly lakefile: Lakefile;
  /** The same as text: `lakefile.toml`, or Lake's translation of `lakefile.lean`. */
  readonly toml: string;
}

/**
 * Reads `lakefile.toml`, or returns `undefined` when the package has a `lakefile.lean` instead.
 *
 * @throws GateError `lakefile_missing`, `lakefile_ambiguous` or `lakefile_malformed` (set-up).
 */
export async function readLakefile(
  host: Pick<Host, "files">,
  place: PackagePlace,
): Promise<LakeConfig | undefined> {
  const file = shownPath(place, LAKEFILE);
  const toml = await host.files.readText(join(place.formalRoot, LAKEFILE));
  const other = await host.files.exists(join(place.formalRoot, LAKEFILE_LEAN));
  if (toml !== undefined && other) throw ambiguous(file, shownPath(place, LAKEFILE_LEAN));
  if (toml !== undefined) return { lakefile: parseLakefile(toml, file, place.formalRoot), toml };
  if (other) return undefined;
  throw new GateError("setup", {
    code: "lakefile_missing",
    message: `Failed to read the formal package: "${file}" does not exist`,
    location: { file },
    hint: 'Set "formal" in the config to the folder of the Lean package, or write its lakefile.',
  });
}

/** Lake goes by the one in its own language, and by none of what is read here. */
function ambiguous(file: string, other: string): GateError {
  return new GateError("setup", {
    code: "lakefile_ambiguous",
    message: `Failed to read the formal package: it has both "${file}" and "${other}"`,
    location: { file },
    hint: "Remove one of them.",
  });
}

/** Every Lean file of the package, with paths relative to it; what lies in another package is not its own. */
export async function readSourceFiles(
  host: Host,
  { formalRoot }: PackagePlace,
  lakefile?: Lakefile,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const wanted = { ...buildSources(lakefile), apart: await packagesBelow(host, formalRoot) };
  for await (const { path, bytes } of leanFiles(host, formalRoot, wanted)) {
    if (path !== LAKEFILE_LEAN) files.push({ path, text: decodeSource(bytes).text });
  }
  return files;
}

/** Reads the Lean files and builds the module graph from them. */
export async function readModuleGraph(
  host: Host,
  place: PackagePlace,
  lakefile: Lakefile,
  isExternal: (module: string) => boolean,
): Promise<ModuleGraph> {
  const files = await readSourceFiles(host, place, lakefile);
  return moduleGraph({ lakefile, files, isExternal, show: (path) => shownPath(place, path) });
}
