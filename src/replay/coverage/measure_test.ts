import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { testProject } from "../../gate/config/testing/support.ts";
import { GateError } from "../../platform/diagnostic.ts";
import { denoHost } from "../../platform/host/deno.ts";
import { type MemoryHost, memoryHost } from "../../platform/host/memory.ts";
import { type Coverage, coverageReport } from "./coverage.ts";
import { runStage } from "../../gate/stages/stage.ts";
import { readTraceFolder } from "../trace/folder.ts";
import type { Json } from "../../platform/json/json.ts";
import { FACTS, trace } from "../trace/testing/support.ts";
import { writeTraceFile } from "../trace/write.ts";
import { writeCells } from "./cells_file.ts";
import { measure } from "./measure.ts";
import { coverageStage } from "../../gate/stages/coverage.ts";
import { CELLS, STEPS } from "./testing/support.ts";

const EVENTS = STEPS as unknown as readonly Json[];
const GOOD = { "fixtures/a.ndjson": traces(EVENTS), "fixtures/cells.json": cells() };

function cells(): string {
  return writeCells(FACTS.model, CELLS);
}

/** A file with a trace for each list of events. */
function traces(...lists: readonly (readonly Json[])[]): string {
  const made = lists.map((events, i) => ({ ...trace(`t/${i}`, events.length), events }));
  return writeTraceFile(FACTS, made);
}

/** What measuring takes, with the toy's module configured: its process is a real one. */
function measuring(memory: MemoryHost) {
  const host = { ...denoHost(memory.host.signal).host, files: memory.host.files };
  const project = testProject();
  const module = fileURLToPath(import.meta.resolve("./testing/support.ts"));
  const config = { ...project.config, coverage: { module } };
  void memory.host.files.writeAtomic(module, "");
  return { host, project: { ...project, config }, progress: () => {} };
}

/** The codes found in a project of these files. */
async function codes(files: Record<string, string>): Promise<string[]> {
  const { findings } = await measure(measuring(memoryHost({ files })));
  return findings.map(({ code }) => code);
}

Deno.test("measure() finds nothing when the traces cover everything", async () => {
  const { coverage, findings } = await measure(measuring(memoryHost({ files: GOOD })));
  assert.deepEqual(findings, []);
  assert.deepEqual(coverage.cells.map(({ hits }) => hits), [1, 2, 1]);
});

Deno.test("measure() sees no difference in a checkout with CRLF", async () => {
  const crlf = Object.entries(GOOD).map(([file, text]) => [file, text.replaceAll("\n", "\r\n")]);
  assert.deepEqual(await codes(Object.fromEntries(crlf)), []);
});

Deno.test("measure() refuses traces that leave out a cell, a reason or an effect", async () => {
  const without = (index: number) => ({
    ...GOOD,
    "fixtures/a.ndjson": traces(EVENTS.toSpliced(index, 1)),
  });
  assert.deepEqual(await codes(without(2)), ["coverage_cell_missing"]);
  assert.deepEqual(await codes(without(1)), ["coverage_cell_missing", "coverage_reason_unused"]);
  const silent = EVENTS.map((event) => ({ ...Object(event), effects: [] }));
  assert.deepEqual(await codes({ ...GOOD, "fixtures/a.ndjson": traces(silent) }), [
    "coverage_effect_unused",
  ]);
});

Deno.test("measure() refuses a list of cells that is absent, malformed or too short", async () => {
  const { "fixtures/cells.json": good, ...bare } = GOOD;
  const listed = (text: string) => codes({ ...bare, "fixtures/cells.json": text });
  assert.deepEqual(await codes(bare), ["coverage_cells_absent"]);
  assert.deepEqual(await listed("{"), ["cells_malformed"]);
  const line = '    ["Add","low","applied"],\n';
  assert.deepEqual(await listed(good.replace(line, "")), ["coverage_cell_unlisted"]);
});

Deno.test("measure() names the trace that the module refuses", async () => {
  const files = { ...GOOD, "fixtures/a.ndjson": traces(EVENTS, [{ throws: 1 }], [7]) };
  const { findings } = await measure(measuring(memoryHost({ files })));
  assert.deepEqual(findings.map(({ code, message, location }) => [code, message, location?.line]), [
    [
      "coverage_trace_refused",
      'On trace "t/1", the coverage module threw "events[0]: it throws"',
      3,
    ],
    [
      "coverage_trace_refused",
      'On trace "t/2", the coverage module returned malformed steps ("[0]" has no cell, reason and effects)',
      4,
    ],
  ]);
});

Deno.test("measure() lists the first refused traces and counts them all", async () => {
  const refused = Array.from({ length: 5 }, () => [{ throws: 1 }]);
  const files = { ...GOOD, "fixtures/a.ndjson": traces(EVENTS, ...refused) };
  const { findings } = await measure(measuring(memoryHost({ files })));
  assert.equal(findings.length, 4);
  assert.match(findings[3]!.message, /refuses 5 traces, of which 3 are listed$/);
});

Deno.test("measure() judges the traces it reads, and not those it is given", async () => {
  const files = { ...GOOD, "fixtures/a.ndjson": `${GOOD["fixtures/a.ndjson"]}garbage\n` };
  assert.deepEqual(await codes(files), ["trace_line_malformed"]);
  const run = measuring(memoryHost({ files }));
  const folder = await readTraceFolder(run.host, run.project.root, "fixtures");
  assert.deepEqual((await measure(run, folder)).findings, []);
});

Deno.test("measure() refuses a project that asks for no coverage", async () => {
  const run = { ...measuring(memoryHost({ files: GOOD })), project: testProject() };
  await assert.rejects(measure(run), (cause) => {
    assert.ok(cause instanceof GateError);
    assert.equal(cause.kind, "usage");
    assert.equal(cause.diagnostic.code, "coverage_not_configured");
    return true;
  });
});

Deno.test("measure() ends when it is interrupted", async () => {
  const memory = memoryHost({ files: GOOD });
  memory.interrupt();
  await assert.rejects(measure(measuring(memory)), /Interrupted/);
});

Deno.test("the coverage stage counts the cells, and hands on the report's section", async () => {
  const run = { ...measuring(memoryHost({ files: GOOD })), lean: "auto" } as const;
  const { report, output } = await runStage(coverageStage, run, {});
  const { status, checked, summary } = report;
  assert.deepEqual({ status, checked, summary }, {
    status: "passed",
    checked: 3,
    summary: "3 of 3 cells hit, 1 reasons and 1 effects all occur",
  });
  assert.deepEqual(coverageReport(output as Coverage), {
    reachable: 3,
    hit: 3,
    missing: [],
    unlisted: [],
    unusedReasons: [],
    unusedEffects: [],
  });
});
