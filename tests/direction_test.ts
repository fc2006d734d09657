/** What ARCHITECTURE.md says is absent: imports against the direction, effects outside the host, cycles. */
import assert from "node:assert/strict";
import { join, posix } from "node:path";
import { REPOSITORY } from "./support/cli.ts";

/** The wings that each wing of `src/` may import from, besides itself. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  lean: ["platform"],
  replay: ["platform"],
  gate: ["lean", "replay", "platform"],
  lifecycle: [],
  service: ["lifecycle", "platform"],
};

/** The wing of a path from the root of the repository, if it is in one. */
const wingOf = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1];

/** The paths that a module imports from this repository, and the other specifiers. */
function importsOf(path: string, source: string): { paths: string[]; packages: string[] } {
  const specifiers = Array.from(
    source.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g),
    ([, specifier]) => specifier!,
  );
  const isPath = (specifier: string) => specifier.startsWith(".");
  return {
    paths: specifiers.filter(isPath).map((it) => posix.join(posix.dirname(path), it)),
    packages: specifiers.filter((it) => !isPath(it)),
  };
}

/** What a module may not do; `isPublic` tells which modules of a wing others may import. */
function offences(path: string, source: string, isPublic = (_path: string) => true): string[] {
  const { paths, packages } = importsOf(path, source);
  const wing = wingOf(path);
  const inHost = path.startsWith("src/platform/host/");
  const isPure = /^src\/(replay\/diff|gate\/report|lean\/syntax)\//.test(path);
  const foreign = paths.filter((to) => wingOf(to) !== wing);
  return [
    ...foreign.filter((to) => wing !== undefined && !BELOW[wing]!.includes(wingOf(to) ?? "")),
    ...foreign.filter((to) => wingOf(to) !== undefined && !isPublic(to)),
    ...packages.filter((it) => !inHost && /^node:(fs|child_process|process|os)/.test(it)),
    ...paths.filter((to) => isPure && /\/(host|engines)\//.test(to)),
    ...(wing !== undefined && !inHost && /\bDeno\.[a-z]/.test(source) ? ["Deno"] : []),
  ];
}

/** Every module below a folder that is no test, benchmark or helper of one. */
async function* modules(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(join(REPOSITORY, folder))) {
    const path = `${folder}/${name}`;
    if (isDirectory && !/^(testing|template|smoke)$/.test(name)) yield* modules(path);
    if (/\.ts$/.test(name) && !/(_test|_bench)\.ts$/.test(name)) yield path;
  }
}

/** All modules of these folders with their texts, and the entries of the package. */
async function sources(...folders: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of ["mod.ts", "gate.ts"]) {
    found.set(path, await Deno.readTextFile(join(REPOSITORY, path)));
  }
  for (const folder of folders) {
    for await (const path of modules(folder)) {
      found.set(path, await Deno.readTextFile(join(REPOSITORY, path)));
    }
  }
  return found;
}

/** The modules that the indexes of the wings name. */
async function published(): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const wing of Object.keys(BELOW)) {
    const index = await import(join(REPOSITORY, "src", wing, "index.ts"));
    for (const path of index.PUBLIC as readonly string[]) paths.add(`src/${wing}/${path}`);
  }
  return paths;
}

/** A cycle of imports among these modules, if there is one. Types count: a cycle of types is one to a reader. */
function cycle(texts: ReadonlyMap<string, string>): string[] | undefined {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path) || !texts.has(path)) return undefined;
    for (const to of importsOf(path, texts.get(path)!).paths) {
      const found = visit(to, [...trail, path]);
      if (found !== undefined) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const path of texts.keys()) {
    const found = visit(path, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

Deno.test("every module of src/ imports downwards, from what the indexes name, and leaves effects to the host", async () => {
  const isPublic = await published();
  const texts = await sources("src", "cli", "ci", "bench", "schema");
  for (const [path, text] of texts) {
    assert.deepEqual(
      offences(path, text, (to) => isPublic.has(to)).filter((it) =>
        // The command line, the bench and the tools have effects of their own.
        path.startsWith("src/") || it.startsWith("src/")
      ),
      [],
      path,
    );
  }
  assert.ok(texts.size > 250, `${texts.size} modules`);
});

Deno.test("the indexes name only modules that another wing or the command line imports", async () => {
  const texts = await sources("src", "cli", "ci", "bench", "schema");
  const used = new Set<string>();
  for (const [path, text] of texts) {
    for (const to of importsOf(path, text).paths) if (wingOf(to) !== wingOf(path)) used.add(to);
  }
  assert.deepEqual([...await published()].filter((path) => !used.has(path)), []);
});

Deno.test("no modules import each other in a cycle", async () => {
  assert.equal(cycle(await sources("src", "cli")), undefined);
  assert.deepEqual(
    cycle(new Map([["src/a.ts", 'from "./b.ts"'], ["src/b.ts", 'from "./a.ts"']])),
    ["src/a.ts", "src/b.ts", "src/a.ts"],
  );
});

Deno.test("an import against the direction and an effect outside of the host are noticed", () => {
  const refused: [string, string, string][] = [
    ["src/lean/scan/scan.ts", 'import { app } from "../../../cli/app.ts";', "cli/app.ts"],
    ["src/lean/scan/scan.ts", 'import { readFileSync } from "node:fs";', "node:fs"],
    ["src/lean/scan/scan.ts", "await Deno.readTextFile(path);", "Deno"],
    [
      "src/replay/diff/diff.ts",
      'import type { Engine } from "../engines/engine.ts";',
      "src/replay/engines/engine.ts",
    ],
    [
      "src/lean/audit/audit.ts",
      'import type { Stage } from "../../gate/stages/stage.ts";',
      "src/gate/stages/stage.ts",
    ],
    ["src/replay/a.ts", 'import { scan } from "../lean/scan/scan.ts";', "src/lean/scan/scan.ts"],
    ["src/gate/a.ts", 'const it = await import("../service/run.ts");', "src/service/run.ts"],
  ];
  for (const [path, source, offence] of refused) {
    assert.deepEqual(offences(path, source), [offence]);
  }
  assert.deepEqual(
    offences("cli/a.ts", 'from "../src/lean/scan/split.ts"', () => false),
    ["src/lean/scan/split.ts"],
  );
  assert.deepEqual(offences("src/platform/host/deno.ts", 'import "node:os";\nDeno.cwd();'), []);
});
