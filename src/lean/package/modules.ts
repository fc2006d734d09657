/** The module graph of a formal package: what a build reaches, in which order, and what it never reaches. */
import { counted } from "../../platform/text/counted.ts";
import { type Diagnostic, error, warning } from "../../platform/diagnostic.ts";
import { type Header, type Import, parseHeader } from "../syntax/header.ts";
import type { Glob, Lakefile, LeanOptions } from "./lakefile.ts";

/** A `.lean` file of the package: its path relative to the package, with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A module of the package. */
export interface Module {
  readonly name: string;
  /** Path relative to the package, e.g. `Lifecycle/Reduce.lean`. */
  readonly path: string;
  readonly text: string;
  readonly options: LeanOptions;
  /** Names of the package's own modules that it imports, without repetition. */
  readonly imports: readonly string[];
}

/** The result of {@linkcode moduleGraph}. */
export interface ModuleGraph {
  /** Modules that a build reaches, each behind all of its imports. Those in or behind a fault are left out. */
  readonly order: readonly Module[];
  /**
   * `module_missing` and `module_cycle` at the import that is at fault, `root_missing`, `module_taken`, and
   * `module_unreached` for each file that no root imports. All are errors.
   */
  readonly findings: readonly Diagnostic[];
}

/** What {@linkcode moduleGraph} needs to know. */
export interface GraphInput {
  readonly lakefile: Lakefile;
  /** Every `.lean` file of the package. */
  readonly files: readonly SourceFile[];
  /** Whether the toolchain (or a required package) has this module. */
  readonly isExternal: (module: string) => boolean;
  /** The path to show for a path relative to the package. */
  readonly show: (path: string) => string;
}

/** Lean looks for modules below these names in its own library alone. */
const LIBRARIES: ReadonlySet<string> = new Set([
  "Init",
  "Std",
  "Lean",
  "Lake",
  "LakeMain",
  "Leanc",
]);

interface Root {
  readonly module: string;
  readonly path: string;
  readonly options: LeanOptions;
  readonly owner: string;
}

/** Builds the graph from the libraries' and executables' roots along the imports. */
export function moduleGraph(input: GraphInput): ModuleGraph {
  const { lakefile, isExternal, show } = input;
  const files = new Map(input.files.map((file) => [file.path, file]));
  const findings: Diagnostic[] = [];
  const order: Module[] = [];
  const visited = new Map<string, "open" | "sound" | "faulty">();
  const reached = new Set<string>();

  /** Depth first; returns whether the module and everything it imports is there. */
  function visit(name: string, path: string, text: string, options: LeanOptions): boolean {
    visited.set(name, "open");
    reached.add(path);
    if (isTaken(name)) {
      findings.push(taken(name, show(path)));
      visited.set(name, "faulty");
      return false;
    }
    const header = parseHeader(text);
    const follow = (imported: Import) => followImport(imported, name, path);
    const sound = header.imports.map(follow).every(Boolean);
    visited.set(name, sound ? "sound" : "faulty");
    if (sound) order.push({ name, path, text, options, imports: ownImports(header) });
    return sound;
  }

  function followImport(imported: Import, from: string, path: string): boolean {
    const place = { file: show(path), line: imported.line, column: imported.column };
    const own = locate(imported.module, lakefile);
    const file = own && files.get(own.path);
    if (own === undefined || file === undefined) {
      if (own === undefined && isExternal(imported.module)) return true;
      const reason = own
        ? `has no file "${show(own.path)}"`
        : "neither the package nor the toolchain has";
      findings.push(
        error("module_missing", `"${from}" imports "${imported.module}", which ${reason}`, {
          location: place,
          hint: "Correct the name of the module, or add its file.",
        }),
      );
      return false;
    }
    const state = visited.get(imported.module);
    if (state === "open") {
      const names = cycle(imported.module, from);
      findings.push(
        error("module_cycle", `Modules import each other: ${names}`, {
          location: place,
          hint: "Remove one of these imports.",
        }),
      );
      return false;
    }
    if (state !== undefined) return state === "sound";
    return visit(imported.module, own.path, file.text, own.options);
  }

  /** The open modules in the order they were entered are the path from the root; its end is the cycle. */
  function cycle(first: string, last: string): string {
    const open = [...visited].filter(([, state]) => state === "open").map(([name]) => name);
    const names = open.slice(open.indexOf(first), open.indexOf(last) + 1);
    return [...names, first].map((name) => `"${name}"`).join(" → ");
  }

  function ownImports(header: Header): string[] {
    const names = header.imports.map(({ module }) => module);
    return [...new Set(names.filter((name) => visited.has(name)))];
  }

  for (const root of roots(lakefile, input.files)) {
    const file = files.get(root.path);
    if (file === undefined) findings.push(rootMissing(root, show));
    else if (!visited.has(root.module)) visit(root.module, root.path, file.text, root.options);
  }
  for (const { path } of input.files) {
    if (!reached.has(path)) findings.push(unreached(show(path)));
  }
  return { order, findings };
}

