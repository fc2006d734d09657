import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../../platform/host/deno.ts";
import { readTraceFolder, type TraceFolder } from "./folder.ts";
import type { Trace } from "./schema.ts";
import { writeTraceFile } from "./write.ts";

const FACTS = {
  emitter: { backend: "native", lean: "4.28.0" },
  toolchain: "leanprover/lean4:v4.28.0",
  model: "0".repeat(64),
};

function file(...ids: string[]): string {
  return writeTraceFile(
    FACTS,
    ids.map((id): Trace => ({
      id,
      tags: [],
      names: {},
      graph: 1,
      events: [1],
      decisions: [["applied"]],
      final: null,
    })),
  );
}

/** Reads a folder that has these files. */
async function read(files: Readonly<Record<string, string | Uint8Array>>): Promise<TraceFolder> {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const root = await host.files.tempDir("traces");
  for (const [name, content] of Object.entries(files)) {
    await host.files.writeAtomic(join(root, "fixtures/traces", name), content);
  }
  return await readTraceFolder(host, root, "fixtures/traces");
}

Deno.test("readTraceFolder() reads the trace files in order and leaves others alone", async () => {
  const folder = await read({
    "b.ndjson": file("b/1"),
    "a.ndjson": file("a/1", "a/2"),
    "README.md": "# Traces",
    "deeper/c.ndjson": "not read",
  });
  assert.deepEqual(folder.findings, []);
  assert.deepEqual(folder.files.map(({ file }) => file), [
    "fixtures/traces/a.ndjson",
    "fixtures/traces/b.ndjson",
  ]);
  assert.deepEqual(folder.traces.map(({ trace }) => trace.id), ["a/1", "a/2", "b/1"]);
  assert.equal(folder.steps, 3);
});

Deno.test("readTraceFolder() refuses a folder that is absent or without traces", async () => {
  for (const files of [{}, { "README.md": "" }]) {
    const { findings } = await read(files);
    assert.deepEqual(findings.map(({ code }) => code), ["traces_missing"]);
  }
});

Deno.test("readTraceFolder() refuses one id in two files", async () => {
  const { findings } = await read({ "a.ndjson": file("a", "x"), "b.ndjson": file("b", "x") });
  assert.deepEqual(findings.map(({ code, location }) => [code, location]), [
    ["trace_duplicate_id", { file: "fixtures/traces/b.ndjson", line: 3 }],
  ]);
});

Deno.test("readTraceFolder() passes on what is wrong with each file", async () => {
  const { findings } = await read({ "a.ndjson": "", "b.ndjson": new Uint8Array([0xc0, 10]) });
  assert.deepEqual(findings.map(({ code, location }) => [code, location?.file]), [
    ["trace_file_empty", "fixtures/traces/a.ndjson"],
    ["trace_not_utf8", "fixtures/traces/b.ndjson"],
  ]);
});

Deno.test("readTraceFolder() refuses a folder in the place of a trace file", async () => {
  const { findings, traces } = await read({ "a.ndjson": file("a/1"), "b.ndjson/x": "not read" });
  assert.equal(traces.length, 1);
  assert.deepEqual(findings.map(({ code, location }) => [code, location?.file]), [
    ["trace_not_file", "fixtures/traces/b.ndjson"],
  ]);
});
