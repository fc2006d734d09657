import assert from "node:assert/strict";
import { join } from "node:path";
import Ajv from "npm:ajv@8.20.0";
import addFormats from "npm:ajv-formats@3.0.1";
import { parse } from "jsonc-parser";
import { renderJson } from "../cli/render/json.ts";
import { error, warning } from "../src/platform/diagnostic.ts";
import { type Report, STAGE_NAMES, summarize } from "../src/gate/report/report.ts";
import { unrun } from "../src/gate/stages/stage.ts";
import { REPOSITORY } from "../tests/support/cli.ts";
import { schemas } from "./generate.ts";

const readText = (path: string) => Deno.readTextFile(join(REPOSITORY, path));

/** What the committed schema says to a value. */
async function validator(name: string): Promise<(value: unknown) => boolean> {
  const ajv = new Ajv.default({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(await readText(`schema/${name}`)));
  return (value) => validate(value);
}

const FULL: Report = summarize({
  lean: { backend: "native", version: "4.28.0", pin: "leanprover/lean4:v4.28.0", isPinned: true },
  stages: STAGE_NAMES.map((name, i) =>
    i === 0 ? unrun(name, "skipped", "not asked for") : {
      name,
      status: "failed",
      ms: 7,
      checked: 2,
      summary: "2 checked",
      findings: [
        error("sorry", "No proof", {
          location: { file: "A.lean", line: 1, column: 2, endLine: 1, endColumn: 3 },
          hint: "Prove it.",
          detail: "sorry",
        }),
        warning("odd", "It is odd"),
      ],
    }
  ),
  counts: {
    files: 1,
    modules: 1,
    rebuilt: 0,
    theorems: 1,
    traces: 1,
    steps: 1,
    fuzzed: 1,
    regressions: 1,
    certified: 1,
  },
  engines: [{ name: "rust", version: "0.1.0", traces: 1, steps: 1 }],
  coverage: {
    reachable: 2,
    hit: 1,
    missing: [["Add", "low", "applied"]],
    unlisted: [],
    unusedReasons: ["limit"],
    unusedEffects: [],
  },
  ms: 8,
});

Deno.test("the committed schemas are those of the code (else: deno task schema)", async () => {
  for (const [name, text] of Object.entries(schemas())) {
    assert.equal(await readText(`schema/${name}`), text, name);
  }
});

Deno.test("the schema accepts a report with everything, and one with nothing", async () => {
  const isReport = await validator("report.json");
  assert.equal(isReport(JSON.parse(renderJson(FULL))), true);
  const empty = summarize({ lean: null, stages: [], counts: {}, engines: [], ms: 0 });
  assert.equal(isReport(JSON.parse(renderJson(empty))), true);
});

Deno.test("the schema refuses a report that lacks a field, has another one, or a wrong value", async () => {
  const isReport = await validator("report.json");
  const document = () => JSON.parse(renderJson(FULL));
  const { ok: _, ...withoutVerdict } = document();
  assert.equal(isReport(withoutVerdict), false);
  assert.equal(isReport({ ...document(), verdict: true }), false);
  assert.equal(isReport({ ...document(), schema: "lean-gate/report/2" }), false);
  assert.equal(isReport({ ...document(), exitCode: 4 }), false);
  const nested = document();
  nested.stages[1].findings[0].line = 0;
  assert.equal(isReport(nested), false);
});

Deno.test("the schema of the config accepts the configs of this repository", async () => {
  const isConfig = await validator("config.json");
  for (const path of ["lean-gate.jsonc", "tests/counter/lean-gate.jsonc"]) {
    const config = parse(await readText(path));
    assert.equal(isConfig(config), true, path);
    assert.equal(isConfig({ $schema: "schema/config.json", ...config }), true, path);
    assert.equal(isConfig({ ...config, engine: [] }), false, path);
    assert.equal(isConfig({ ...config, engines: [] }), false, path);
  }
});
