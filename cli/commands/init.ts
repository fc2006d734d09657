/** `lean-gate init`: a new project that passes the gate, or what an existing Lean package lacks. */
import { basename, dirname, join, posix, resolve } from "node:path";
import { openProject, type Project } from "../../src/gate/config/project.ts";
import { ledgerPath } from "../../src/gate/stages/statements.ts";
import { packageOf } from "../../src/lean/package/formal_package.ts";
import { LAKEFILE, LAKEFILE_LEAN } from "../../src/lean/package/lakefile.ts";
import {
  allowFindings,
  knowFindings,
  updateBaseline,
} from "../../src/lean/scan/acceptance/accept.ts";
import { scanFolder } from "../../src/lean/scan/package.ts";
import { ledgerOf } from "../../src/lean/statements/ledger.ts";
import { isAtHand } from "../../src/lean/toolchain/choose.ts";
import { GateError } from "../../src/platform/diagnostic.ts";
import type { Files } from "../../src/platform/host/host.ts";
import { counted } from "../../src/platform/text/counted.ts";
import { buildCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { withFailures } from "../failure.ts";
import {
  type EngineLanguage,
  ENGINES,
  type InitFile,
  packageFiles,
  projectFiles,
} from "../init/files.ts";
import { blockerOf } from "../paths.ts";
import { styleOf } from "../render/style.ts";
import { auditProject, writeLedger } from "./statements.ts";

interface Flags {
  readonly engine?: EngineLanguage;
}

/** The command. */
export const initCommand = buildCommand<Flags, [string?], Context>({
  func(flags, folder = ".") {
    return withFailures(this, () => run(this, flags, folder));
  },
  parameters: {
    flags: {
      engine: {
        kind: "enum",
        values: ENGINES,
        optional: true,
        brief: "Language of the engine of a new project (default: typescript)",
      },
    },
    positional: {
      kind: "tuple",
      parameters: [{
        parse: String,
        brief: "Folder of the project (default: .)",
        placeholder: "folder",
        optional: true,
      }],
    },
  },
  docs: {
    brief: "Write a new project, or add the gate to an existing Lean package",
    fullDescription: [
      "In a folder with a Lean package, here or in one of its subfolders, writes what the gate lacks:",
      "a commented config, a baseline if the scan finds holes, a workflow for GitHub Actions, and, where",
      "Lean is installed and builds the package, the ledger of its statements.",
      "",
      "In any other folder, writes a new project: a config, a Lean package with a model, a proof and an",
      "emitter, the model's traces, and an engine that agrees with it.",
      "",
      "No file is ever replaced.",
      "",
      "Examples:",
      "  lean-gate init                             add the gate to the Lean package in this folder",
      "  lean-gate init my-project && cd my-project && lean-gate verify",
      "  lean-gate init --engine python my-project",
    ].join("\n"),
  },
});

async function run(context: Context, { engine }: Flags, folder: string): Promise<void> {
  const { host: { files, cwd }, out } = context;
  const root = resolve(cwd, folder);
  const formal = await packageIn(files, root);
  const written = formal === undefined
    ? await writeProject(files, root, folder, engine ?? "typescript")
    : await adopt(context, { root, folder, formal }, engine);
  const style = styleOf(context, out);
  const width = Math.max(0, ...written.map(({ path }) => path.length));
  for (const { path, about } of written) {
    out.write(`${style.good("+")} ${path.padEnd(width)}  ${style.dim(about)}\n`);
  }
  const next = formal === undefined
    ? ["  lean-gate fixtures --write    after a change of the model"]
    : written.some(({ path }) => path.endsWith("statements.txt"))
    ? []
    : ["  lean-gate statements --write  list every theorem, so that a change of one is seen"];
  out.write(
    [
      ...(written.length === 0 ? ["Nothing is missing: no file was written."] : []),
      "",
      "Next:",
      ...(root === cwd ? [] : [`  cd ${cdArguments(folder)}`]),
      "  lean-gate doctor              whether everything is there",
      "  lean-gate verify              the gate",
      ...next,
      "",
    ].join("\n"),
  );
  context.process.exitCode = 0;
}

/** First folder in `root`, itself or a subfolder, that has a Lean package. */
async function packageIn(files: Files, root: string): Promise<string | undefined> {
  const holds = async (folder: string) =>
    await files.size(join(root, folder, LAKEFILE)) !== undefined ||
    await files.size(join(root, folder, LAKEFILE_LEAN)) !== undefined;
  if (await holds(".")) return ".";
  for (const { name, isDirectory } of await files.list(root) ?? []) {
    if (isDirectory && !name.startsWith(".") && await holds(name)) return name;
  }
  return undefined;
}

/** Writes a new project, all of it or nothing. */
async function writeProject(
  files: Files,
  root: string,
  folder: string,
  language: EngineLanguage,
): Promise<readonly InitFile[]> {
  const project = projectFiles(language);
  const present = await presentOf(files, root, folder, project);
  if (present.length > 0) {
    throw new GateError("usage", {
      code: "init_file_exists",
      message: `Failed to write a project to "${folder}": "${present[0]}" already exists`,
      hint: "Name another folder, or move the files away.",
      ...(present.length > 1 ? { detail: present.join("\n") } : {}),
    });
  }
  for (const { path, content } of project) await files.writeAtomic(join(root, path), content);
  return project;
}

/** Writes what an existing package lacks. */
async function adopt(
  context: Context,
  { root, folder, formal }: { root: string; folder: string; formal: string },
  engine: EngineLanguage | undefined,
): Promise<readonly InitFile[]> {
  const { host } = context;
  if (engine !== undefined) {
    throw new GateError("usage", {
      code: "init_engine_unused",
      message: `"${join(folder, formal)}" has a Lean package: "--engine" is for a new project`,
      hint:
        "Write an example with an engine into another folder, and take its engine and emitter: " +
        `"lean-gate init --engine ${engine} example".`,
    });
  }
  const wanted = packageFiles(formal);
  const present = new Set(await presentOf(host.files, root, folder, wanted));
  const missing = wanted.filter(({ path }) => !present.has(path));
  for (const { path, content } of missing) {
    await host.files.writeAtomic(join(root, path), content);
  }
  const project = await openProject(host, join(root, "lean-gate.jsonc"));
  return [
    ...missing,
    ...await baselineOf(context, project, formal),
    ...await ledgerFile(context, project),
  ];
}

/** Writes the first statement ledger, if Lean is there and builds the package. */
async function ledgerFile(context: Context, project: Project): Promise<readonly InitFile[]> {
  const { host } = context;
  if (await host.files.exists(join(project.root, ledgerPath(project)))) return [];
  if (!await isAtHand(host, packageOf(project))) return [];
  const { audited } = await auditProject(context, project, "auto");
  if (audited === undefined) return [];
  const entries = ledgerOf(audited.looks, audited.sources);
  if (entries.length === 0) return [];
  const path = await writeLedger(host, project, entries);
  return [{ path, content: "", about: `what ${counted(entries.length, "theorem")} say` }];
}

/** Writes a baseline when the scan finds holes that nothing accepts. */
async function baselineOf(
  { host }: Context,
  project: Project,
  formal: string,
): Promise<readonly InitFile[]> {
  const acceptor = { host, ...project };
  const scanned = await scanFolder(
    host,
    join(project.root, formal),
    (path) => posix.join(formal, path),
  );
  const { allowed: _, ...rest } = await allowFindings(acceptor, scanned, true);
  const { findings } = await knowFindings(acceptor, rest);
  const failing = findings.filter(({ severity }) => severity === "error");
  if (failing.length === 0) return [];
  const { file } = await updateBaseline(acceptor, { ...rest, findings: failing }, { grow: false });
  const about = `${counted(failing.length, "hole")} that the package has today; a new one fails`;
  return [{ path: file, content: "", about }];
}

/** The paths that exist already. Throws GateError `init_folder_blocked` (usage). */
async function presentOf(
  files: Files,
  root: string,
  folder: string,
  wanted: readonly InitFile[],
): Promise<string[]> {
  const present: string[] = [];
  for (const { path } of wanted) {
    const blocker = await blockerOf(files, join(root, path));
    if (blocker !== undefined) {
      throw new GateError("usage", {
        code: "init_folder_blocked",
        message: `Failed to write a project to "${folder}": "${blocker}" is no folder`,
        hint: "Name another folder, or move the file away.",
      });
    }
    if (await isTaken(files, join(root, path))) present.push(path);
  }
  return present;
}

/** Whether something has the name, be it a link that leads nowhere. */
async function isTaken(files: Files, path: string): Promise<boolean> {
  const beside = await files.list(dirname(path)) ?? [];
  return beside.some(({ name }) => name === basename(path));
}

/** What `cd` is given to go to the folder, quoted for a shell. */
function cdArguments(text: string): string {
  return /^[\w./][\w./-]*$/.test(text) ? text : `-- '${text.replaceAll("'", "'\\''")}'`;
}
