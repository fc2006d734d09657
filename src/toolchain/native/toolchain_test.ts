import assert from "node:assert/strict";
import { memoryHost } from "../../host/memory.ts";
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
