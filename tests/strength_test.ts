import assert from "node:assert/strict";
import { join } from "node:path";
import { EQUIVALENT, type Equivalent, outdated, unexplained } from "./strength/equivalent.ts";
import type { Mutant } from "./strength/mutant.ts";
import { readOutcomes } from "./strength/rust.ts";
import { readReport } from "./strength/typescript.ts";
import { REPOSITORY } from "./support/cli.ts";

const mutant = (file: string, within: string, change = "a → b"): Mutant => ({
  file,
  within,
  change,
});

const ENTRIES: readonly Equivalent[] = [{ where: { "a.ts": { known: 2 } }, why: "said" }];

Deno.test("unexplained() takes no more mutants of a function for equivalent than are said to be", () => {
  const two = [mutant("a.ts", "known"), mutant("a.ts", "known")];
  assert.deepEqual(unexplained(two, ENTRIES), []);
  const other = mutant("a.ts", "other");
  assert.deepEqual(unexplained([...two, other], ENTRIES), [other]);
  const elsewhere = mutant("b.ts", "known");
  assert.deepEqual(unexplained([...two, elsewhere], ENTRIES), [elsewhere]);
  const three = [...two, mutant("a.ts", "known")];
  assert.deepEqual(unexplained(three, ENTRIES), three);
});

Deno.test("outdated() names the functions of which fewer mutants survive than are said to be equivalent", () => {
  const one = [mutant("a.ts", "known")];
  assert.deepEqual(outdated([...one, ...one], () => true, ENTRIES), []);
  assert.deepEqual(outdated(one, () => true, ENTRIES), ["a.ts: known"]);
  assert.deepEqual(outdated(one, () => false, ENTRIES), []);
});

Deno.test("every explanation is of functions that there are, each in one entry", async () => {
  const seen = new Set<string>();
  for (const { where, why } of EQUIVALENT) {
    assert.ok(why.length > 20);
    for (const [file, functions] of Object.entries(where)) {
      const source = await Deno.readTextFile(join(REPOSITORY, file));
      for (const [name, count] of Object.entries(functions)) {
        const own = name.split("::").at(-1);
        assert.match(source, new RegExp(`\\b(?:function|fn) ${own}\\b`), `${file}: ${name}`);
        assert.ok(count > 0, `${file}: ${name}`);
        assert.ok(!seen.has(`${file}: ${name}`), `${file}: ${name}`);
        seen.add(`${file}: ${name}`);
      }
    }
  }
});

Deno.test("readReport() tells Stryker's survivors from those killed, with their functions", () => {
  const at = (line: number, from: number, to: number) => ({
    start: { line, column: from },
    end: { line, column: to },
  });
  const source = "export function f(): number {\n  return 1 + 2;\n}\n";
  const report = (status: string) =>
    JSON.stringify({
      files: {
        "src/lifecycle/rule.ts": {
          source,
          mutants: [
            { status: "Killed", replacement: "", location: at(2, 3, 4) },
            { status: "Timeout", replacement: "", location: at(2, 3, 4) },
            { status, replacement: "1 - 2", location: at(2, 10, 15) },
          ],
        },
      },
    });
  assert.deepEqual(readReport(report("Survived")), {
    language: "TypeScript",
    killed: 2,
    survived: [mutant("src/lifecycle/rule.ts", "f", "1 + 2 → 1 - 2")],
  });
  assert.throws(() => readReport(report("RuntimeError")), /"RuntimeError"/);
});

Deno.test("readOutcomes() tells cargo-mutants' survivors from those caught, and counts no unviable ones", () => {
  const of = (summary: string) => ({
    summary,
    scenario: {
      Mutant: {
        name: "src/rule.rs:7:5: replace f -> u64 with 0",
        file: "src/rule.rs",
        function: { function_name: "f" },
      },
    },
  });
  const outcomes = (...summaries: string[]) =>
    JSON.stringify({
      outcomes: [{ summary: "Success", scenario: "Baseline" }, ...summaries.map(of)],
    });
  assert.deepEqual(
    readOutcomes(outcomes("CaughtMutant", "Timeout", "Unviable", "MissedMutant")),
    {
      language: "Rust",
      killed: 2,
      survived: [mutant("rust/src/rule.rs", "f", "replace f -> u64 with 0")],
    },
  );
  assert.throws(() => readOutcomes(outcomes("Failure")), /"Failure"/);
});
