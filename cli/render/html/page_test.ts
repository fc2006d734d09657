import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { summarize } from "../../../src/gate/report/report.ts";
import type { PlacedTrace } from "../../../src/replay/trace/read.ts";
import { trace } from "../../../src/replay/trace/testing/support.ts";
import { PROGRAM } from "./assets.ts";
import { packedBlock, plainBlock } from "./block.ts";
import { renderPage } from "./page.ts";

const REPORT = summarize({ lean: null, stages: [], counts: {}, engines: [], ms: 0 });

function outputs(count: number, steps: number) {
  const traces = Array.from({ length: count }, (_, i): PlacedTrace => ({
    trace: trace(`t/${i}`, steps),
    location: { file: "x.ndjson", line: i + 2 },
  }));
  const folder = { files: [], traces, steps: count * steps, findings: [] };
  return { replay: { folder, judges: [], engines: [] } };
}

/** The content of a block. */
function block(page: string, id: string) {
  const [, type, content] = new RegExp(`<script type="([^"]+)" id="${id}">([^<]*)</script>`).exec(
    page,
  )!;
  return JSON.parse(
    type === "application/gzip"
      ? new TextDecoder().decode(gunzipSync(Uint8Array.fromBase64(content!)))
      : content!,
  );
}

Deno.test("a block holds any text without an end of its element in it", async () => {
  const value = { a: "</script><!--<script>", b: "\u2028 \ud83d\ude42" };
  for (const page of [plainBlock("b", value), await packedBlock("b", value)]) {
    assert.equal(page.match(/</g)!.length, 2);
    assert.deepEqual(block(page, "b"), value);
  }
});

Deno.test("a page without traces has its stages alone", async () => {
  const page = await renderPage({ report: REPORT, outputs: {} });
  assert.deepEqual([block(page, "meta").explorer, block(page, "meta").coverage], [null, null]);
  assert.doesNotMatch(page, /application\/gzip/);
});

Deno.test("a page has its traces in chunks, and an index of where each is", async () => {
  const page = await renderPage({ report: REPORT, outputs: outputs(30, 200) });
  const { traces } = block(page, "index");
  const { total, shown } = block(page, "meta").explorer;
  assert.deepEqual([total, shown, traces.length], [30, 30, 30]);
  const chunks = new Set<number>(traces.map((row: unknown[]) => row[5]));
  assert.ok(chunks.size > 1);
  const held = [...chunks].flatMap((chunk) => block(page, `chunk-${chunk}`));
  assert.equal(held.length, 30);
  assert.deepEqual(held[29].events, outputs(30, 200).replay.folder.traces[29]!.trace.events);
});

Deno.test("a page of more than it can hold has a sample, and says of how many", async () => {
  const page = await renderPage({ report: REPORT, outputs: outputs(30, 200) }, 1_000);
  const { total, shown } = block(page, "meta").explorer;
  assert.deepEqual([total, shown], [30, 5]);
});

Deno.test("a page lets nothing be fetched, and no other program run", async () => {
  const page = await renderPage({ report: REPORT, outputs: {} });
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)!;
  assert.match(policy!, /^default-src 'none';.* script-src 'sha256-[\w+/]{43}='/);
  assert.doesNotMatch(policy!, /unsafe/);
  assert.doesNotMatch(page, /\bsrc=|\bhref="http/);
});

Deno.test("no module of the program imports a name as another, which one script could not keep", async () => {
  const folder = new URL("./client/", import.meta.url);
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".js")) continue;
    const source = await Deno.readTextFile(new URL(name, folder));
    assert.doesNotMatch(source, /^(import|export) [^;]*\bas\b|^export default|^import "/m, name);
  }
});

Deno.test("the program is one script: nothing in it is imported or exported, and none of it ends the element", () => {
  assert.ok(PROGRAM.length > 10_000);
  assert.doesNotMatch(PROGRAM, /^\s*(import|export)\b/m);
  assert.doesNotMatch(PROGRAM, /<\/script/i);
});
