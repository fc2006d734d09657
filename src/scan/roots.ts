/** Which modules a package may import besides the toolchain's own. Pure. */
import type { Lakefile } from "../toolchain/lakefile.ts";

/** What the roots are read from. */
export interface RootSources {
  /** The package's lakefile, when it has one that can be read. */
  readonly lakefile?: Lakefile;
  /** Text of `lake-manifest.json`, when there is one. */
  readonly manifest?: string;
  /** Paths of the Lean files, relative to the scanned folder, with `/`. */
  readonly paths: readonly string[];
}

/**
 * First name parts of the modules that belong to the package or that it requires: the lakefile's
 * libraries, executables and requirements and the manifest's packages, or without a lakefile the
 * top-level names of the folder.
 */
export function packageRoots({ lakefile, manifest, paths }: RootSources): ReadonlySet<string> {
  const required = [...lakefile?.requires ?? [], ...manifestPackages(manifest)].flatMap(
    moduleNames,
  );
  const own = lakefile === undefined ? topLevelNames(paths) : [
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
function moduleNames(name: string): string[] {
  const camel = name.split(/[-_]/).map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(
    "",
  );
  return [name, camel];
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
