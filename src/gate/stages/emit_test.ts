import assert from "node:assert/strict";
import { testProject } from "../config/testing/support.ts";
import { GateError } from "../../platform/diagnostic.ts";
import { type MemoryHost, memoryHost } from "../../platform/host/memory.ts";
import { fakeToolchain } from "../../lean/toolchain/testing/fake.ts";
import type { ExecResult, Toolchain } from "../../lean/toolchain/toolchain.ts";
import { readTraceFile } from "../../replay/trace/read.ts";
import { trace } from "../../replay/trace/testing/support.ts";
import { writeTrace } from "../../replay/trace/write.ts";
import { emit, emitStage } from "./emit.ts";
import { writeFixtures } from "../fixtures/write.ts";

const SOURCES = {
  "formal/lakefile.toml":
    'name = "p"\n[[lean_lib]]\nname = "Model"\n[[lean_exe]]\nname = "emit"\nroot = "Emit"\n',
  "formal/Emit.lean": "import Model\n",
  "formal/Model.lean": "def value := 1\n",
  "formal/Proofs.lean": "import Model\n",
};
const TEXT = [trace("b/two"), trace("a/one", 2)].map((one) => `${writeTrace(one)}\n`).join("");

/** A toolchain whose emitter writes these files, and how often it was run. */
function toolchain(
  { host }: MemoryHost,
  files: Readonly<Record<string, string>>,
  result: Partial<ExecResult> = {},
) {
  const runs: (readonly string[])[] = [];
  const made = fakeToolchain(host, {}, {
    async exec(name, args) {
      runs.push([name, ...args]);
      for (const [file, text] of Object.entries(files)) {
        await host.files.writeAtomic(`${args[0]}/${file}`, text);
      }
      return { code: 0, stdout: "", stderr: "", ...result };
    },
  });
  return { toolchain: made, runs };
}

/** A project that has committed what the model emits, unless it is changed. */
async function committed(change: (text: string) => string = (text) => text): Promise<MemoryHost> {
  const memory = memoryHost({ files: SOURCES });
  const lean = toolchain(memory, { "a.ndjson": TEXT }).toolchain;
  const { texts } = await emit(memory.host, testProject(), lean, () => {});
  await memory.host.files.remove("formal/.lake");
  for (const [file, text] of texts) await memory.host.files.writeAtomic(file, change(text));
  return memory;
}

function stage({ host }: MemoryHost, lean: Toolchain) {
  const run = { host, project: testProject(), lean: "auto", progress: () => {} } as const;
  return emitStage.run(run, { toolchain: lean, build: { modules: ["Model"] } });
}

const codes = (outcome: Awaited<ReturnType<typeof stage>>) =>
  outcome.findings.map(({ code }) => code);

Deno.test("the emit stage agrees when the model emits what is committed", async () => {
  const memory = await committed();
  const { toolchain: lean } = toolchain(memory, { "a.ndjson": TEXT });
  assert.deepEqual(await stage(memory, lean), {
    checked: 2,
    summary: "2 traces emitted, as committed",
    findings: [],
  });
});

Deno.test("the emit stage refuses a drift, and changes no fixture", async () => {
  const memory = await committed((text) => text.replace('"by":1', '"by":2'));
  const before = await memory.host.files.readText("fixtures/a.ndjson");
  const { toolchain: lean } = toolchain(memory, { "a.ndjson": TEXT });
  const outcome = await stage(memory, lean);
  assert.deepEqual(codes(outcome), ["drift_trace_changed"]);
  assert.equal(outcome.summary, "2 traces emitted, not as committed");
  assert.equal(await memory.host.files.readText("fixtures/a.ndjson"), before);
});

