/**
 * The derived launcher against the glue as shipped, on the same file, once: the glue needs minutes. It
 * sees nothing outside of `/tmp` and `/home`, hence the copies of package and library in a temporary
 * folder. Fails when the launcher is not the required times faster.
 */
import { join } from "node:path";
import { denoHost } from "../../../platform/host/deno.ts";
import type { Finished } from "../../../platform/host/host.ts";
import { fetchPackage } from "./fetch.ts";
import { installEmbedded } from "./install.ts";
import { LEAN_WASM } from "./package.ts";
import { runLean } from "./run.ts";
import { unpackLibrary } from "./unpack.ts";

const REQUIRED = 8;
const note = (text: string) => console.error(text);
const { host } = denoHost(new AbortController().signal);
const folder = await host.files.tempDir("lean-gate-bench");
const lean = await installEmbedded(host, note);
const shipped = await fetchPackage(host, note, LEAN_WASM, join(folder, "fetch"));
const library = join(folder, "lib");
const archive = await host.files.readStream(join(shipped, LEAN_WASM.files.library.name));
await unpackLibrary(host.files, archive!, library, () => {});
await host.files.writeAtomic(
  join(folder, "Sample.lean"),
  "module\npublic section\ntheorem two (n : Nat) : n + 0 = n := by simp\n",
);

const glue = join(folder, "glue.cjs");
const { files } = LEAN_WASM;
await host.files.rename(join(shipped, files.glue.name), glue);
await host.files.rename(join(shipped, files.binary.name), join(folder, files.binary.name));

const args = ["--json", "Sample.lean"];
const run = { args, cwd: folder, path: [], readable: [], writable: [], deadlineMs: 3_600_000 };

/** Seconds that a run takes; fails with it. */
async function time(what: string, work: () => Promise<Finished>): Promise<number> {
  const start = host.now();
  const { code, stderr } = await work();
  const seconds = (host.now() - start) / 1000;
  if (code !== 0) throw new Error(`Lean ended with exit code ${code}: ${stderr.slice(-500)}`);
  note(`${what}: ${seconds.toFixed(1)} s`);
  return seconds;
}

const timeDerived = () => time("Derived launcher", () => runLean(host, lean, run));
const timeShipped = () =>
  time("Glue as shipped", () =>
    host.run({
      argv: [
        host.denoPath,
        "run",
        "--no-config",
        "--no-lock",
        "--allow-read",
        `--allow-write=${folder}`,
        "--allow-env",
        "--allow-sys=cpus",
        "--v8-flags=--wasm-lazy-compilation",
        glue,
        ...args,
      ],
      cwd: folder,
      env: { LEAN_PATH: library },
    }));

// Before and after, since other work on the machine comes and goes.
const before = await timeDerived();
const asShipped = await timeShipped();
const derived = Math.max(before, await timeDerived());
const ratio = asShipped / derived;
note(`The derived launcher is ${ratio.toFixed(1)} times faster; at least ${REQUIRED} is required`);
await host.files.remove(folder);
if (ratio < REQUIRED) Deno.exit(1);
