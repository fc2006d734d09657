/** What is kept of a worker's output. */
import assert from "node:assert/strict";
import { denoHost } from "../platform/host/deno.ts";
import { openOutput, readOutput } from "./output.ts";
import { storeAt } from "./store.ts";

Deno.test("output is kept in order, and the oldest is dropped beyond the bound", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const store = storeAt(await host.files.tempDir("lifecycle-test"));
  assert.equal(await readOutput(host, store, "build-1"), undefined);
  const output = openOutput(host, store, "build-1", 8192);
  const lines = Array.from({ length: 2000 }, (_, i) => `line ${String(i).padStart(5, "0")}`);
  for (const line of lines) output.line(line);
  await output.close();
  const kept = (await readOutput(host, store, "build-1"))!;
  assert(kept.length <= 8192, `${kept.length} bytes`);
  // Half of the bound at least, and without a gap up to the last line.
  const shown = kept.trimEnd().split("\n");
  assert(shown.length >= 8192 / 2 / 11 / 2, `${shown.length} lines`);
  assert.deepEqual(shown, lines.slice(-shown.length));
});

Deno.test("a line longer than the bound is cut", async () => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const store = storeAt(await host.files.tempDir("lifecycle-test"));
  const output = openOutput(host, store, "build-1", 4096);
  output.line("x".repeat(100_000));
  output.line("end");
  await output.close();
  const kept = (await readOutput(host, store, "build-1"))!;
  assert(kept.length <= 4096);
  assert.match(kept, /end\n$/);
});
