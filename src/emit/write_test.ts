import assert from "node:assert/strict";
import { testProject } from "../config/test_support.ts";
import { type MemoryHost, memoryHost } from "../host/memory.ts";
import type { Emission } from "./stage.ts";
import { writeFixtures } from "./write.ts";

function emission(texts: Record<string, string>): Emission {
  return { texts: new Map(Object.entries(texts)), files: [], traces: 0, findings: [] };
}

/** Content of every file of the project. */
async function contents({ host }: MemoryHost): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const path of host.files.paths()) files[path] = await host.files.readText(path) ?? "";
  return files;
}

Deno.test("writeFixtures() writes what differs and removes what is stale", async () => {
  const memory = memoryHost({
    files: {
      "fixtures/same.ndjson": "same\n",
      "fixtures/changed.ndjson": "old\n",
      "fixtures/stale.ndjson": "stale\n",
      "fixtures/README.md": "not a trace file",
      "fixtures/folder.ndjson/inner": "not a file",
    },
  });
  const result = await writeFixtures(
    memory.host,
    testProject(),
    emission({
      "fixtures/same.ndjson": "same\n",
      "fixtures/changed.ndjson": "new\n",
      "fixtures/added.ndjson": "added\n",
    }),
  );
  assert.deepEqual(result, {
    written: ["fixtures/changed.ndjson", "fixtures/added.ndjson"],
    unchanged: ["fixtures/same.ndjson"],
    removed: ["fixtures/stale.ndjson"],
  });
  assert.deepEqual(await contents(memory), {
    "/project/fixtures/README.md": "not a trace file",
    "/project/fixtures/added.ndjson": "added\n",
    "/project/fixtures/changed.ndjson": "new\n",
    "/project/fixtures/folder.ndjson/inner": "not a file",
    "/project/fixtures/same.ndjson": "same\n",
  });
});

Deno.test("writeFixtures() writes every file by an atomic rename, and before it removes any", async () => {
  const memory = memoryHost({
    files: { "fixtures/a.ndjson": "old", "fixtures/b.ndjson": "stale" },
  });
  const { host } = memory;
  const files = {
    ...host.files,
    writeAtomic: () => Promise.reject(new Error("disk full")),
    write: () => assert.fail("Written in place"),
  };
  const texts = emission({ "fixtures/a.ndjson": "new" });
  await assert.rejects(writeFixtures({ ...host, files }, testProject(), texts), /disk full/);
  assert.deepEqual(await contents(memory), {
    "/project/fixtures/a.ndjson": "old",
    "/project/fixtures/b.ndjson": "stale",
  });
});

Deno.test("writeFixtures() keeps what it wrote, however the folder is spelt", async () => {
  for (const [folder, file] of [[".", "a.ndjson"], ["./f/", "f/a.ndjson"], ["f", "f/a.ndjson"]]) {
    const memory = memoryHost();
    const texts = emission({ [file!]: "new" });
    const { removed } = await writeFixtures(memory.host, testProject(folder), texts);
    assert.deepEqual(removed, [], folder);
    assert.deepEqual(await contents(memory), { [`/project/${file}`]: "new" });
  }
});

Deno.test("writeFixtures() makes the folder when it is absent", async () => {
  const memory = memoryHost();
  await writeFixtures(memory.host, testProject("a/b"), emission({ "a/b/c.ndjson": "new" }));
  assert.deepEqual(await contents(memory), { "/project/a/b/c.ndjson": "new" });
});
