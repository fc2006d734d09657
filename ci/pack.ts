/**
 * Writes the npm package: `deno task pack`, then `npm pack` or `npm publish` there.
 *
 * Neither Node nor Deno reads TypeScript from `node_modules`. So each entry is bundled, with chunks
 * for what they share; npm packages stay imports.
 */
import { dirname, join } from "node:path";
import * as esbuild from "npm:esbuild@0.28.2";
import { generateDtsBundle } from "npm:dts-bundle-generator@9.5.1";
import ts from "npm:typescript@5.9.3";
import deno from "../deno.json" with { type: "json" };
import { taskArguments } from "./arguments.ts";

const ROOT = join(import.meta.dirname!, "..");
/** Folder of the package. */
const FOLDER = join(ROOT, "dist", "npm");
/** Oldest Node that runs the library. */
const NODE = ">=22";
/** A module that is started by its URL, and so needs a file of its own. */
const STARTED = /new URL\("(\.\/[\w/]+)\.ts", import\.meta\.url\)/g;
/** A relative import of a declaration. */
const IMPORTED = /(?<=["'])(\.{1,2}\/[^"']+)\.ts(?=["'])/g;

/** Writes the package into an empty folder. */
export async function writePackage(folder: string): Promise<void> {
  await bundle(join(folder, "lib"));
  await bundleStarted(join(folder, "lib"));
  await declareLibraries(join(folder, "types"));
  for (const file of ["README.md", "LICENSE"]) {
    await Deno.copyFile(join(ROOT, file), join(folder, file));
  }
  await write(join(folder, "package.json"), JSON.stringify(manifest(), undefined, 2) + "\n");
}

/** Whether other programs import the entry; the others are command lines. */
const isLibrary = (path: string) => !path.startsWith("./cli/");

/** File of an entry in the package, such as `gate` for `./gate`. */
const outputOf = (name: string) => name === "." ? "mod" : name.slice("./".length);

async function bundle(folder: string): Promise<void> {
  try {
    await esbuild.build({
      entryPoints: Object.entries(deno.exports)
        .map(([name, path]) => ({ in: join(ROOT, path), out: outputOf(name) })),
      absWorkingDir: ROOT,
      outdir: folder,
      bundle: true,
      splitting: true,
      format: "esm",
      target: "es2022",
      platform: "node",
      packages: "external",
      charset: "utf8",
      logLevel: "silent",
      plugins: [{ name: "started modules", setup: renameStarted }],
    });
  } finally {
    await esbuild.stop();
  }
}

/**
 * Bundles each module that others start by its URL, with the packages that it imports: a process that starts
 * with a file of Deno's cache finds no packages.
 */
async function bundleStarted(folder: string): Promise<void> {
  for await (const { path, text } of sources(join(ROOT, "src"))) {
    for (const [, name] of text.matchAll(STARTED)) {
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          "bundle",
          "--quiet",
          "--minify",
          "--platform=deno",
          "--output",
          join(folder, `${name}.js`),
          join(dirname(path), `${name}.ts`),
        ],
        cwd: ROOT,
      }).output();
      if (!success) {
        throw new Error(`Failed to bundle "${name}": ${new TextDecoder().decode(stderr)}`);
      }
    }
  }
}

async function* sources(folder: string): AsyncGenerator<{ path: string; text: string }> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* sources(path);
    else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) {
      yield { path, text: await Deno.readTextFile(path) };
    }
  }
}

/** Lets the bundle start the JavaScript of a module. */
function renameStarted(build: esbuild.PluginBuild): void {
  build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path, with: { type } }) => {
    if (type !== undefined) return undefined;
    const text = await Deno.readTextFile(path);
    const contents = text.replaceAll(STARTED, 'new URL("./$1.js", import.meta.url)');
    return contents === text ? undefined : { contents, loader: "ts" };
  });
}

/** Writes one declaration file for each library, with nothing that it does not export. */
async function declareLibraries(folder: string): Promise<void> {
  const modules = await Deno.makeTempDir({ prefix: "lean-gate-types-" });
  try {
    const written = new Set<string>();
    const entries = Object.entries(deno.exports).filter(([, path]) => isLibrary(path));
    for (const [, path] of entries) await declare(path, modules, written);
    const config = join(modules, "tsconfig.json");
    // The types of packages are not there; no library exports any.
    const compilerOptions = { target: "esnext", module: "nodenext", skipLibCheck: true, types: [] };
    await write(config, JSON.stringify({ compilerOptions }));
    const texts = generateDtsBundle(
      entries.map(([, path]) => ({
        filePath: join(modules, declarationOf(path)),
        output: { noBanner: true },
      })),
      { preferredConfigPath: config },
    );
    for (const [i, [name]] of entries.entries()) {
      await write(join(folder, `${outputOf(name)}.d.ts`), texts[i]!);
    }
  } finally {
    await Deno.remove(modules, { recursive: true });
  }
}

/** Writes the declarations of a module and of those that they import. */
async function declare(path: string, folder: string, written: Set<string>): Promise<void> {
  if (written.has(path)) return;
  written.add(path);
  const text = await Deno.readTextFile(join(ROOT, path));
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      isolatedDeclarations: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
    },
  });
  const [problem] = diagnostics;
  if (problem !== undefined) {
    const said = ts.flattenDiagnosticMessageText(problem.messageText, " ");
    throw new Error(`Failed to declare "${path}": ${said}`);
  }
  await write(join(folder, declarationOf(path)), outputText.replaceAll(IMPORTED, "$1.js"));
  for (const { fileName } of ts.preProcessFile(outputText).importedFiles) {
    if (fileName.startsWith(".")) await declare(join(dirname(path), fileName), folder, written);
  }
}

/** File of a module's declarations. */
const declarationOf = (path: string) => path.replace(/\.ts$/, ".d.ts");

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, text);
}

/** The `package.json`: what `deno.json` says, in npm's terms. */
function manifest() {
  const entry = ([name, path]: [string, string]) => {
    const script = `./lib/${outputOf(name)}.js`;
    const types = isLibrary(path) ? { types: `./types/${outputOf(name)}.d.ts` } : {};
    return [name, { ...types, default: script }] as const;
  };
  const dependencies = Object.entries(deno.imports)
    .map(([name, target]) => [name, target.slice(`npm:${name}@`.length)] as const);
  return {
    name: deno.name,
    version: deno.version,
    description: "Keeps a Lean 4 model, its proofs and its implementations in agreement",
    license: deno.license,
    type: "module",
    engines: { node: NODE },
    exports: Object.fromEntries(Object.entries(deno.exports).map(entry)),
    files: ["lib", "types"],
    dependencies: Object.fromEntries(dependencies),
  };
}

if (import.meta.main) {
  taskArguments({ usage: "deno task pack", options: {} });
  await Deno.remove(FOLDER, { recursive: true }).catch((cause) => {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  });
  await writePackage(FOLDER);
  console.log(`wrote ${FOLDER}`);
}
