/** Which modules a package may import besides the toolchain's own. Pure. */
import { readLakefileLean } from "../package/lakefile_lean.ts";
import type { Lakefile } from "../package/lakefile.ts";

/** What the roots are read from. */
export interface RootSources {
  /** The package's lakefile, when it has one that can be read. */
  readonly lakefile?: Lakefile;
  /** Text of its `lakefile.lean`, which only Lake can read: what it seems to name counts beside `paths`. */
  readonly script?: string;
  /** Text of `lake-manifest.json`, when there is one. */
  readonly manifest?: string;
  /** Paths of the Lean files, relative to the scanned folder, with `/`. */
  readonly paths: readonly string[];
}

/**
 * First name parts of the modules that belong to the package or that it requires: the lakefile's
 * libraries, executables and requirements and the manifest's packages, or without a lakefile the
 * top-level names of the folder. Those of a required package are also there in lower case, as
 * `proofwidgets` has the modules `ProofWidgets.…`.
 */
export function packageRoots(
  { lakefile, script, manifest, paths }: RootSources,
): ReadonlySet<string> {
  const named = script === undefined ? undefined : readLakefileLean(script);
  const required = [
    ...lakefile?.requires ?? [],
    ...named?.requires ?? [],
    ...manifestPackages(manifest),
  ].flatMap(moduleNames);
  const own = lakefile === undefined ? [...topLevelNames(paths), ...named?.roots ?? []] : [
    ...lakefile.libs.flatMap((
      { roots, globs },
    ) => [...roots, ...globs.map(({ module }) => module)]),
    ...lakefile.exes.map(({ root }) => root),
  ].map((module) => module.split(".")[0]!);
  return new Set([...own, ...required]);
}

/** First name parts of the modules that a folder has by its paths. */
export function topLevelNames(paths: readonly string[]): string[] {
  return paths.map((path) => path.split("/")[0]!.replace(/\.lean$/, ""));
}

/** A package `batteries` has the modules `Batteries.…`; one named `doc-gen4` has `DocGen4.…`. */
function moduleNames(spelled: string): string[] {
  const name = spelled.replaceAll(/[«»]/g, "");
  const camel = name.split(/[-_]/).map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(
    "",
  );
  return [name, camel, camel.toLowerCase()];
}

/** Whether a module whose first name part is `root` is one of `roots`. */
export function isRoot(roots: ReadonlySet<string> | undefined, root: string): boolean {
  return roots !== undefined && (roots.has(root) || roots.has(root.toLowerCase()));
}

function manifestPackages(manifest: string | undefined): string[] {
  if (manifest === undefined) return [];
  try {
    const { packages } = JSON.parse(manifest) as { packages?: { name?: unknown }[] };
    return (packages ?? []).map(({ name }) => name).filter((name) => typeof name === "string");
  } catch {
    // A manifest that Lake cannot read either is Lake's to report.
    return [];
  }
}