/** Answers which file, by its path relative to the package, a module of it has. */
export function moduleFiles(
  lakefile: Lakefile,
  files: readonly SourceFile[],
): (module: string) => string | undefined {
  const ofRoots = new Map(roots(lakefile, files).map(({ module, path }) => [module, path]));
  return (module) => ofRoots.get(module) ?? locate(module, lakefile)?.path;
}

/** Where a module of the package has its file, or `undefined` when it is none of the package's own. */
function locate(
  module: string,
  lakefile: Lakefile,
): { path: string; options: LeanOptions } | undefined {
  const lib = lakefile.libs.find(({ roots, globs }) =>
    roots.some((root) => isWithin(module, root)) || globs.some((glob) => matches(glob, module))
  );
  const home = lib ?? lakefile.exes.find(({ root }) => root === module);
  return home && { path: pathOf(home.srcDir, module), options: home.options };
}

function roots(lakefile: Lakefile, files: readonly SourceFile[]): Root[] {
  const ofLibs = lakefile.libs.flatMap(({ name, srcDir, globs, options }) =>
    globs.flatMap((glob) => expand(glob, srcDir, files))
      .map((module) => ({ module, path: pathOf(srcDir, module), options, owner: name }))
  );
  const ofExes = lakefile.exes.map(({ name, srcDir, root, options }) => ({
    module: root,
    path: pathOf(srcDir, root),
    options,
    owner: name,
  }));
  return [...ofLibs, ...ofExes];
}

function expand(glob: Glob, srcDir: string, files: readonly SourceFile[]): string[] {
  const folder = pathOf(srcDir, glob.module).replace(/\.lean$/, "/");
  const start = srcDir === "" ? 0 : srcDir.length + 1;
  const submodules = files.filter(({ path }) => path.startsWith(folder))
    .map(({ path }) => path.slice(start).replace(/\.lean$/, "").replaceAll("/", "."));
  if (glob.kind === "one") return [glob.module];
  return glob.kind === "submodules" ? submodules : [glob.module, ...submodules];
}

function matches({ module, kind }: Glob, name: string): boolean {
  if (kind === "one") return name === module;
  return name.startsWith(`${module}.`) || (kind === "withSubmodules" && name === module);
}

function isWithin(module: string, root: string): boolean {
  return module === root || module.startsWith(`${root}.`);
}

function pathOf(srcDir: string, module: string): string {
  return `${srcDir === "" ? "" : `${srcDir}/`}${module.replaceAll(".", "/")}.lean`;
}

function rootMissing(root: Root, show: (path: string) => string): Diagnostic {
  const file = show(root.path);
  const message = `"${root.owner}" starts from "${root.module}", which has no file "${file}"`;
  return error("root_missing", message, {
    location: { file },
    hint: "Correct the roots in the lakefile, or add the file.",
  });
}

/** Whether Lean looks for the module in its own library. */
export function isTaken(module: string): boolean {
  return LIBRARIES.has(module.split(".")[0]!);
}

/** Whoever imports the module would get another one, and nothing could tell what is proved in this one. */
export function taken(module: string, file: string): Diagnostic {
  return error("module_taken", `"${module}" is a name for modules of Lean's own library`, {
    location: { file },
    hint: "Call the module, and the root of its library, by a name of the package's own.",
  });
}

/** The finding for a file of the package, given as it is shown, that no build reaches. */
export function unreached(file: string): Diagnostic {
  return error(
    "module_unreached",
    `"${file}" is not imported from any root of the package: nothing in it is checked`,
    {
      location: { file },
      hint: 'Import it from a root module, or remove it; then run "lean-gate verify --only build".',
    },
  );
}

/** The one finding for all modules that could not be built because others failed. */
export function notBuilt(names: readonly string[], failed: readonly string[]): Diagnostic {
  const quoted = (list: readonly string[]) => list.map((name) => `"${name}"`).join(", ");
  const were = names.length === 1 ? "was" : "were";
  return warning(
    "modules_not_built",
    `${counted(names.length, "module")} ${were} not built because ${quoted(failed)} failed: ${
      quoted(names)
    }`,
    { hint: "Correct the errors of those that failed; the others are built then." },
  );
}
