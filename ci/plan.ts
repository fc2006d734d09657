/**
 * What is worth keeping between runs, and what each of it depends on, told as outputs of the step: a key is
 * a digest of the files that decide whether the kept thing is still good.
 */
import { appendFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { githubLines } from "../cli/render/github.ts";
import { asGateError, EXIT_CODES } from "../src/platform/diagnostic.ts";
import { openProject } from "../src/gate/config/project.ts";
import { denoHost } from "../src/platform/host/deno.ts";
import type { Host } from "../src/platform/host/host.ts";
import { cacheRoot } from "../src/lean/toolchain/embedded/install.ts";
import { cacheKey, LEAN_WASM } from "../src/lean/toolchain/embedded/package.ts";
import { packageOf, readPin, readSourceFiles } from "../src/lean/package/formal_package.ts";
import { checkInputs } from "./inputs.ts";
import { usesCaches } from "./kept.ts";
import { LAKEFILE, LAKEFILE_LEAN, MANIFEST } from "../src/lean/package/lakefile.ts";

/** Folders that hold no package of the project's own. */
const PASSED_OVER = new Set(["target", "node_modules"]);
/** Depth below the project at which an engine is looked for. */
const DEPTH = 3;

await using owned = denoHost(new AbortController().signal);
try {
  for (const [name, value] of Object.entries(await plan(owned.host))) output(name, value);
} catch (cause) {
  const { kind, diagnostic } = asGateError(cause);
  const folder = relative(process.env.GITHUB_WORKSPACE!, owned.host.cwd);
  process.stdout.write(githubLines([diagnostic], folder));
  process.exitCode = EXIT_CODES[kind];
}

async function plan(host: Host): Promise<Record<string, string>> {
  checkInputs(host);
  const config = host.env("INPUT_CONFIG");
  const project = await openProject(host, config === "" ? undefined : config);
  const place = packageOf(project);
  const pin = await readPin(host, place);
  const sources = await readSourceFiles(host, place);
  const lake = [LAKEFILE, LAKEFILE_LEAN, MANIFEST].map((name) => join(place.formalRoot, name));
  const locks = await cargoLocks(host, project.root, DEPTH);
  const targets = locks.map((lock) => join(dirname(lock), "target"));
  const shard = host.env("INPUT_SHARD") ?? "";
  const here = (path: string) => relative(host.env("GITHUB_WORKSPACE")!, path) || ".";
  const start = {
    event: host.env("EVENT") ?? "",
    ref: host.env("REF") ?? "",
    defaultBranch: host.env("DEFAULT_BRANCH") ?? "",
  };
  return {
    pin: pin.toolchain,
    cache: String(usesCaches(host.env("INPUT_CACHE") ?? "", start)),
    name: nameOf(host.env("INPUT_NAME") ?? "") ||
      nameOf(`lean-gate ${here(project.root)} ${shard.replace("/", " of ")}`),
    "elan-path": host.env("ELAN_HOME") || "~/.elan",
    "elan-key": nameOf(pin.toolchain),
    "embedded-path": cacheRoot(host),
    "embedded-key": nameOf(cacheKey(LEAN_WASM)),
    "lake-path": here(join(place.formalRoot, ".lake")),
    "lake-key": await digest([pin.toolchain, ...await texts(host, lake)]),
    "model-key": await digest(sources.flatMap(({ path, text }) => [path, text])),
    "cargo-paths": locks.length === 0 ? "" : [
      "~/.cargo/registry",
      ...targets.map(here),
    ].join("\n"),
    "cargo-key": await digest([host.env("RUST_VERSION") ?? "", ...await texts(host, locks)]),
    "deno-path": denoFolder(host),
    "deno-key": await digest(await texts(host, [join(import.meta.dirname!, "..", "deno.lock")])),
  };
}

/** Where Deno keeps packages, which differs between systems. */
function denoFolder({ os, env }: Pick<Host, "os" | "env">): string {
  const cache = env("XDG_CACHE_HOME") ||
    (os.startsWith("darwin") ? "~/Library/Caches" : "~/.cache");
  return env("DENO_DIR") || `${cache}/deno`;
}

/** Lock files of the packages of Rust below the folder, sorted. */
async function cargoLocks(host: Host, folder: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  for (const { name, isFile, isDirectory } of await host.files.list(folder) ?? []) {
    if (isFile && name === "Cargo.lock") found.push(join(folder, name));
    if (!isDirectory || depth === 0 || name.startsWith(".") || PASSED_OVER.has(name)) continue;
    found.push(...await cargoLocks(host, join(folder, name), depth - 1));
  }
  return found.sort();
}

async function texts(host: Host, paths: readonly string[]): Promise<string[]> {
  return await Promise.all(paths.map(async (path) => await host.files.readText(path) ?? ""));
}

/** Of the parts in their order, lengths included. */
async function digest(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.toHex();
}

/** Text as a name of a key or an artifact, in which hardly any mark is allowed. */
function nameOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/(^|-)[.-]+(?=-|$)/g, "$1")
    .replaceAll(/-+/g, "-").replace(/-$/, "");
}

/** A value over several lines needs a delimiter that none of them is. */
function output(name: string, value: string): void {
  const end = `end-${crypto.randomUUID()}`;
  appendFileSync(process.env.GITHUB_OUTPUT!, `${name}<<${end}\n${value}\n${end}\n`);
}
