/** The stand-in's `lake`, for tests only: see `install.ts`. */
import { spawnSync } from "node:child_process";
import { basename, join, relative } from "node:path";
import process from "node:process";
import type { Diagnostic } from "../../src/platform/diagnostic.ts";
import { denoHost } from "../../src/platform/host/deno.ts";
import { reachedFrom } from "../../src/lean/toolchain/embedded/exec.ts";
import type { LeanMessage } from "../../src/lean/toolchain/messages.ts";
import { extraPath } from "../../src/lean/toolchain/toolchain.ts";
import { type BuildMode, buildModules, messagesOf } from "./build.ts";
import type { Release } from "./releases.ts";
import { withRecursionDepth } from "./signature.ts";
import {
  allModules,
  answerOf,
  fileOf,
  loadWorkspace,
  openWorker,
  targetsOf,
  translation,
  type Workspace,
} from "./workspace.ts";

/** Runs a command; returns the exit code. */
export async function lake(
  release: Release,
  [command, ...args]: readonly string[],
): Promise<number> {
  const interrupt = new AbortController();
  process.on("SIGTERM", () => interrupt.abort());
  await using owned = denoHost(interrupt.signal);
  const { host } = owned;
  if (command === "--version") {
    console.log(`Lake version 5.0.0-src+0000000 (Lean version ${release.version})`);
    return 0;
  }
  if (command === "translate-config") {
    const [language, output] = args as [string, string];
    const toml = await translation(host, host.cwd);
    if (toml === undefined || language !== "toml") {
      return fails(`${host.cwd}/lakefile.lean:1:0: error: unexpected token`);
    }
    if (await host.files.exists(output)) {
      return fails(`error: output configuration file already exists: ${output}`);
    }
    await host.files.writeAtomic(output, toml);
    return 0;
  }
  const workspace = await loadWorkspace(host);
  if (workspace === undefined) return fails("error: package configuration has errors");
  switch (command) {
    case "build":
      return await build(workspace, release, args);
    case "lean":
      return await lean(workspace, release, args);
    case "env":
      return await env(workspace, release, args);
    case "exe":
      return await exe(workspace, release, args);
  }
  return fails(`error: unknown command '${command}'`);
}

async function build(
  workspace: Workspace,
  release: Release,
  args: readonly string[],
): Promise<number> {
  const [{ config, settings }] = workspace.packages as [Workspace["packages"][0]];
  const named = args.filter((arg) => !arg.startsWith("-"));
  const targets = targetsOf(config);
  const names = named.length > 0 ? named : (settings.defaultTargets ?? []) as string[];
  if (names.length === 0) {
    console.log("warning: no targets specified and no default targets configured");
  }
  const unknown = names.find((name) => !targets.has(name));
  if (unknown !== undefined) return fails(`error: unknown target \`${unknown}\``);
  const wanted = closure(workspace, names.flatMap((name) => targets.get(name)!));
  const { code } = await buildModules(workspace, wanted, {
    release,
    noBuild: args.includes("--no-build"),
    print: (line) => console.log(line),
  });
  if (code === 0) console.log(`Build completed successfully (${wanted.size} jobs).`);
  return code;
}

/** Builds the imports of a file, and then elaborates it: what it prints is Lean's. */
async function lean(
  workspace: Workspace,
  release: Release,
  args: readonly string[],
): Promise<number> {
  const [path] = args.filter((arg) => !arg.startsWith("-"));
  const root = workspace.packages[0]!.root;
  const module = allModules(workspace).find(({ name }) =>
    workspace.packages[0]!.modules.some((it) => it.name === name && it.path === path)
  );
  if (module === undefined) return fails(`error: no such file '${join(root, path ?? "")}'`);
  const noBuild = args.includes("--no-build");
  const mode: BuildMode = { release, noBuild, print: (line) => console.error(line) };
  const built = await buildModules(workspace, closure(workspace, module.imports), mode);
  if (built.code !== 0) return built.code;
  const findings = messagesOf(module, built.findings);
  for (const finding of findings) console.log(JSON.stringify(toMessage(finding, path!)));
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

async function env(
  workspace: Workspace,
  release: Release,
  args: readonly string[],
): Promise<number> {
  const [program, ...rest] = args;
  if (basename(program!) !== "lean") {
    const ended = spawnSync(program!, rest, { stdio: "inherit" });
    return ended.status ?? 128;
  }
  const { host } = workspace;
  if (rest[0] === "--run") {
    const [, program, answer, request] = rest as [string, string, string, string];
    const [text, asked] = await Promise.all(
      [program, request].map((it) => host.files.readText(it)),
    );
    const shimmed = release.boundsRecursion ? withRecursionDepth(text!) : text!;
    const ended = await answerOf(workspace, shimmed, asked!);
    if (ended.text !== undefined) await host.files.writeAtomic(answer, ended.text);
    return end(ended);
  }
  const file = rest.at(-1)!;
  const text = await host.files.readText(join(host.cwd, file));
  if (rest[0] !== "--json" || text === undefined) return fails(`error: no such file '${file}'`);
  const missing = await missingObject(workspace, text);
  if (missing !== undefined) {
    const data = `object file '${missing.path}' of module ${missing.name} does not exist`;
    const at = { message: data, location: { file, line: 1, column: 1 } };
    console.log(JSON.stringify(toMessage({ ...at, code: "", severity: "error" }, file)));
    return 1;
  }
  const module = { name: basename(file, ".lean"), text };
  const worker = await openWorker(workspace);
  const { findings } = await worker.check([module], () => {});
  const own = findings.filter(({ location }) => location?.file === extraPath(module));
  for (const finding of own) console.log(JSON.stringify(toMessage(finding, file)));
  return own.some(({ severity }) => severity === "error") ? 1 : 0;
}

/** The first imported module whose compiled file is not on Lean's search path. */
async function missingObject({ host, packages }: Workspace, text: string) {
  for (const { root, config, modules } of packages) {
    for (const { name } of modules) {
      const isImported = text.split("\n").some((line) => line.trim().endsWith(`import ${name}`));
      const path = join(root, config.lakefile.library, fileOf(name, "olean"));
      if (isImported && !await host.files.exists(path)) return { name, path };
    }
  }
  return undefined;
}

/** Builds an executable of any package, and runs it: what Lake says goes to stderr. */
async function exe(
  workspace: Workspace,
  release: Release,
  [name, ...args]: readonly string[],
): Promise<number> {
  const found = workspace.packages.flatMap(({ config }) => config.lakefile.exes)
    .find((exe) => exe.name === name);
  if (found === undefined) return fails(`error: unknown executable target \`${name}\``);
  const built = await buildModules(workspace, closure(workspace, [found.root]), {
    release,
    print: (line) => console.error(line),
  });
  if (built.code !== 0) return built.code;
  return end(await built.worker.exec(name!, args, () => {}));
}

function closure(workspace: Workspace, roots: readonly string[]): ReadonlySet<string> {
  const order = allModules(workspace);
  return new Set(roots.flatMap((root) => reachedFrom(root, order)).map(({ name }) => name));
}

function end({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }): number {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  return code;
}

function fails(message: string): number {
  console.error(message);
  return 1;
}

function toMessage({ severity, message, location, code }: Diagnostic, file: string): LeanMessage {
  return {
    severity,
    data: message,
    fileName: relative(process.cwd(), join(process.cwd(), file)),
    pos: { line: location?.line ?? 1, column: (location?.column ?? 1) - 1 },
    endPos: null,
    ...(code === "lean_sorry" ? { kind: "hasSorry" } : {}),
  };
}
