/** Scans folders and files of Lean sources. */
import { basename, dirname, join, posix } from "node:path";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import { type BuildSources, leanFiles, leanPaths, pathFrom } from "../package/files.ts";
import { buildSources } from "../package/build_sources.ts";
import { packagesBelow } from "../package/nested.ts";
import { LAKEFILE, LAKEFILE_LEAN, parseLakefile } from "../package/lakefile.ts";
import type { Scanned } from "./acceptance/accept.ts";
import type { ScanFinding } from "./finding.ts";
import { lakefileFindings } from "./lakefile_options.ts";
import { packageRoots, type Roots, topLevelNames } from "./roots.ts";
import { type ScanPool, scanPool } from "./pool.ts";
import type { InlineAllowed } from "./acceptance/inline_allow.ts";
import type { SourceResult } from "./scan.ts";

/**
 * Scans every Lean file below `folder`; `show` gives the path that the result names. Beyond `patience`
 * milliseconds of work other threads help. As many texts are held as there are threads.
 */
export async function scanFolder(
  host: Host,
  folder: string,
  show: (path: string) => string,
  patience?: number,
): Promise<Scanned> {
  const inner = await packagesBelow(host, folder);
  using pool = scanPool(host, patience);
  const scans: Scanned[] = [];
  for (const home of ["", ...inner]) {
    const below = home === "" ? "" : `${home}/`;
    const apart = inner.filter((path) => path !== home && path.startsWith(below))
      .map((path) => path.slice(below.length));
    const shown = (path: string) => show(posix.join(home, path));
    scans.push(await scanPackage(host, pool, { folder: join(folder, home), apart, shown }));
  }
  // A package may have sources in the folder of another one.
  const files = new Set<string>();
  const findings: ScanFinding[] = [];
  const inline: InlineAllowed[] = [];
  for (const scan of scans) {
    findings.push(...scan.findings.filter(({ file }) => !files.has(file)));
    inline.push(...(scan.inline ?? []).filter(({ file }) => !files.has(file)));
    for (const file of scan.files) files.add(file);
  }
  return { files: [...files], findings, inline };
}

/** What is scanned of a package. */
interface Place {
  /** The folder; all paths below are seen from it. */
  readonly folder: string;
  /** Folders in it that are not scanned. */
  readonly apart?: readonly string[];
  /** The one file that is scanned. */
  readonly only?: string;
  /** The path that the result names. */
  readonly shown: (path: string) => string;
}

/** Scans a package, a folder of it or a file of it. */
async function scanPackage(host: Host, pool: ScanPool, place: Place): Promise<Scanned> {
  const { folder, apart = [], only, shown } = place;
  const { sources, roots, outside, options } = await packageOf(host, place);
  const isWanted = (path: string) =>
    only !== undefined || !path.startsWith("../") ||
    outside.some((dir) => path.startsWith(`${dir}/`));
  const found = new Map<string, SourceResult>();
  const running = new Set<Promise<void>>();
  const wanted = only === undefined
    ? { ...sources, apart }
    : { srcDirs: [], files: [], folders: [], only: [only] };
  for await (const { path, bytes } of leanFiles(host, folder, wanted)) {
    stopIfInterrupted(host);
    if (!isWanted(path)) continue;
    found.set(path, { findings: [], allowed: [] }); // in the order of the files, whichever is done first
    const job = pool.scan(shown(path), bytes, { roots })
      .then((result) => void found.set(path, result))
      .finally(() => running.delete(job));
    running.add(job);
    if (running.size >= pool.width) await Promise.race(running);
  }
  await Promise.all(running);
  const results = [...found.values()];
  return {
    files: [...found.keys()].map(shown),
    inline: results.flatMap(({ allowed }) => allowed),
    findings: [
      ...only === undefined ? options : [],
      ...results.flatMap(({ findings }) => findings),
    ],
  };
}

/** Scans the file at `path`; `undefined` when there is none. `show` is given paths seen from the file. */
export async function scanFile(
  host: Host,
  path: string,
  show: (path: string) => string,
): Promise<Scanned | undefined> {
  // A pipe or a device might be read for ever.
  if (await host.files.size(path) === undefined) return undefined;
  using pool = scanPool(host);
  const shown = (inner: string) => show(`../${inner}`);
  return await scanPackage(host, pool, { folder: dirname(path), only: basename(path), shown });
}

/** What is known of the package around a folder: it is where the nearest lakefile is. */
interface Package {
  /** What a build takes of the folder, and where its imports may stand. */
  readonly sources: BuildSources;
  /**
   * Roots of the modules that sources in the folder may import: those of the package, and its own. Without a
   * package they may also be named for the folder and those around it, up to the working directory.
   */
  readonly roots: Roots;
  /** Folders of the package's sources that are outside of it. */
  readonly outside: readonly string[];
  /** What its lakefile sets for all of them. */
  readonly options: readonly ScanFinding[];
}

async function packageOf(host: Host, { folder, shown }: Place): Promise<Package> {
  const around = await packageAround(host, folder);
  const home = around ?? folder;
  const text = await host.files.readText(join(home, LAKEFILE));
  const name = shown(pathFrom(folder, join(home, LAKEFILE)));
  const lakefile = text === undefined ? undefined : parseLakefile(text, name, home);
  const built = buildSources(lakefile);
  const roots = await packageRoots(host, home, lakefile);
  if (around === folder) {
    const outside = built.srcDirs.filter((srcDir) => srcDir.startsWith("../"));
    const options = text === undefined ? [] : lakefileFindings(text, name);
    return { sources: built, roots, outside, options };
  }
  const also = (names: readonly string[]) =>
    roots === "any" ? roots : new Set([...roots, ...names]);
  if (around === undefined) {
    // In the folder `Gate` the modules may be `Gate.Main`.
    const way = pathFrom(host.cwd, folder);
    const isBelow = way !== "" && !way.startsWith("..");
    const names = isBelow ? way.split("/") : [basename(folder)];
    const above = isBelow ? names.map((_, level) => "../".repeat(level + 1)) : [];
    const sources = { ...built, srcDirs: [...built.srcDirs, ...above] };
    return { sources, roots: also(names), outside: [], options: [] };
  }
  const srcDirs = built.srcDirs.map((srcDir) => pathFrom(folder, join(home, srcDir)));
  return {
    sources: { srcDirs: ["", ...srcDirs], files: [], folders: [] },
    roots: also(topLevelNames(await leanPaths(host, folder))),
    outside: [],
    options: [],
  };
}

/** The nearest folder with a lakefile, at most up to the root of the checkout; `undefined` for none. */
async function packageAround(host: Host, folder: string): Promise<string | undefined> {
  for (let at = folder;; at = dirname(at)) {
    const names = (await host.files.list(at) ?? []).map(({ name }) => name);
    if (names.includes(LAKEFILE) || names.includes(LAKEFILE_LEAN)) return at;
    if (names.includes(".git") || basename(at) === "") return undefined;
  }
}
