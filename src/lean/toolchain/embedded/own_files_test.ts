import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { denoHost } from "../../../platform/host/deno.ts";
import { ownFilesSource } from "./own_files.ts";

const VARIABLE = "LEAN_GATE_TEST_MOUNTS";
const PATH_AT = 1024;

/** What the glue gives to its own parts: memory and helpers. Paths are put at `PATH_AT`. */
const GLUE = `
var memory = new SharedArrayBuffer(4096);
var HEAPU8 = new Uint8Array(memory), HEAPU32 = new Uint32Array(memory), HEAP64 = new BigInt64Array(memory);
var growMemViews = () => {};
var path = "";
var UTF8ToString = (at) => at === ${PATH_AT} ? path : "";
var SYSCALLS = { writeStat: (at, stat) => { HEAPU32[at >> 2] = stat.size; } };
`;

async function withOwnFiles(
  work: (own: Record<string, (...args: unknown[]) => unknown>, given: {
    folder: string;
    name: (path: string) => number;
    memory: { HEAPU8: Uint8Array; HEAPU32: Uint32Array; HEAP64: BigInt64Array };
  }) => void,
): Promise<void> {
  await using owned = denoHost(new AbortController().signal);
  const { files } = owned.host;
  const folder = await files.tempDir("lean-gate-own-files");
  await files.writeAtomic(join(folder, "seen", "A.olean"), "0123456789");
  await files.writeAtomic(join(folder, "seen", "A.lean"), "text");
  await files.writeAtomic(join(folder, "seen-not", "A.olean"), "secret");
  const module = join(folder, "own_files.cjs");
  const exports =
    "module.exports={ownFiles,HEAPU8,HEAPU32,HEAP64,name(given){path=given;return 1024}}";
  await files.writeAtomic(module, `${GLUE}${ownFilesSource(VARIABLE)}${exports}`);
  process.env[VARIABLE] = `/nowhere:${join(folder, "seen")}`;
  try {
    const { ownFiles, name, ...memory } = createRequire(import.meta.url)(module);
    work(ownFiles, { folder, name, memory });
  } finally {
    delete process.env[VARIABLE];
  }
}

Deno.test("ownFiles reads a compiled module from start to end, in pieces", async () => {
  await withOwnFiles((own, { folder, name, memory: { HEAPU8, HEAPU32, HEAP64 } }) => {
    const descriptor = own["tryOpen"]!(name(join(folder, "seen/A.olean")), 0o2100000) as number;
    assert.ok(descriptor >= 1 << 20);
    own["fstat"]!(descriptor, 0);
    assert.equal(HEAPU32[0], 10);

    HEAPU32.set([2048, 4, 3072, 8], 4);
    assert.equal(own["read"]!(descriptor, 16, 2, 0), 0);
    assert.equal(HEAPU32[0], 10);
    assert.equal(String.fromCharCode(...HEAPU8.slice(2048, 2052)), "0123");
    assert.equal(String.fromCharCode(...HEAPU8.slice(3072, 3078)), "456789");
    own["read"]!(descriptor, 16, 1, 0);
    assert.equal(HEAPU32[0], 0, "the end of the file");

    own["seek"]!(descriptor, -3n, 2, 64);
    assert.equal(HEAP64[8], 7n);
    own["read"]!(descriptor, 16, 1, 0);
    assert.equal(String.fromCharCode(...HEAPU8.slice(2048, 2051)), "789");
    own["seek"]!(descriptor, -9n, 1, 64);
    assert.equal(HEAP64[8], 1n);
    own["seek"]!(descriptor, 5n, 0, 64);
    assert.equal(HEAP64[8], 5n);
    assert.equal(own["close"]!(descriptor), 0);
    assert.throws(() => own["fstat"]!(descriptor, 0));
  });
});

Deno.test("ownFiles leaves to the main thread what it is not for", async () => {
  await withOwnFiles((own, { folder, name }) => {
    const open = (path: string, flags = 0) => own["tryOpen"]!(name(join(folder, path)), flags);
    assert.equal(open("seen/A.lean"), undefined);
    assert.equal(open("seen/A.olean", 1), undefined, "for writing");
    assert.equal(open("seen/A.olean", 0o100), undefined, "to create it");
    assert.equal(open("seen/B.olean"), undefined, "absent: the error is the main thread's");
    assert.equal(open("seen-not/A.olean"), undefined, "not to be seen");
    assert.equal(own["tryOpen"]!(name("A.olean"), 0), undefined, "relative");
  });
});

Deno.test("ownFiles tells the state of files that Lean may see, and that one does not exist", async () => {
  await withOwnFiles((own, { folder, name, memory: { HEAPU32 } }) => {
    const stat = (path: string) => own["stat"]!(name(join(folder, path)), 0);
    assert.equal(stat("seen/A.lean"), 0);
    assert.equal(HEAPU32[0], 4);
    assert.equal(stat("seen"), 0);
    assert.equal(stat("seen/B.olean"), -44);
    assert.equal(stat("seen-not/A.olean"), undefined);
  });
});
