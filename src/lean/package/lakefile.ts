/** Reads `lakefile.toml`: which libraries and executables a formal package has. */
import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";
import { z } from "zod";
import { posix } from "node:path";
import { GateError, type Location } from "../../platform/diagnostic.ts";
import type { Position } from "../../platform/text/position.ts";

/** Name of the file, in the root of the formal package. */
export const LAKEFILE = "lakefile.toml";
/** A lakefile in Lean's own language, which only Lake can read. */
export const LAKEFILE_LEAN = "lakefile.lean";
/** Name of the file beside it in which Lake keeps the versions of required packages. */
export const MANIFEST = "lake-manifest.json";

/** A `lean_lib` of the package. */
export interface LeanLib {
  readonly name: string;
  /** Folder of its sources relative to the package, without `.`; `""` is the package itself. */
  readonly srcDir: string;
  /** Modules whose imports belong to the library. */
  readonly roots: readonly string[];
  /** Modules that a build of the library starts from. */
  readonly globs: readonly Glob[];
  readonly options: LeanOptions;
}

/** One module, it and its submodules, or these alone; written `A`, `A.*` and `A.+`. */
export interface Glob {
  readonly module: string;
  readonly kind: "one" | "submodules" | "withSubmodules";
}

/** A `lean_exe` of the package. */
export interface LeanExe {
  readonly name: string;
  readonly srcDir: string;
  /** Module that defines `main`. */
  readonly root: string;
  readonly options: LeanOptions;
}

/** Options as `-D` takes them, by their dotted names, e.g. `["pp.unicode.fun", "true"]`. */
export type LeanOptions = readonly (readonly [string, string])[];

/** What the gate uses of a `lakefile.toml`. */
export interface Lakefile {
  readonly name: string;
  readonly libs: readonly LeanLib[];
  readonly exes: readonly LeanExe[];
  /** Names of the packages it requires; the embedded backend can provide none. */
  readonly requires: readonly string[];
  /** Folder in which Lake keeps the compiled modules, relative to the package. */
  readonly library: string;
}

/** A name, which Lake writes with `«` and `»` around the parts that are no identifiers. */
function name(shape: RegExp, expected = "Expected a name") {
  return z.string().transform((text) => text.replaceAll(/[«»]/g, "")).pipe(
    z.string().regex(shape, expected),
  );
}

type OptionTable = { [name: string]: string | number | boolean | OptionTable };

const optionValue = z.union([z.string(), z.number().int(), z.boolean()]);
const optionTable: z.ZodType<OptionTable> = z.lazy(() =>
  z.record(z.string(), z.union([optionValue, optionTable]))
);
const optionList = z.array(z.object({ name: z.string(), value: optionValue })).transform((list) =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]))
);
const options = z.union([optionTable, optionList]).default({});
const moduleName = name(/^[^\s./\\*+]+(\.[^\s./\\*+]+)*$/, "Expected a module name");
const folder = z.string();
const shared = { srcDir: folder.default("."), leanOptions: options };
const lakefileSchema = z.object({
  ...shared,
  name: z.string().min(1),
  lean_lib: z.array(z.object({
    ...shared,
    name: moduleName,
    roots: z.array(moduleName).optional(),
    globs: z.array(name(/^[^\s./\\*+]+(\.[^\s./\\*+]+)*(\.[*+])?$/, "Expected a glob")).optional(),
  })).default([]),
  lean_exe: z.array(z.object({ ...shared, name: name(/./), root: moduleName.optional() }))
    .default([]),
  require: z.array(z.object({ name: name(/./) })).default([]),
  buildDir: z.string().default(".lake/build"),
  leanLibDir: z.string().default("lib/lean"),
});

/**
 * Parses the content of `lakefile.toml`; `file` is the path shown in errors. Absolute folders are told as
 * seen from `home`, the absolute path of the package.
 *
 * @throws GateError `lakefile_malformed` (set-up) with line and column.
 */
