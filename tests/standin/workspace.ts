/** The stand-in's view of a package and those that it requires, and the embedded Lean that does the work. */
import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import process from "node:process";
import type { Host } from "../../src/platform/host/host.ts";
import {
  type LakeConfig,
  readLakefile,
  readModuleGraph,
} from "../../src/lean/package/formal_package.ts";
import { type Lakefile, LAKEFILE_LEAN, parseLakefile } from "../../src/lean/package/lakefile.ts";
import type { Module } from "../../src/lean/package/modules.ts";
import { openToolchain } from "../../src/lean/toolchain/choose.ts";
import type { Answer, Toolchain } from "../../src/lean/toolchain/toolchain.ts";
import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";

/** A package of the workspace. */
export interface Package {
  readonly root: string;
  readonly config: LakeConfig;
  readonly modules: readonly Module[];
  /** The fields that only Lake reads. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The package of the working folder first, then those that it requires. */
export interface Workspace {
  readonly host: Host;
  readonly packages: readonly Package[];
}

/** The translation that a test's `lakefile.lean` has in its first comment: there is no Lake to make one. */
export async function translation(host: Host, root: string): Promise<string | undefined> {
  const text = await host.files.readText(join(root, LAKEFILE_LEAN)) ?? "";
  return /\/- translate-config toml\n([\s\S]*?)\n-\//.exec(text)?.[1];
}

/** Loads the workspace; `undefined` when there is no lakefile that the stand-in can read. */
export async function loadWorkspace(host: Host): Promise<Workspace | undefined> {
  const packages: Package[] = [];
  const load = async (root: string): Promise<boolean> => {
    const place = { formalRoot: root, projectRoot: root };
    const config = await readLakefile(host, place) ?? await translated(host, root);
    if (config === undefined) return false;
    const { order } = await readModuleGraph(host, place, config.lakefile, () => true);
    const settings = getStaticTOMLValue(parseTOML(config.toml)) as Record<string, unknown>;
    packages.push({ root, config, modules: order, settings });
    for (const { path } of (settings.require ?? []) as { path?: string }[]) {
      if (path !== undefined) await load(join(root, path));
    }
    return true;
  };
  if (!await load(host.cwd)) return undefined;
  if (packages.length > 1) await writeManifest(host, packages);
  return { host, packages };
}

async function translated(host: Host, root: string): Promise<LakeConfig | undefined> {
  const toml = await translation(host, root);
  if (toml === undefined) return undefined;
  return { lakefile: parseLakefile(toml, LAKEFILE_LEAN), toml };
}

async function writeManifest(host: Host, [own, ...required]: readonly Package[]): Promise<void> {
  const packages = required.map(({ root, config }) => ({
    type: "path",
    name: config.lakefile.name,
    manifestFile: "lake-manifest.json",
    inherited: false,
    dir: relative(own!.root, root),
    configFile: "lakefile.toml",
  }));
  await host.files.writeAtomic(
    join(own!.root, "lake-manifest.json"),
    JSON.stringify({ version: "1.1.0", packagesDir: ".lake/packages", packages }, null, 1),
  );
}

/** The modules that an executable or library of the package starts from. */
export function targetsOf({ lakefile }: LakeConfig): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ...lakefile.libs.map(({ name, roots, globs }) =>
      [name, [...roots, ...globs.map(({ module }) => module)]] as const
    ),
    ...lakefile.exes.map(({ name, root }) => [name, [root]] as const),
  ]);
}

/** All modules, each behind those that it imports. */
export function allModules({ packages }: Workspace): readonly Module[] {
  const modules = packages.toReversed().flatMap(({ modules }) => modules);
  const names = new Set(modules.map(({ name }) => name));
  // A package knows its own modules only: which others are imported is said by the text.
  return modules.map((module) => ({
    ...module,
    imports: [...names].filter((name) =>
      module.imports.includes(name) ||
      new RegExp(`^\\s*(public |meta |private )*import (all )?${RegExp.escape(name)}\\s*$`, "m")
        .test(module.text)
    ),
  }));
}

/** Folder of packages that were compiled before, for tests that compile the same one often. */
const SHARED = process.env.STANDIN_SHARED;

/** Embedded Lean on one package that is made of all: in a folder beside Lake's own, or a shared one. */
export async function openWorker(workspace: Workspace): Promise<Toolchain> {
  const { host, packages } = workspace;
  const modules = allModules(workspace);
  const exes = packages.flatMap(({ config }) => config.lakefile.exes);
  const lakefile = lakefileOf(modules, exes);
  const sources = modules.map(({ name, text }) => [name, text]);
  const formalRoot = SHARED === undefined
    ? join(host.cwd, ".lake", "standin")
    : join(SHARED, digest([lakefile, sources]));
  for (const { name, text } of modules) {
    await host.files.writeAtomic(join(formalRoot, fileOf(name)), text);
  }
  await host.files.writeAtomic(join(formalRoot, "lakefile.toml"), lakefile);
  await host.files.writeAtomic(join(formalRoot, "lean-toolchain"), "leanprover/lean4:v4.28.0\n");
  const place = { formalRoot, projectRoot: formalRoot };
  return await openToolchain(host, { ...place, choice: "embedded" }, () => {});
}

/**
 * What embedded Lean answers to a program of the gate. It is asked once about the same package where
 * packages are shared.
 */
export async function answerOf(
  workspace: Workspace,
  program: string,
  request: string,
): Promise<Answer> {
  const worker = await openWorker(workspace);
  if (SHARED === undefined) return await worker.ask(program, request);
  const { files } = workspace.host;
  const texts = allModules(workspace).map(({ name, text }) => [name, text]);
  const kept = join(SHARED, `${digest([texts, program, request])}.json`);
  const known = await files.readText(kept);
  if (known !== undefined) return JSON.parse(known);
  const answer = await worker.ask(program, request);
  await files.writeAtomic(kept, JSON.stringify(answer));
  return answer;
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

/** The file of a module below the folder of its library. */
export function fileOf(module: string, extension = "lean"): string {
  return `${module.replaceAll(".", "/")}.${extension}`;
}

function lakefileOf(modules: readonly Module[], exes: Lakefile["exes"]): string {
  const quoted = (text: string) => JSON.stringify(text);
  const libs = modules.filter(({ name }) => exes.every(({ root }) => root !== name))
    .map(({ name, options }) =>
      [
        "[[lean_lib]]",
        `name = ${quoted(name)}`,
        `leanOptions = [${
          options.map(([name, value]) => `{ name = ${quoted(name)}, value = ${quoted(value)} }`)
        }]`,
      ].join("\n")
    );
  const programs = exes.map(({ name, root }) =>
    ["[[lean_exe]]", `name = ${quoted(name)}`, `root = ${quoted(root)}`].join("\n")
  );
  return ['name = "standin"', ...libs, ...programs].join("\n");
}
