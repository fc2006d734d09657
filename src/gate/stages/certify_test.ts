import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { testProject } from "../config/testing/support.ts";
import { type Diagnostic, error, warning } from "../../platform/diagnostic.ts";
import { denoHost } from "../../platform/host/deno.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { type Outputs, runStage } from "./stage.ts";
import { type BuildResult, type ExtraModule, extraPath } from "../../lean/toolchain/toolchain.ts";
import { fakeToolchain } from "../../lean/toolchain/testing/fake.ts";
import { GOOD } from "../../replay/trace/testing/support.ts";
import { certifyStage } from "./certify.ts";

/** Lean's answer to the modules it is asked about. */
type Answer = (modules: readonly ExtraModule[]) => Partial<BuildResult>;

/** What the audit's program writes of certificates that state what `model` gives. */
function factsOf(modules: readonly ExtraModule[], model: string): string {
  const lines = modules.flatMap(({ name, text }) => {
    const module = `.${name}`;
    const places = [...text.matchAll(/certificate_\d+/g)].map((found) => {
      const line = text.slice(0, found.index).split("\n").length;
      return { name: `.LeanGate.${found[0]}`, line };
    });
    return [
      { audited: module },
      ...places.flatMap(({ name, line }) => [
        {
          place: name,
          ...{ line, column: 9, startLine: line, startColumn: 1, endLine: line, endColumn: 9 },
        },
        {
          ...{ name, module, kind: "theorem", type: [], body: [], flags: [], head: ".Eq" },
          ...{ implicit: [], replay: "accepted" },
        },
      ]),
    ];
  });
  const names = lines.flatMap((line) => "name" in line ? [line.name] : []);
  // `@Eq Nat (model 0) 0`: only the first theorem writes these nodes.
  const nodes = [[2, 0, 0], [2, 1, 0], [2, 2, 0], [7, 3], [3, 2, 3], [3, 0, 1], [3, 5, 4], [
    3,
    6,
    3,
  ]];
  const terms = names.map((term, i) => ({
    texts: i === 0 ? [".Eq", ".Nat", model, "0"] : [],
    nodes: i === 0 ? nodes.flat() : [],
    ...{ term, levels: [], claim: true, typeNode: 7 },
  }));
  return [...lines, ...terms, { stubs: true }, { count: names.length }]
    .map((line) => `${JSON.stringify(line)}\n`).join("");
}

const accepting: Answer = (modules) => ({ modules: modules.map(({ name }) => name) });

/** Runs the stage over the sample's three traces, with a Lean that answers so. */
async function certified(
  answer: Answer,
  traces = GOOD,
  always = ["sample"],
  outputs: Partial<Outputs> = {},
  compiled = (modules: readonly ExtraModule[]) => factsOf(modules, ".Toy.run"),
) {
  const memory = memoryHost({
    files: { "fixtures/a.ndjson": traces, "formal/lakefile.toml": 'name = "p"\n' },
  });
  await using owned = denoHost(new AbortController().signal);
  const files = memory.host.files;
  const host = { ...owned.host, files, which: () => Promise.resolve(undefined) };
  let checked: readonly ExtraModule[] = [];
  const toolchain = fakeToolchain(host, {}, {
    check(modules) {
      checked = modules;
      return Promise.resolve({
        modules: [],
        rebuilt: modules.length,
        findings: [],
        ...answer(modules),
      });
    },
    ask(_, __, withExtra) {
      assert.equal(withExtra, true);
      return Promise.resolve({ code: 0, stdout: "", stderr: "", text: compiled(checked) });
    },
  });
  const project = testProject();
  const module = fileURLToPath(import.meta.resolve("../certify/testing/support.ts"));
  await memory.host.files.writeAtomic(module, "");
  const formal = { ...project.config.formal, model: "Toy.run" };
  const config = { ...project.config, formal, certify: { module, always, sample: 0 } };
  const run = { host, project: { ...project, config }, lean: "auto", progress: () => {} } as const;
  const { report, counts } = await runStage(certifyStage, run, {
    build: { modules: ["Model"] },
    toolchain,
    ...outputs,
  });
  return { report, counts, codes: report.findings.map(({ code }) => code) };
}

/** Lean's message about the first line of the first statement. */
function about([module]: readonly ExtraModule[], make: typeof error): Diagnostic {
  return make("lean_message", "Lean's own words", {
    location: { file: `formal/${extraPath(module!)}`, line: 6 },
  });
}

