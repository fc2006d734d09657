import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { memoryHost } from "../../../platform/host/memory.ts";
import type { Module } from "../../package/modules.ts";
import { compile, compiledFolder, reuse, type Workshop } from "./compile.ts";
import { openPool } from "./pool.ts";

/** Compiles one module several times, by a Lean that writes the named files beside what was asked of it. */
async function compiled(...runs: readonly (readonly string[])[]) {
  let run = 0;
  const { host } = memoryHost({
    programs: () => async ({ command }) => {
      const output = command.argv[command.argv.indexOf("-o") + 1]!;
      for (const name of runs[run]!) {
        await host.files.writeAtomic(join(dirname(output), name), `${run} ${name}`);
      }
      run++;
      return 0;
    },
  });
  const workshop: Workshop = {
    host,
    lean: {
      folder: "lean",
      launcher: "lean/launcher.cjs",
      library: "lean/lib",
      modules: new Set(),
      version: "4.28.0",
      identity: "lean",
    },
    formalRoot: "formal",
    show: (path) => path,
    deadlineMs: 1000,
  };
  const module: Module = { name: "A.B", path: "A/B.lean", text: "", options: [], imports: [] };
  for (const index of runs.keys()) {
    const { ok } = await compile(
      workshop,
      module,
      `key ${index}`,
      () => openPool(workshop).compile(module, true),
    );
    assert.ok(ok);
  }
  const folder = join(compiledFolder("formal"), "A");
  const names = (await host.files.list(folder) ?? []).map(({ name }) => name);
  const read = (name: string) => host.files.readText(join(folder, name));
  const kept = async (key: string) => await reuse(workshop, module, key) !== undefined;
  return { names, read, kept };
}

Deno.test("compile() keeps no part of an earlier compilation, which Lean would read", async () => {
  const whole = ["B.olean", "B.olean.server", "B.olean.private", "B.ir"];
  const { names, read, kept } = await compiled(whole, ["B.olean"]);
  assert.deepEqual(names, ["B.olean"]);
  assert.equal(await read("B.olean"), "1 B.olean");
  assert.equal(await kept("key 1"), true);
  assert.equal(await kept("key 0"), false);
});

Deno.test("compile() takes nothing but the module that was asked for", async () => {
  // Code that runs at compile time may write beside it: of the same length, so that what follows is equal.
  const { names, read } = await compiled(["B.olean", "X.olean", "C.olean.private", "B.other"]);
  assert.deepEqual(names, ["B.olean"]);
  assert.equal(await read("B.olean"), "0 B.olean");
});
