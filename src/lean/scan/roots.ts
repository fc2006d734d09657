/** Which modules the sources of a package may import besides the toolchain's own. */
import { join } from "node:path";
import type { Host } from "../../platform/host/host.ts";
import { leanPaths } from "../package/files.ts";
import {
  LAKEFILE,
  type Lakefile,
  LAKEFILE_LEAN,
  MANIFEST,
  parseLakefile,
} from "../package/lakefile.ts";
import { type LakefileNames, readLakefileLean } from "../package/lakefile_lean.ts";

/** First name parts of modules; `any` where a required package is not there to tell its own. */
export type Roots = ReadonlySet<string> | "any";

/** Folder of the packages that Lake fetched, unless the manifest names another. */
const PACKAGES = ".lake/packages";

/** The roots of the package in `home`: its own, and those of the packages that it requires. */
export async function packageRoots(
  host: Host,
  home: string,
  lakefile: Lakefile | undefined,
): Promise<Roots> {
  const script = await scriptNames(host, home);
  const manifest = await readManifest(host, home);
  const own = [
    ...await ownRoots(host, home, lakefile),
    ...lakefile === undefined ? script.roots : [],
  ];
  const required = [...lakefile?.requires ?? [], ...script.requires];
  if (manifest === undefined) return required.length === 0 ? new Set(own) : "any";
  if (required.some((name) => !manifest.has(plain(name)))) return "any";
  for (const folder of manifest.values()) {
    const roots = await requiredRoots(host, join(home, folder));
    if (roots === undefined) return "any";
    own.push(...roots);
  }
  return new Set(own);
}

/** First name parts of the modules that a folder has by its paths. */
export function topLevelNames(paths: readonly string[]): string[] {
  return paths.map((path) => path.split("/")[0]!.replace(/\.lean$/, ""));
}

/** Whether a module whose first name part is `root` is one of `roots`. */
export function isRoot(roots: Roots | undefined, root: string): boolean {
  return roots === "any" || (roots?.has(root) ?? false);
}

/** The modules that a package has by its lakefile, else by its folder. */
async function ownRoots(
  host: Host,
  home: string,
  lakefile: Lakefile | undefined,
): Promise<string[]> {
  if (lakefile === undefined) return topLevelNames(await leanPaths(host, home));
  const { libs, exes } = lakefile;
  return [
    ...libs.flatMap(({ roots, globs }) => [...roots, ...globs.map(({ module }) => module)]),
    ...exes.map(({ root }) => root),
  ].map((module) => module.split(".")[0]!);
}

/** The roots of a package that is checked out in `home`; `undefined` where there is none. */
async function requiredRoots(
  host: Host,
  home: string,
): Promise<readonly string[] | undefined> {
  const text = await host.files.readText(join(home, LAKEFILE));
  if (text !== undefined) {
    return await ownRoots(host, home, parseLakefile(text, join(home, LAKEFILE)));
  }
  const { roots } = await scriptNames(host, home);
  return roots.length === 0 ? undefined : roots;
}

async function scriptNames({ files }: Pick<Host, "files">, home: string): Promise<LakefileNames> {
  const script = await files.readText(join(home, LAKEFILE_LEAN));
  return script === undefined ? { roots: [], requires: [] } : readLakefileLean(script);
}

/** The folders of the packages in the manifest, by name; `undefined` where Lake could not read it either. */
async function readManifest(
  { files }: Pick<Host, "files">,
  home: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const text = await files.readText(join(home, MANIFEST));
  if (text === undefined) return undefined;
  try {
    const { packages, packagesDir = PACKAGES } = JSON.parse(text) as {
      packages: { name: string; type?: string; dir?: string }[];
      packagesDir?: string;
    };
    return new Map(packages.map(({ name, type, dir }) => [
      plain(name),
      type === "path" && dir !== undefined ? dir : join(packagesDir, plain(name)),
    ]));
  } catch {
    return undefined;
  }
}

function plain(name: string): string {
  return name.replaceAll(/[«»]/g, "");
}