Deno.test("the emit stage refuses fixtures of another model, but not of other proofs", async () => {
  const memory = await committed();
  const { toolchain: lean } = toolchain(memory, { "a.ndjson": TEXT });
  await memory.host.files.writeAtomic("formal/Proofs.lean", "import Model\n-- longer\n");
  assert.deepEqual(codes(await stage(memory, lean)), []);
  await memory.host.files.writeAtomic("formal/Model.lean", "def value := 2\n");
  assert.deepEqual(codes(await stage(memory, lean)), ["drift_header"]);
});

Deno.test("the emit stage refuses when nothing is committed", async () => {
  const memory = memoryHost({ files: SOURCES });
  const { toolchain: lean } = toolchain(memory, { "a.ndjson": TEXT });
  assert.deepEqual(codes(await stage(memory, lean)), ["drift_file_missing"]);
});

Deno.test("emit() runs the emitter again only when its sources change", async () => {
  const memory = memoryHost({ files: SOURCES });
  const { toolchain: lean, runs } = toolchain(memory, { "a.ndjson": TEXT });
  const run = () => emit(memory.host, testProject(), lean, () => {});
  const first = await run();
  assert.equal(first.isKept, false);
  assert.deepEqual(await run(), { ...first, isKept: true });
  assert.equal(runs.length, 1);
  assert.equal(runs[0]?.[0], "emit");
  await memory.host.files.writeAtomic("formal/Model.lean", "def value := 2\n");
  await run();
  assert.equal(runs.length, 2);
});

Deno.test("emit() runs the emitter again when a required package has another version", async () => {
  const memory = memoryHost({ files: SOURCES });
  const { toolchain: lean, runs } = toolchain(memory, { "a.ndjson": TEXT });
  for (const [index, version] of ["1", "1", "2"].entries()) {
    const manifest = `{"packages":[{"name":"batteries","rev":"${version}"}]}`;
    await memory.host.files.writeAtomic("formal/lake-manifest.json", manifest);
    await emit(memory.host, testProject(), lean, () => {});
    assert.equal(runs.length, [1, 1, 2][index]);
  }
});

Deno.test("emit() gives files that the reader accepts, and takes no other files for traces", async () => {
  const memory = memoryHost({ files: SOURCES });
  const { toolchain: lean } = toolchain(memory, {
    "b.ndjson": TEXT,
    "a.ndjson": `${writeTrace(trace("z"))}\r\n`,
    "notes.txt": "no traces",
  });
  const { texts, traces, findings } = await emit(memory.host, testProject("./f/"), lean, () => {});
  assert.deepEqual([...texts.keys()], ["f/a.ndjson", "f/b.ndjson"]);
  assert.equal(traces, 3);
  assert.deepEqual(findings, []);
  for (const [file, text] of texts) assert.deepEqual(readTraceFile(file, text).findings, []);
});

Deno.test("an emitter that fails is a verdict, with the end of what it said", async () => {
  const memory = await committed();
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  const { toolchain: lean } = toolchain(memory, { "a.ndjson": TEXT }, {
    code: 7,
    stderr: lines.join("\n"),
  });
  await assert.rejects(stage(memory, lean), (cause) => {
    assert.ok(cause instanceof GateError);
    assert.equal(cause.kind, "verdict");
    const { code, message, detail } = cause.diagnostic;
    assert.equal(code, "emitter_failed");
    assert.equal(message, 'The emitter "emit" ended with exit code 7');
    assert.deepEqual(detail?.split("\n"), lines.slice(-20));
    return true;
  });
  // What it wrote before it failed is not kept.
  const good = toolchain(memory, { "a.ndjson": TEXT });
  assert.deepEqual(codes(await stage(memory, good.toolchain)), []);
  assert.equal(good.runs.length, 1);
});

Deno.test("an emitter that writes no trace file is refused", async () => {
  const memory = await committed();
  const { toolchain: lean } = toolchain(memory, { "traces.json": TEXT });
  const outcome = await stage(memory, lean);
  assert.equal(outcome.checked, 0);
  assert.deepEqual(codes(outcome), ["emitter_silent", "drift_file_extra"]);
});

