/** Scans a whole folder of Lean sources. */
import { join } from "node:path";
import type { Host } from "../host/host.ts";
import { buildSources } from "../toolchain/build_sources.ts";
import { LAKEFILE, MANIFEST, parseLakefile } from "../toolchain/lakefile.ts";
import { leanFiles, leanPaths } from "../lean/files.ts";
import type { ScanFinding } from "./finding.ts";
import { packageRoots } from "./roots.ts";
import { scanSource } from "./scan.ts";

/** What a scan of a folder looked at and found. */
export interface FolderScan {
  /** Paths of the files, as findings name them. */
  readonly files: readonly string[];
  readonly findings: readonly ScanFinding[];
}

/** Scans every Lean file below `folder`; `show` gives the path that findings name. */
export async function scanFolder(
  host: Host,
  folder: string,
  show: (path: string) => string,
): Promise<FolderScan> {
  const text = await host.files.readText(join(folder, LAKEFILE));
  const manifest = await host.files.readText(join(folder, MANIFEST));
  const lakefile = text === undefined ? undefined : parseLakefile(text, show(LAKEFILE));
  const roots = packageRoots({
    paths: await leanPaths(host, folder),
    ...(lakefile === undefined ? {} : { lakefile }),
    ...(manifest === undefined ? {} : { manifest }),
  });
  const files: string[] = [];
  const findings: ScanFinding[] = [];
  for await (const { path, bytes } of leanFiles(host, folder, buildSources(lakefile))) {
    files.push(show(path));
    for (const finding of scanSource(show(path), bytes, { roots })) findings.push(finding);
  }
  return { files, findings };
}