Deno.test("the certify stage passes when Lean accepts every certificate", async () => {
  const { report, counts } = await certified(accepting);
  assert.equal(report.status, "passed");
  assert.equal(report.checked, 3);
  assert.deepEqual(counts, { certified: 3 });
});

Deno.test("the certify stage has Lean check the journals that the engines agree with, too", async () => {
  const trace = {
    id: "journals/day",
    tags: [],
    names: {},
    graph: 1,
    events: [],
    decisions: [],
    final: 0,
  };
  const location = { file: "journals/day.ndjson", line: 1 };
  const texts: string[] = [];
  const answer: Answer = (modules) => {
    texts.push(...modules.map(({ text }) => text));
    return accepting(modules);
  };
  const { report } = await certified(answer, GOOD, [], { journals: [{ trace, location }] });
  assert.deepEqual([report.status, report.checked], ["passed", 1]);
  assert.match(texts.join(), /certificate_1 : @Eq _\n {4}\(_root_\.Toy\.run 1 \[\]\)/);
});

Deno.test("the certify stage fails when Lean refuses a certificate", async () => {
  const { report, codes } = await certified((modules) => ({ findings: [about(modules, error)] }));
  assert.equal(report.status, "failed");
  assert.deepEqual(codes, ["certificate_refused"]);
});

Deno.test("the certify stage fails when Lean only warns: a statement by sorry is a warning", async () => {
  const { report, codes } = await certified((modules) => ({
    ...accepting(modules),
    findings: [about(modules, warning)],
  }));
  assert.equal(report.status, "failed");
  assert.deepEqual(codes, ["certificate_refused"]);
});

Deno.test("the certify stage fails when Lean says nothing of a certificate", async () => {
  const { report, counts, codes } = await certified(() => ({}));
  assert.equal(report.status, "failed");
  assert.deepEqual(codes, ["certificate_unchecked"]);
  assert.deepEqual(counts, { certified: 0 });
});

Deno.test("the certify stage fails when Lean compiled another statement, or none", async () => {
  const { counts, codes } = await certified(
    accepting,
    GOOD,
    ["sample"],
    {},
    (modules) => factsOf(modules, ".Toy.other"),
  );
  assert.deepEqual(codes, Array(3).fill("certificate_altered"));
  assert.deepEqual(counts, { certified: 0 });
  const missing = await certified(
    accepting,
    GOOD,
    ["sample"],
    {},
    (modules) => factsOf(modules, ".Toy.run").replaceAll("certificate_2", "other"),
  );
  assert.deepEqual(missing.codes, ["certificate_altered"]);
  assert.deepEqual(missing.counts, { certified: 2 });
});

Deno.test("the certify stage audits what it had compiled as any module", async () => {
  const { counts, codes } = await certified(accepting, GOOD, ["sample"], {}, (modules) => {
    const facts = factsOf(modules, ".Toy.run");
    return facts.replace("accepted", "refused: the body is not of the declared type");
  });
  assert.deepEqual(codes, ["certificate_refused"]);
  assert.deepEqual(counts, { certified: 2 });
});

Deno.test("the certify stage fails for traces that cannot be read, when it is the first to read them", async () => {
  const { report, codes } = await certified(accepting, GOOD.replace('"traces":3', '"traces":4'));
  assert.equal(report.status, "failed");
  assert.deepEqual(codes, ["trace_count_mismatch"]);
});

Deno.test("the certify stage fails for a tag that no trace has", async () => {
  const { report, codes } = await certified(accepting, GOOD, ["sample", "smaple"]);
  assert.equal(report.status, "failed");
  assert.deepEqual(codes, ["certify_tag_unknown"]);
  assert.match(report.findings[0]!.message, /"smaple"/);
});

Deno.test("the certify stage wants the model's function, and nothing in its place", async () => {
  const { host } = memoryHost({ files: { "fixtures/a.ndjson": GOOD } });
  const project = testProject();
  const certify = { module: "certificate.ts", always: ["sample"], sample: 0 };
  const run = {
    host,
    project: { ...project, config: { ...project.config, certify } },
    lean: "auto",
    progress: () => {},
  } as const;
  const given = { build: { modules: ["Model"] }, toolchain: fakeToolchain(host, {}, {}) };
  const { report, failure } = await runStage(certifyStage, run, given);
  assert.deepEqual([report.status, failure], ["failed", "usage"]);
  assert.deepEqual(report.findings.map(({ code }) => code), ["model_unnamed"]);
});
