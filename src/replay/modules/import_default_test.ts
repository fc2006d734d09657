import assert from "node:assert/strict";
import { importDefault } from "./import_default.ts";

async function importing(source: string, deadlineMs?: number): Promise<unknown> {
  const folder = await Deno.makeTempDir({ prefix: "import-" });
  try {
    await Deno.writeTextFile(`${folder}/a.ts`, source);
    return await importDefault(folder, "a.ts", (reason) => new Error(`no: ${reason}`), deadlineMs);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("importDefault() gives the default export, or says why there is none", async () => {
  assert.equal(await importing("export default 7;"), 7);
  await assert.rejects(importing('throw new Error("boom");'), /^Error: no: boom$/);
});

Deno.test("importDefault() does not wait for ever", async () => {
  const slow = "await new Promise((resolve) => setTimeout(resolve, 500));\nexport default 7;";
  await assert.rejects(importing(slow, 100), /^Error: no: it was not ready after 0.1 s$/);
  // Until the module is ready after all: nothing is left running.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
});
