/** Scans a whole folder of Lean sources. */
import { join } from "node:path";
import type { Host } from "../host/host.ts";
import { LAKEFILE, MANIFEST, parseLakefile } from "../toolchain/lakefile.ts";
import { type LeanFile, leanFiles } from "../lean/files.ts";
import type { ScanFinding } from "./finding.ts";
import { packageRoots } from "./roots.ts";
import { scanSource } from "./scan.ts";

/** What a scan of a folder looked at and found. */
export interface FolderScan {
  readonly files: readonly LeanFile[];
  readonly findings: readonly ScanFinding[];
}

/** Scans every Lean file below `folder`; `show` gives the path that findings name. */
export async function scanFolder(
  host: Host,
  folder: string,
  show: (path: string) => string,
): Promise<FolderScan> {
  const files = await leanFiles(host, folder);
  const lakefile = await host.files.readText(join(folder, LAKEFILE));
  const manifest = await host.files.readText(join(folder, MANIFEST));
  const roots = packageRoots({
    paths: files.map(({ path }) => path),
    ...(lakefile === undefined ? {} : { lakefile: parseLakefile(lakefile, show(LAKEFILE)) }),
    ...(manifest === undefined ? {} : { manifest }),
  });
  const findings = files.flatMap(({ path, bytes }) => scanSource(show(path), bytes, { roots }));
  return { files, findings };
}
