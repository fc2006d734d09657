import assert from "node:assert/strict";
import { memoryHost } from "./memory.ts";
import { keyFile, openSeal } from "./seal.ts";

const HOME = { HOME: "/home/a" };

Deno.test("openSeal() gives the same seals to all runs of a user, and to no other", async () => {
  const { host } = memoryHost({ env: HOME });
  const [one, two] = [await openSeal(host), await openSeal(host)];
  assert.equal(one("record"), two("record"));
  assert.notEqual(one("record"), one("record "));
  const other = await openSeal(memoryHost({ env: HOME }).host);
  assert.notEqual(other("record"), one("record"));
});

Deno.test("openSeal() keeps its key beside no cache, and takes the one that is given", async () => {
  assert.equal(
    keyFile(memoryHost({ env: HOME }).host),
    "/home/a/.local/state/lean-gate/key",
  );
  const given = { LEAN_GATE_KEY: "k".repeat(32) };
  const [one, two] = [memoryHost({ env: given }), memoryHost({ env: { ...HOME, ...given } })];
  assert.equal((await openSeal(one.host))("a"), (await openSeal(two.host))("a"));
  assert.deepEqual(two.host.files.paths(), []);
  const short = memoryHost({ env: { ...HOME, LEAN_GATE_KEY: "short" } });
  await openSeal(short.host);
  assert.deepEqual(short.host.files.paths(), ["/home/a/.local/state/lean-gate/key"]);
});

Deno.test("openSeal() seals for this run alone where no key can be kept", async () => {
  const { host } = memoryHost({ env: HOME });
  const files = { ...host.files, writeAtomic: () => Promise.reject(new Error("read-only")) };
  const seal = await openSeal({ ...host, files });
  assert.equal(seal("a"), (await openSeal(memoryHost().host))("a"));
});
