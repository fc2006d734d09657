import assert from "node:assert/strict";
import { memoryHost } from "../../../platform/host/memory.ts";
import { parsePin } from "../pin.ts";
import { openNative } from "./toolchain.ts";

Deno.test("prepare() has lake run the executable, once for each start, in the package's folder", async () => {
  const { host, commands } = memoryHost({ programs: () => ({ stdout: "said" }) });
  const place = { projectRoot: "/project", formalRoot: "/project/formal" };
  const lean = { version: "4.28.0", lake: ["/elan/lake"], paths: {} } as const;
  const toolchain = openNative(host, place, parsePin("leanprover/lean4:v4.28.0\n", "pin"), lean, 1);
  await using prepared = await toolchain.prepare("ask");
  assert.deepEqual(commands, []);
  for (const times of [1, 2]) {
    const child = prepared.spawn();
    assert.equal(await new Response(child.stdout as BodyInit).text(), "said");
    await child.end();
    assert.equal(commands.length, times);
  }
  assert.deepEqual(commands[0], { argv: ["/elan/lake", "exe", "ask"], cwd: "/project/formal" });
});

Deno.test("build() refuses modules in the place of Lean's own, though only lake can read the lakefile", async () => {
  const { host } = memoryHost({ programs: () => ({}) });
  const place = { projectRoot: "/project", formalRoot: "/project/formal" };
  for (const path of ["lakefile.lean", "Lean/Class.lean", "Own.lean"]) {
    await host.files.writeAtomic(`/project/formal/${path}`, "");
  }
  for (const module of ["Lean/Class", "Own"]) {
    await host.files.writeAtomic(`/project/formal/.lake/build/lib/lean/${module}.trace`, "{}");
  }
  const lean = { version: "4.28.0", lake: ["/elan/lake"], paths: {} } as const;
  const toolchain = openNative(host, place, parsePin("leanprover/lean4:v4.28.0\n", "pin"), lean, 1);
  const { findings } = await toolchain.build(() => {});
  assert.deepEqual(findings.map(({ code, location }) => `${code} ${location?.file}`), [
    "module_taken formal/Lean/Class.lean",
  ]);
});
