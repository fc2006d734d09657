/** What the machine itself must have: Deno, a cache to write to, memory, disk. */
import { dirname, join } from "node:path";
import { GateError, messageOf } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { cacheRoot } from "../../lean/toolchain/embedded/install.ts";
import { type Check, doubtful, missing, ok } from "./check.ts";
import { versionOf } from "./program.ts";

/** The Deno that lean-gate is written for. */
const DENO = { major: 2, minor: 9 } as const;
/** What one process of embedded Lean takes at most, in bytes. */
const LEAN_MEMORY = 2 * 2 ** 30;
/** What embedded Lean takes in the cache, with room for what is built, in bytes. */
const CACHE_DISK = 2 * 2 ** 30;

/** Deno, and that what is needed may be written. */
export async function machineChecks(host: Host): Promise<readonly Check[]> {
  const cache = await cacheCheck(host);
  return [
    await denoCheck(host),
    cache,
    ...(cache.status === "ok" ? await diskChecks(host, cacheRoot(host)) : []),
    memoryCheck(host.freeMemory()),
  ];
}

async function denoCheck(host: Host): Promise<Check> {
  const said = await versionOf(host, host.denoPath) ?? "";
  const [, major, minor] = /\b(\d+)\.(\d+)\.\d+/.exec(said) ?? [];
  const { major: wanted, minor: least } = DENO;
  const is = `${said || "no version"} (${host.denoPath})`;
  return Number(major) === wanted && Number(minor) >= least
    ? ok("deno", is)
    : doubtful("deno", is, `Use Deno ${wanted}.${least} or a later ${wanted}.x: deno upgrade`);
}

/** Tests whether the cache, or the nearest folder above it, is writable. */
async function cacheCheck(host: Host): Promise<Check> {
  try {
    const folder = cacheRoot(host);
    const probe = join(await nearestThere(host, folder), `.doctor.${host.pid}`);
    await host.files.writeAtomic(probe, "");
    await host.files.remove(probe);
    return ok("cache", `${folder}, may be written to`);
  } catch (cause) {
    const fix = "Set LEAN_GATE_CACHE to a folder that lean-gate may write to";
    const { message, hint = fix } = cause instanceof GateError
      ? cause.diagnostic
      : { message: messageOf(cause) };
    return missing("cache", message, hint);
  }
}

/** Asks `df`, where there is one. */
async function diskChecks(host: Host, folder: string): Promise<readonly Check[]> {
  const df = await host.which("df");
  if (df === undefined) return [];
  const argv = [df, "-Pk", await nearestThere(host, folder)] as const;
  const asked = await host.run({ argv, deadlineMs: 10_000 }).catch(() => undefined);
  const free = Number(asked?.stdout.trim().split("\n").at(-1)?.split(/\s+/)[3]) * 1024;
  if (!Number.isFinite(free)) return [];
  const found = `${gigabytes(free)} free for the cache`;
  return [
    free >= CACHE_DISK
      ? ok("disk", found)
      : doubtful("disk", found, `Free ${gigabytes(CACHE_DISK)}, or set LEAN_GATE_CACHE`),
  ];
}

/** An unused cache does not exist, nor may the folders above it. */
async function nearestThere(host: Host, path: string): Promise<string> {
  const above = dirname(path);
  return above === path || await host.files.exists(path) ? path : await nearestThere(host, above);
}

function memoryCheck(free: number): Check {
  if (free === Infinity) return ok("memory", "the system does not say");
  const found = `${gigabytes(free)} free`;
  return free >= LEAN_MEMORY ? ok("memory", found) : doubtful(
    "memory",
    found,
    `Free ${gigabytes(LEAN_MEMORY)}: embedded Lean takes that much at a time`,
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