Deno.test("an emitter that writes malformed traces is refused, and told so", async () => {
  const memory = await committed();
  const garbage = toolchain(memory, { "a.ndjson": "garbage\n" });
  assert.ok(codes(await stage(memory, garbage.toolchain)).includes("emitter_malformed"));
  await memory.host.files.remove("formal/.lake");
  const wrong = toolchain(memory, { "a.ndjson": TEXT.replace('"graph":1', '"graph":"1"') });
  const [finding] = (await stage(memory, wrong.toolchain)).findings;
  assert.equal(finding?.code, "trace_field_wrong");
  assert.match(finding?.hint ?? "", /"emit"/);
});

const CELLS = '["Reset","low","applied"]\n["Add","low","applied"]\n';

/** A project that has committed the traces and the cells that the model emits. */
async function committedCells(): Promise<MemoryHost> {
  const memory = memoryHost({ files: SOURCES });
  const lean = toolchain(memory, { "a.ndjson": TEXT, "cells.txt": CELLS }).toolchain;
  await writeFixtures(
    memory.host,
    testProject(),
    await emit(memory.host, testProject(), lean, () => {}),
  );
  await memory.host.files.remove("formal/.lake");
  return memory;
}

Deno.test("the emit stage agrees when the model reaches the cells that are committed", async () => {
  const memory = await committedCells();
  const text = await memory.host.files.readText("fixtures/cells.json");
  assert.match(text!, /\["Add","low","applied"\],\n +\["Reset","low","applied"\]\n/);
  const { toolchain: lean } = toolchain(memory, { "a.ndjson": TEXT, "cells.txt": CELLS });
  assert.deepEqual(codes(await stage(memory, lean)), []);
});

Deno.test("the emit stage refuses cells that are not the model's", async () => {
  const memory = await committedCells();
  const path = "fixtures/cells.json";
  const text = await memory.host.files.readText(path) ?? "";
  const { toolchain: lean } = toolchain(memory, { "a.ndjson": TEXT, "cells.txt": CELLS });
  const verdict = async (change: () => Promise<void>) => {
    await change();
    return codes(await stage(memory, lean));
  };
  const { files } = memory.host;
  const write = (text: string) => () => files.writeAtomic(path, text);
  assert.deepEqual(await verdict(write(text.replaceAll("\n", "\r\n"))), []);
  assert.deepEqual(await verdict(write(text.replace('    ["Add","low","applied"],\n', ""))), [
    "drift_cells_changed",
  ]);
  assert.deepEqual(await verdict(write("{")), ["drift_cells_malformed"]);
  assert.deepEqual(await verdict(() => files.remove(path)), ["drift_cells_missing"]);
});

Deno.test("an emitter that no longer writes cells makes the committed ones stale", async () => {
  const memory = await committedCells();
  const { toolchain: lean } = toolchain(memory, { "a.ndjson": TEXT });
  assert.deepEqual(codes(await stage(memory, lean)), ["drift_cells_extra"]);
  const emission = await emit(memory.host, testProject(), lean, () => {});
  const { removed } = await writeFixtures(memory.host, testProject(), emission);
  assert.deepEqual(removed, ["fixtures/cells.json"]);
});

Deno.test("an emitter that writes malformed cells is refused, and told so", async () => {
  const memory = await committedCells();
  const garbage = toolchain(memory, { "a.ndjson": TEXT, "cells.txt": "garbage\n" });
  assert.ok(codes(await stage(memory, garbage.toolchain)).includes("emitter_cells_malformed"));
  await memory.host.files.remove("formal/.lake");
  const twice = toolchain(memory, { "a.ndjson": TEXT, "cells.txt": CELLS + CELLS });
  const [finding] = (await stage(memory, twice.toolchain)).findings;
  assert.equal(finding?.code, "cells_duplicate");
  assert.match(finding?.hint ?? "", /"emit"/);
});
