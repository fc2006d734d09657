import assert from "node:assert/strict";
import { exportedName, nameArgument, readExport } from "./exported.ts";
import { KERNEL_NAMES, kernelConfig, KERNELS, verdictOf } from "./kernels.ts";

const ended = (code: number, signal: string | null = null, timedOut = false) => ({
  code,
  signal,
  timedOut,
});

Deno.test("verdictOf() takes exit code 0 alone for a yes", () => {
  for (const name of KERNEL_NAMES) {
    assert.equal(verdictOf(KERNELS[name], ended(0)), "accepted");
    assert.equal(verdictOf(KERNELS[name], ended(1)), "rejected");
  }
  // A panic of Rust ends with 101.
  assert.equal(verdictOf(KERNELS.nanoda_bin, ended(101)), "rejected");
});

Deno.test("verdictOf() takes no refusal to check, no signal and no deadline for a verdict", () => {
  assert.equal(verdictOf(KERNELS["con-ron"], ended(2)), "unfinished");
  assert.equal(verdictOf(KERNELS["con-leche"], ended(3)), "unfinished");
  for (const end of [ended(134), ended(0, "SIGKILL"), ended(143, null, true)]) {
    assert.equal(verdictOf(KERNELS.nanoda_bin, end), "unfinished");
  }
});

Deno.test("kernels are called as their sources say", () => {
  const files = { export: "/e.ndjson", config: "/c.json" };
  assert.deepEqual(KERNELS.nanoda_bin.args(files), ["/c.json"]);
  assert.deepEqual(KERNELS.lean4lean.args(files), ["--import", "/e.ndjson"]);
  assert.deepEqual(KERNELS["con-ron"].args(files), ["/e.ndjson"]);
  assert.equal(JSON.parse(kernelConfig("/e.ndjson")).export_file_path, "/e.ndjson");
});

Deno.test("nameArgument() spells names as Lean reads them, and says which it cannot spell", () => {
  assert.equal(nameArgument(["Model", "double_two'"]), "Model.double_two'");
  assert.equal(nameArgument(["my-lib", "a.b"]), "«my-lib».«a.b»");
  assert.equal(nameArgument(["_private", "M", 0, "f"]), undefined);
  assert.equal(nameArgument(["a»b"]), undefined);
});

const META = {
  meta: {
    exporter: { name: "lean4export", version: "3.1.0" },
    lean: { githash: "0", version: "4.35.0" },
    format: { version: "3.1.0" },
  },
};

async function read(records: readonly unknown[]) {
  return await readExport((async function* () {
    for (const record of records) yield JSON.stringify(record);
  })());
}

Deno.test("readExport() reads names and declarations of the published format", async () => {
  const exported = await read([
    META,
    { in: 1, str: { pre: 0, str: "A" } },
    { in: 2, str: { pre: 1, str: "t" } },
    { in: 3, num: { pre: 2, i: 7 } },
    { il: 1, succ: 0 },
    { ie: 0, sort: 0 },
    { thm: { name: 2, levelParams: [], type: 0, value: 0, all: [2] } },
    { axiom: { name: 3, levelParams: [], type: 0, isUnsafe: false } },
    { inductive: { types: [{ name: 1 }], ctors: [], recs: [] } },
  ]);
  assert.equal(exported.problem, undefined);
  assert.equal(exported.lean, "4.35.0");
  assert.equal(exported.declarations, 3);
  assert.ok(exported.names.has(exportedName(["A", "t"])));
  assert.ok(exported.names.has(exportedName(["A", "t", 7])));
  assert.ok(!exported.names.has(exportedName(["A", "other"])));
});

Deno.test("readExport() refuses another format, and what is no export", async () => {
  const other = { meta: { ...META.meta, format: { version: "4.0.0" } } };
  assert.match((await read([other])).problem!, /format is 4\.0\.0/);
  assert.match((await read([])).problem!, /not given/);
  const broken = await readExport((async function* () {
    yield JSON.stringify(META);
    yield "PANIC";
  })());
  assert.match(broken.problem!, /no JSON/);
});
