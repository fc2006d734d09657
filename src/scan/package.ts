/** Scans folders and files of Lean sources. */
import { basename, dirname, join, posix } from "node:path";
import type { Host } from "../host/host.ts";
import { stopIfInterrupted } from "../host/interrupt.ts";
import { decodeSource } from "../lean/decode.ts";
import { leanFiles, leanPaths } from "../lean/files.ts";
import { buildSources } from "../toolchain/build_sources.ts";
import { LAKEFILE, type Lakefile, MANIFEST, parseLakefile } from "../toolchain/lakefile.ts";
import type { Scanned } from "./accept.ts";
import type { ScanFinding } from "./finding.ts";
import { packageRoots, topLevelNames } from "./roots.ts";
import { type ScanPool, scanPool } from "./pool.ts";
import { scanSource } from "./scan.ts";
import { type SyntaxFile, syntaxReaching, taught } from "./shared_syntax.ts";

/**
 * Scans every Lean file below `folder`; `show` gives the path that the result names. Beyond `patience`
 * milliseconds of work other threads help. As many texts are held as there are threads: a file that uses what another declares, and so splits otherwise, is read a second time.
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
    const place = { folder: join(folder, home), apart };
    scans.push(await scanPackage(host, pool, place, (path) => show(posix.join(home, path))));
  }
  return {
    files: scans.flatMap(({ files }) => files),
    findings: scans.flatMap(({ findings }) => findings),
  };
}

/** Scans the folder of one package, less those of others in it. */
async function scanPackage(
  host: Host,
  pool: ScanPool,
  { folder, apart }: { readonly folder: string; readonly apart: readonly string[] },
  show: (path: string) => string,
): Promise<Scanned> {
  const lakefile = await lakefileIn(host, folder, show(LAKEFILE));
  const roots = await rootsFor(host, folder);
  const sources = { ...buildSources(lakefile), apart };
  const found = new Map<string, readonly ScanFinding[]>();
  const files: SyntaxFile[] = [];
  const running = new Set<Promise<void>>();
  for await (const { path, bytes, imports } of leanFiles(host, folder, sources)) {
    stopIfInterrupted(host);
    found.set(path, []); // in the order of the files, whichever is done first
    const job = pool.scan(show(path), bytes, { roots }).then(({ findings, shared }) => {
      found.set(path, findings);
      files.push({ path, imports, shared });
    }).finally(() => running.delete(job));
    running.add(job);
    if (running.size >= pool.width) await Promise.race(running);
  }
  await Promise.all(running);
  for (const [path, syntax] of syntaxReaching(files)) {
    stopIfInterrupted(host);
    const bytes = await host.files.readBytes(join(folder, path));
    const options = bytes && taught(syntax, decodeSource(bytes).text);
    if (options !== undefined) {
      found.set(path, scanSource(show(path), bytes!, { ...options, roots }));
    }
  }
  return { files: [...found.keys()].map(show), findings: [...found.values()].flat() };
}

/** Scans the file at `path`, shown as `file`; `undefined` when there is none. */
export async function scanFile(
  host: Host,
  path: string,
  file: string,
): Promise<Scanned | undefined> {
  // A pipe or a device might be read for ever.
  if (await host.files.size(path) === undefined) return undefined;
  const bytes = await host.files.readBytes(path);
  if (bytes === undefined) return undefined;
  const roots = await rootsFor(host, dirname(path));
  return { files: [file], findings: scanSource(file, bytes, { roots }) };
}

/** A lakefile in Lean's own language, which only Lake can read. */
const LAKEFILE_LEAN = "lakefile.lean";

/**
 * The roots of the modules that sources in `folder` may import: those of the package around it, which is
 * where the nearest lakefile is, and the folder's own.
 */
async function rootsFor(host: Host, folder: string): Promise<ReadonlySet<string>> {
  const home = await packageAround(host, folder);
  const lakefile = await lakefileIn(host, home, join(home, LAKEFILE));
  const script = await host.files.readText(join(home, LAKEFILE_LEAN));
  const manifest = await host.files.readText(join(home, MANIFEST));
  const roots = packageRoots({
    paths: lakefile === undefined ? await leanPaths(host, home) : [],
    ...(lakefile === undefined ? {} : { lakefile }),
    ...(script === undefined ? {} : { script }),
    ...(manifest === undefined ? {} : { manifest }),
  });
  return home === folder
    ? roots
    : new Set([...roots, ...topLevelNames(await leanPaths(host, folder))]);
}

/** The folders below with a lakefile of their own: paths from `folder`, sorted. */
async function packagesBelow(host: Host, folder: string): Promise<string[]> {
  const homes = new Set<string>();
  for (const path of await leanPaths(host, folder)) {
    // Every folder on the way, unless it and so those above it are known.
    for (let at = posix.dirname(path); at !== "." && !homes.has(at); at = posix.dirname(at)) {
      homes.add(at);
    }
  }
  const found: string[] = [];
  for (const home of [...homes].sort()) {
    const names = [LAKEFILE, LAKEFILE_LEAN].map((name) => join(folder, home, name));
    const sizes = await Promise.all(names.map((name) => host.files.size(name)));
    if (sizes.some((size) => size !== undefined)) found.push(home);
  }
  return found;
}

/** The nearest folder with a lakefile, at most up to the root of the checkout; else `folder` itself. */
async function packageAround(host: Host, folder: string): Promise<string> {
  for (let at = folder;; at = dirname(at)) {
    const names = (await host.files.list(at) ?? []).map(({ name }) => name);
    if (names.includes(LAKEFILE) || names.includes(LAKEFILE_LEAN)) return at;
    if (names.includes(".git") || basename(at) === "") return folder;
  }
}

async function lakefileIn(host: Host, folder: string, file: string): Promise<Lakefile | undefined> {
  const text = await host.files.readText(join(folder, LAKEFILE));
  return text === undefined ? undefined : parseLakefile(text, file);
}
