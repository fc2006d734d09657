/** Reads `lakefile.toml`: which libraries and executables a formal package has. */
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { GateError, type Location } from "../../platform/diagnostic.ts";

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
const moduleName = z.string().regex(/^[^\s./\\*+]+(\.[^\s./\\*+]+)*$/, "Expected a module name");
const folder = z.string().regex(
  /^(?!\/)(?!.*(^|\/)\.\.(\/|$))/,
  "Expected a folder in the package",
);
const shared = { srcDir: folder.default("."), leanOptions: options };
const lakefileSchema = z.object({
  ...shared,
  name: z.string().min(1),
  lean_lib: z.array(z.object({
    ...shared,
    name: moduleName,
    roots: z.array(moduleName).optional(),
    globs: z.array(z.string().regex(/^[^\s./\\*+]+(\.[^\s./\\*+]+)*(\.[*+])?$/, "Expected a glob"))
      .optional(),
  })).default([]),
  lean_exe: z.array(z.object({ ...shared, name: z.string().min(1), root: moduleName.optional() }))
    .default([]),
  require: z.array(z.object({ name: z.string() })).default([]),
});

/**
 * Parses the content of `lakefile.toml`; `file` is the path shown in errors.
 *
 * @throws GateError `lakefile_malformed` (set-up) with line and column.
 */
export function parseLakefile(content: string, file: string): Lakefile {
  const read = lakefileSchema.safeParse(parseToml(content, file));
  if (!read.success) {
    const issue = read.error.issues[0];
    const path = issue?.path ?? [];
    throw malformed(
      `"${path.map(String).join(".")}": ${issue?.message ?? "wrong shape"}`,
      { file, ...locateKey(content, path) },
    );
  }
  const { name, srcDir, leanOptions, lean_lib, lean_exe, require } = read.data;
  const inherited = flatten(leanOptions);
  return {
    name,
    libs: lean_lib.map((lib) => ({
      name: lib.name,
      srcDir: joinFolders(srcDir, lib.srcDir),
      roots: lib.roots ?? [lib.name],
      globs: (lib.globs ?? lib.roots ?? [lib.name]).map(parseGlob),
      options: [...inherited, ...flatten(lib.leanOptions)],
    })),
    exes: lean_exe.map((exe) => ({
      name: exe.name,
      srcDir: joinFolders(srcDir, exe.srcDir),
      root: exe.root ?? exe.name,
      options: [...inherited, ...flatten(exe.leanOptions)],
    })),
    requires: require.map((required) => required.name),
  };
}

function parseToml(content: string, file: string): unknown {
  try {
    return parse(content);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const reason = (cause.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
    throw malformed(reason, { file, line: cause.line, column: cause.column });
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

/**
 * The line on which the deepest named key of `path` is assigned. TOML parsers give no positions of
 * values, so the entries of an array of tables are counted by their headers.
 */
function locateKey(
  content: string,
  path: readonly PropertyKey[],
): { line: number; column: number } {
  const lines = content.split("\n");
  const [table, index] = path;
  let from = 0;
  if (typeof table === "string" && typeof index === "number") {
    let seen = -1;
    from = lines.findIndex((line) =>
      line.replace(/\s/g, "").startsWith(`[[${table}]]`) && ++seen === index
    );
  }
  const key = path.findLast((part) => typeof part === "string");
  const at = lines.findIndex((line, number) =>
    number >= from && line.trimStart().replace(/\s*=.*$/s, "") === key
  );
  const line = Math.max(at, from, 0);
  return { line: line + 1, column: (lines[line]?.search(/\S/) ?? 0) + 1 };
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

function joinFolders(...folders: string[]): string {
  return folders.join("/").split("/").filter((part) => part !== "" && part !== ".").join("/");
}
