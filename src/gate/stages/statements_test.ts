import assert from "node:assert/strict";
import { memoryHost } from "../../platform/host/memory.ts";
import { ledgerOf, renderLedger } from "../../lean/statements/ledger.ts";
import { factsWith, sourceOf } from "../../lean/statements/testing/support.ts";
import { testProject } from "../config/testing/support.ts";
import { runStage } from "./stage.ts";
import { statementsStage } from "./statements.ts";

const FACTS = factsWith([
  { name: ".b", type: (b) => b.constant(".True"), place: [2, 9] },
  {
    name: ".a",
    type: (b) => b.forall(".x", b.constant(".Nat"), b.constant(".True")),
    place: [1, 9],
  },
  // No source declares it.
  { name: ".b.helper", type: (b) => b.constant(".True") },
]);
FACTS.places instanceof Map && FACTS.places.delete(".b.helper");
const SOURCES = sourceOf("theorem a : True\ntheorem b : True\n");
const LEDGER = renderLedger(ledgerOf([FACTS, FACTS], SOURCES));

async function ran(files: Record<string, string>, statements?: string) {
  const { host } = memoryHost({ files });
  const project = testProject();
  const config = { ...project.config, ...(statements === undefined ? {} : { statements }) };
  const run = { host, project: { ...project, config }, lean: "auto", progress() {} } as const;
  const { report } = await runStage(statementsStage, run, {
    audit: { accepted: [], looks: [FACTS, FACTS], sources: SOURCES },
  });
  return report;
}

Deno.test("the ledger has every theorem that a source declares once, sorted, with what it assumes", () => {
  assert.deepEqual(LEDGER.split("\n\n").slice(1).map((block) => block.split("\n").slice(0, 3)), [
    ["theorem a", "  given (x : Nat)", "  True"],
    ["theorem b", "  True", `  digest: ${LEDGER.trimEnd().slice(-40)}`],
  ]);
  for (const line of LEDGER.split("\n")) assert.ok(line.length <= 100, line);
});

Deno.test("the statements stage agrees with the ledger that would be written, and with no other", async () => {
  const good = await ran({ "formal/statements.txt": LEDGER });
  assert.equal(good.status, "passed");
  assert.equal(good.summary, '2 theorems, as in "formal/statements.txt"');
  const bad = await ran({ "formal/statements.txt": LEDGER.replace("theorem b", "theorem c") });
  assert.equal(bad.status, "failed");
  assert.equal(bad.summary, '2 theorems, 1 difference to "formal/statements.txt"');
  assert.deepEqual(bad.findings.map(({ code, location }) => [code, location]), [
    ["statement_renamed", { file: "M.lean", line: 2, column: 9 }],
  ]);
  const empty = await ran({ "formal/statements.txt": "" });
  assert.deepEqual(empty.findings.map(({ code }) => code), ["statement_new", "statement_new"]);
});

Deno.test("without a ledger the stage says how to start one, unless the config names it", async () => {
  const none = await ran({});
  assert.equal(none.status, "passed");
  assert.equal(
    none.summary,
    '2 theorems, no ledger: "lean-gate statements --write" starts one',
  );
  const named = await ran({}, "proofs/ledger.txt");
  assert.deepEqual(named.findings.map(({ code, message }) => [code, message]), [
    ["ledger_missing", 'The ledger "proofs/ledger.txt" is missing'],
  ]);
  assert.equal((await ran({ "proofs/ledger.txt": LEDGER }, "proofs/ledger.txt")).status, "passed");
});