export function parseLakefile(content: string, file: string, home?: string): Lakefile {
  const program = parseToml(content, file);
  const read = lakefileSchema.safeParse(getStaticTOMLValue(program));
  if (!read.success) {
    const issue = read.error.issues[0];
    const path = (issue?.path ?? []).map(String);
    throw malformed(
      `"${path.join(".")}": ${issue?.message ?? "wrong shape"}`,
      { file, ...locateKey(program, path) },
    );
  }
  const { name, srcDir, leanOptions, lean_lib, lean_exe, require, buildDir, leanLibDir } =
    read.data;
  const inherited = flatten(leanOptions);
  return {
    name,
    libs: lean_lib.map((lib) => ({
      name: lib.name,
      srcDir: folderFrom(home, srcDir, lib.srcDir),
      roots: lib.roots ?? [lib.name],
      globs: (lib.globs ?? lib.roots ?? [lib.name]).map(parseGlob),
      options: [...inherited, ...flatten(lib.leanOptions)],
    })),
    exes: lean_exe.map((exe) => ({
      name: exe.name,
      srcDir: folderFrom(home, srcDir, exe.srcDir),
      root: exe.root ?? exe.name,
      options: [...inherited, ...flatten(exe.leanOptions)],
    })),
    requires: require.map((required) => required.name),
    library: posix.join(buildDir, leanLibDir),
  };
}

/**
 * Parses TOML; `file` is the path shown in errors.
 *
 * @throws GateError `lakefile_malformed` (set-up) with line and column.
 */
export function parseToml(content: string, file: string): AST.TOMLProgram {
  try {
    return parseTOML(content);
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause;
    throw malformed(cause.message, { file, line: cause.lineNumber, column: cause.column + 1 });
  }
}

function malformed(reason: string, location: Location): GateError {
  return new GateError("setup", {
    code: "lakefile_malformed",
    message: `Failed to read "${location.file}": ${reason}`,
    location,
    hint: "Correct the lakefile; Lake's own documentation describes its fields.",
  });
}

/** Where the longest part of `path` that the text spells is assigned; its first character, if none is. */
function locateKey(program: AST.TOMLProgram, path: readonly string[]): Position {
  let best = { length: 0, line: 1, column: 1 };
  for (const { keys, node } of assignments(program)) {
    const length = keys.length;
    if (length <= best.length || length > path.length) continue;
    if (keys.some((key, k) => String(key) !== path[k])) continue;
    best = { length, line: node.loc.start.line, column: node.loc.start.column + 1 };
  }
  return { line: best.line, column: best.column };
}

/** A header or an assignment, and the whole path to it. */
interface TomlKey {
  readonly keys: readonly (string | number)[];
  readonly node: AST.TOMLNode;
}

/** Every header and key of the text with its place. */
function assignments(program: AST.TOMLProgram): TomlKey[] {
  return program.body[0].body.flatMap((node): TomlKey[] => {
    if (node.type === "TOMLKeyValue") return [{ keys: getStaticTOMLValue(node.key), node }];
    const inner = node.body.map((pair) => ({
      keys: [...node.resolvedKey, ...getStaticTOMLValue(pair.key)],
      node: pair,
    }));
    return [{ keys: node.resolvedKey, node }, ...inner];
  });
}

function parseGlob(text: string): Glob {
  if (text.endsWith(".*")) return { module: text.slice(0, -2), kind: "withSubmodules" };
  if (text.endsWith(".+")) return { module: text.slice(0, -2), kind: "submodules" };
  return { module: text, kind: "one" };
}

function flatten(table: OptionTable, prefix = ""): [string, string][] {
  return Object.entries(table).flatMap(([name, value]): [string, string][] =>
    typeof value === "object"
      ? flatten(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(value)]]
  );
}

function folderFrom(home: string | undefined, outer: string, inner: string): string {
  // As in Lean, an absolute folder stands for itself.
  const folder = posix.isAbsolute(inner) ? inner : posix.join(outer, inner);
  const seen = posix.isAbsolute(folder) && home !== undefined
    ? posix.relative(home, folder)
    : folder;
  return seen.replace(/\/$/, "").replace(/^\.$/, "");
}
