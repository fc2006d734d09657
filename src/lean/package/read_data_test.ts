import assert from "node:assert/strict";
import { memoryHost } from "../../platform/host/memory.ts";
import { digestOfData } from "./read_data.ts";

const READER = { text: 'theorem t : (include_str "a.txt") = "ok" := rfl' };

async function digest(files: Record<string, string>, sources = [READER]): Promise<string> {
  const { host } = memoryHost();
  for (const [path, text] of Object.entries(files)) await host.files.writeAtomic(path, text);
  return await digestOfData(host, "/formal", sources);
}

Deno.test("digestOfData() changes with every file that code may read", async () => {
  const files = { "/formal/A.lean": "1", "/formal/A/a.txt": "ok", "/formal/b": "" };
  const before = await digest(files);
  assert.match(before, /^[0-9a-f]{64}$/);
  assert.notEqual(await digest({ ...files, "/formal/A/a.txt": "no" }), before);
  assert.notEqual(await digest({ ...files, "/formal/c": "" }), before);
  assert.notEqual(await digest({ "/formal/A/a.txt": "ok" }), before);
  // Bytes that move from one file to the next.
  assert.notEqual(
    await digest({ "/formal/A/a.txt": "o", "/formal/b": "k" }),
    await digest({ "/formal/A/a.txt": "ok", "/formal/b": "" }),
  );
});

Deno.test("digestOfData() passes over sources and what is built, and over all when no code reads", async () => {
  const files = { "/formal/A.lean": "1", "/formal/a.txt": "ok", "/formal/.lake/b": "1" };
  const before = await digest(files);
  assert.equal(await digest({ ...files, "/formal/A.lean": "2", "/formal/.lake/b": "2" }), before);
  for (const text of ["IO.FS.readFile p", "IO.FS.lines p", "p.readDir", "IO.FS.withFile p"]) {
    assert.equal(await digest(files, [{ text: "def x := 1" }, { text }]), before);
  }
  assert.equal(await digest(files, [{ text: 'IO.FS.writeFile p ""' }]), "");
});
