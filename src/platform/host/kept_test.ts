import assert from "node:assert/strict";
import type { Host } from "./host.ts";
import { keptFolder } from "./kept.ts";
import { memoryHost } from "./memory.ts";

const BASE = "/project/formal/.lake/lean-gate/emitted";

/** Fills the folder with one file, and counts how often it was asked to. */
function producer(host: Host, text = "traces") {
  const calls: string[] = [];
  const produce = async (folder: string) => {
    calls.push(folder);
    await host.files.writeAtomic(`${folder}/a.ndjson`, text);
  };
  return { calls, produce };
}

Deno.test("keptFolder() produces once for a key", async () => {
  const { host } = memoryHost();
  const { calls, produce } = producer(host);
  const folder = await keptFolder(host, BASE, "k1", produce);
  assert.equal(await keptFolder(host, BASE, "k1", produce), folder);
  assert.equal(calls.length, 1);
  assert.equal(await host.files.readText(`${folder}/a.ndjson`), "traces");
});

Deno.test("keptFolder() takes no kept folder that was altered, thinned or added to", async () => {
  for (
    const [file, text] of [["a.ndjson", "other"], ["a.ndjson", undefined], ["b.ndjson", "more"]]
  ) {
    const { host } = memoryHost();
    const { calls, produce } = producer(host);
    const folder = await keptFolder(host, BASE, "k1", produce);
    if (text === undefined) await host.files.remove(`${folder}/${file}`);
    else await host.files.writeAtomic(`${folder}/${file}`, text);
    await keptFolder(host, BASE, "k1", produce);
    assert.equal(calls.length, 2);
    assert.deepEqual(host.files.paths(), [`${BASE}/k1/.seal`, `${BASE}/k1/a.ndjson`]);
    assert.equal(await host.files.readText(`${folder}/a.ndjson`), "traces");
  }
});

Deno.test("keptFolder() takes no folder that another user's run kept, whatever its digest", async () => {
  const world = { env: { HOME: "/home/a" } };
  const foreign = memoryHost(world).host;
  await keptFolder(foreign, BASE, "k1", producer(foreign, "forged").produce);
  const { host } = memoryHost(world);
  for (const file of ["a.ndjson", ".seal"]) {
    const text = await foreign.files.readText(`${BASE}/k1/${file}`);
    await host.files.writeAtomic(`${BASE}/k1/${file}`, text!);
  }
  const { calls, produce } = producer(host);
  const folder = await keptFolder(host, BASE, "k1", produce);
  assert.equal(calls.length, 1);
  assert.equal(await host.files.readText(`${folder}/a.ndjson`), "traces");
});

Deno.test("keptFolder() gives the producer an empty folder that is not the kept one", async () => {
  const { host } = memoryHost();
  await keptFolder(host, BASE, "k1", async (folder) => {
    assert.deepEqual(await host.files.list(folder), []);
    assert.equal(await host.files.list(`${BASE}/k1`), undefined);
  });
});

Deno.test("keptFolder() produces anew for another key, and forgets the old one", async () => {
  const { host } = memoryHost();
  const { calls, produce } = producer(host);
  await keptFolder(host, BASE, "k1", produce);
  await keptFolder(host, BASE, "k2", produce);
  assert.equal(calls.length, 2);
  assert.deepEqual(host.files.paths(), [`${BASE}/k2/.seal`, `${BASE}/k2/a.ndjson`]);
  await keptFolder(host, BASE, "k1", produce);
  assert.equal(calls.length, 3);
});

Deno.test("keptFolder() that fails leaves nothing, and loses nothing", async () => {
  const { host } = memoryHost();
  const { produce } = producer(host);
  await keptFolder(host, BASE, "k1", produce);
  const failing = async (folder: string) => {
    await produce(folder);
    throw new Error("half way");
  };
  await assert.rejects(keptFolder(host, BASE, "k2", failing), /half way/);
  assert.deepEqual((await host.files.list(BASE))?.map(({ name }) => name), ["k1"]);
  const { calls, produce: again } = producer(host);
  await keptFolder(host, BASE, "k2", again);
  assert.equal(calls.length, 1);
});

Deno.test("keptFolder() lets two runs at once keep the same results", async () => {
  const { host } = memoryHost();
  const inner = producer(host);
  const removed: string[] = [];
  const files = {
    ...host.files,
    remove(path: string) {
      removed.push(path);
      return host.files.remove(path);
    },
  };
  const folder = await keptFolder({ ...host, files }, BASE, "k1", async (fresh) => {
    // Another run starts later and is done sooner.
    await keptFolder(host, BASE, "k1", inner.produce);
    await inner.produce(fresh);
  });
  assert.equal(await host.files.readText(`${folder}/a.ndjson`), "traces");
  assert.deepEqual(host.files.paths(), [`${BASE}/k1/.seal`, `${BASE}/k1/a.ndjson`]);
  // The other run may be reading what it kept.
  assert.ok(!removed.includes(`${BASE}/k1`));
});

Deno.test("keptFolder() reports when what was produced cannot be kept", async () => {
  const { host } = memoryHost();
  const files = { ...host.files, rename: () => Promise.reject(new Error("disk full")) };
  const { produce } = producer(host);
  await assert.rejects(keptFolder({ ...host, files }, BASE, "k1", produce), /disk full/);
  assert.deepEqual(host.files.paths(), []);
});
