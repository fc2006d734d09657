import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../../platform/host/deno.ts";
import type { Host, Thread } from "../../platform/host/host.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { scanFolder } from "./package.ts";
import { scanPool } from "./pool.ts";
import { scanWhole } from "./scan.ts";
import { generateRealistic } from "./testing/generate.ts";

const HOLE = "theorem a : 1 = 2 := sorry\n";

/** A host with processors to spare, whose threads answer as told. */
function hostWith(ask: Thread["ask"]): { host: Host; started: () => number; ended: () => number } {
  let started = 0;
  let ended = 0;
  const startThread = () => {
    started++;
    return { ask, end: () => void ended++ };
  };
  const { host } = memoryHost({ cpus: 3 });
  return { host: { ...host, startThread }, started: () => started, ended: () => ended };
}

Deno.test("scanPool() starts no thread for little work, nor where there are none", async () => {
  const { host, started } = hostWith(() => Promise.reject(new Error("not to be asked")));
  using pool = scanPool(host, 1);
  assert.deepEqual(await pool.scan("A.lean", HOLE), scanWhole("A.lean", HOLE));
  assert.deepEqual([started(), pool.width], [0, 1]);
  using alone = scanPool(memoryHost({ cpus: 8 }).host, 0);
  assert.equal((await alone.scan("A.lean", HOLE)).findings.length, 1);
  assert.equal(alone.width, 1);
});

Deno.test("scanPool() has a thread for each processor, and ends them all", async () => {
  const answer = { findings: [], shared: [] };
  const { host, started, ended } = hostWith(() => Promise.resolve(answer));
  {
    using pool = scanPool(host, 0);
    assert.equal(await pool.scan("A.lean", HOLE), answer);
    assert.deepEqual([started(), pool.width, ended()], [3, 3, 0]);
  }
  assert.equal(ended(), 3);
});

Deno.test("scanPool() does the work itself where a thread fails", async () => {
  const { host } = hostWith(() => Promise.reject(new Error("Module not found")));
  using pool = scanPool(host, 0);
  for (let n = 0; n < 5; n++) {
    assert.deepEqual(await pool.scan("A.lean", HOLE), scanWhole("A.lean", HOLE));
  }
});

Deno.test("scanFolder() finds the same with threads and without, in the same order", async () => {
  await using owned = denoHost(new AbortController().signal);
  const folder = await owned.host.files.tempDir("lean-gate-test");
  const files = generateRealistic(3, 200_000);
  for (const [n, text] of files.entries()) {
    await Deno.writeTextFile(join(folder, `A${n}.lean`), n % 3 === 0 ? text + HOLE : text);
  }
  const host = { ...owned.host, cpus: 2 };
  const scan = (patience: number) => scanFolder(host, folder, (path) => path, patience);
  const [alone, together] = [await scan(Infinity), await scan(0)];
  assert.ok(alone.findings.length > files.length);
  assert.deepEqual(together, alone);
});
