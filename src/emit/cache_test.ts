import assert from "node:assert/strict";
import type { ToolchainInfo } from "../toolchain/toolchain.ts";
import { emissionKey } from "./cache.ts";

Deno.test("emissionKey() changes with everything that an emission depends on", () => {
  const lean: ToolchainInfo = {
    backend: "native",
    version: "4.28.0",
    pin: "leanprover/lean4:v4.28.0",
    paths: { lean: "/bin/lean" },
  };
  const inputs = { emitter: "emit", model: "0".repeat(64), lakefile: 'name = "p"', lean };
  const keys = [
    inputs,
    { ...inputs, emitter: "other" },
    { ...inputs, model: "1".repeat(64) },
    { ...inputs, lakefile: 'name = "q"' },
    { ...inputs, data: "2".repeat(64) },
    { ...inputs, lean: { ...lean, backend: "embedded" as const } },
    { ...inputs, lean: { ...lean, version: "4.28.1" } },
    { ...inputs, lean: { ...lean, pin: "leanprover/lean4:v4.28.1" } },
    { ...inputs, lean: { ...lean, paths: { lean: "/opt/lean" } } },
  ].map(emissionKey);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(emissionKey({ ...inputs, lean: { ...lean } }), keys[0]);
  assert.match(keys[0]!, /^[0-9a-f]{64}$/);
});
