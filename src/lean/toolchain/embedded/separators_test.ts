import assert from "node:assert/strict";
import { GateError } from "../../../platform/diagnostic.ts";
import { memoryHost } from "../../../platform/host/memory.ts";
import { describeToolchain } from "../describe.ts";
import { checkSeparators } from "./separators.ts";

Deno.test("checkSeparators() refuses what separates paths, and nothing else", () => {
  checkSeparators("/a b/é%;'x'/formal", "/home/me/.cache/lean-gate");
  for (
    const [root, cache, hint] of [
      ["/a,b/formal", "/cache", /Move the project/],
      ["/a:b/formal", "/cache", /Move the project/],
      ["/formal", "/c,d", /LEAN_GATE_CACHE/],
    ] as const
  ) {
    assert.throws(() => checkSeparators(root, cache), (cause) => {
      assert.ok(cause instanceof GateError);
      assert.deepEqual([cause.kind, cause.diagnostic.code], ["setup", "path_unsupported"]);
      assert.match(cause.diagnostic.hint ?? "", hint);
      return true;
    });
  }
});

Deno.test("a toolchain is described as unusable in such a folder", async () => {
  const { host } = memoryHost({
    cwd: "/a,b",
    files: { "/a,b/formal/lean-toolchain": "leanprover/lean4:v4.28.0\n" },
    env: { LEAN_GATE_CACHE: "/cache" },
  });
  const place = { projectRoot: "/a,b", formalRoot: "/a,b/formal" };
  const { chosen, backends } = await describeToolchain(host, { ...place, choice: "embedded" });
  assert.equal(chosen, undefined);
  const embedded = backends.find(({ backend }) => backend === "embedded")!;
  assert.deepEqual([embedded.status, embedded.advice?.code], ["unusable", "path_unsupported"]);
});
