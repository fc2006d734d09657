/** What a build takes of a folder, told by its lakefile. Pure. */
import { posix } from "node:path";
import type { BuildSources } from "./files.ts";
import type { Lakefile } from "./lakefile.ts";

/** The sources of the package; without a lakefile that can be read, what its files import. */
export function buildSources(lakefile: Lakefile | undefined): BuildSources {
  const { libs = [], exes = [] } = lakefile ?? {};
  const globs = libs.flatMap(({ srcDir, globs }) => globs.map((glob) => ({ srcDir, ...glob })));
  const roots = exes.map(({ srcDir, root }) => ({ srcDir, module: root }));
  return {
    srcDirs: [...new Set(["", ...[...libs, ...exes].map(({ srcDir }) => srcDir)])],
    files: [...globs, ...roots].map((root) => `${pathOf(root)}.lean`),
    folders: globs.filter(({ kind }) => kind !== "one").map(pathOf),
  };
}

function pathOf({ srcDir, module }: { srcDir: string; module: string }): string {
  return posix.join(srcDir, module.replaceAll(".", "/"));
}
