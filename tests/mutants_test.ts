/** The mutants fit the model as it is. What catches them is for `deno task test:mutants`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { LeanMessage } from "../src/lean/toolchain/messages.ts";
import { applyMutant, readMutants } from "./mutants/apply.ts";
import { judge, type Verdict, withSentinel } from "./mutants/judge.ts";
import { changedDeclarations, type Mutant, parseMutant } from "./mutants/mutant.ts";
import { summary, table } from "./mutants/table.ts";
import { REPOSITORY } from "./support/cli.ts";

const modelText = (path: string) => Deno.readTextFileSync(join(REPOSITORY, path));

/** The declarations that the mutant really changes, as its header would name them. */
async function changes(mutant: Mutant): Promise<string[]> {
  const after = await applyMutant(mutant, modelText);
  return [...after].flatMap(([path, text]) =>
    changedDeclarations(modelText(path), text).map((name) => `${path} ${name}`)
  ).sort();
}

Deno.test("every mutant applies to the model, and changes exactly what its header names", async (t) => {
  const mutants = await readMutants();
  assert.ok(mutants.length >= 24, `there are ${mutants.length}`);
  for (const mutant of mutants) {
    await t.step(mutant.name, async () => {
      const named = mutant.touches.map(({ file, declaration }) => `${file} ${declaration}`).sort();
      assert.deepEqual(await changes(mutant), named);
    });
  }
});

Deno.test("the mutants are numbered from 001, and no two weaken the same", async () => {
  const mutants = await readMutants();
  assert.deepEqual(
    mutants.map(({ name }) => name.slice(0, 4)),
    mutants.map((_, i) => `${String(i + 1).padStart(3, "0")}-`),
  );
  assert.equal(new Set(mutants.map(({ weakens }) => weakens)).size, mutants.length);
});

const STATE = "formal/Lifecycle/State.lean";
const PATCH = `# Weakens: nothing is live
# Touches: ${STATE} Phase.live
--- a/${STATE}
+++ b/${STATE}
@@ -1,2 +1,2 @@
 def Phase.live : Phase → Bool
-  | _ => true
+  | _ => false
`;

Deno.test("applyMutant() refuses a patch that does not apply, in git's own words", async () => {
  await assert.rejects(
    applyMutant(parseMutant("01-dead.patch", PATCH), () => "def other := 1\n"),
    /^Error: Failed to apply the mutant "01-dead": error: patch failed: formal\/Lifecycle\/State\.lean:1/,
  );
});

Deno.test("applyMutant() gives the text after the patch", async () => {
  const before = "def Phase.live : Phase → Bool\n  | _ => true\n";
  const after = await applyMutant(parseMutant("01-dead.patch", PATCH), () => before);
  assert.deepEqual([...after], [[STATE, "def Phase.live : Phase → Bool\n  | _ => false\n"]]);
});

Deno.test("parseMutant() refuses a patch that does not say what it does", () => {
  const refused: [string, string, RegExp][] = [
    ["no word on what it weakens", PATCH.replace("# Weakens", "# Does"), /first line is not/],
    ["no diff", PATCH.split("\n").slice(0, 2).join("\n"), /it has no diff/],
    ["no file named", PATCH.replace("# Touches", "# Reads"), /names the files "", its diff/],
    ["another file", PATCH.replace("+++ b/formal", "+++ b/src"), /its diff changes "src\//],
    [
      "a file of the proofs",
      PATCH.replaceAll("Lifecycle/State", "Lifecycle/Proofs/Fence"),
      /"formal\/Lifecycle\/Proofs\/Fence\.lean" is no file of the model/,
    ],
  ];
  for (const [what, patch, reason] of refused) {
    assert.throws(() => parseMutant("01-dead.patch", patch), reason, what);
  }
});

Deno.test("changedDeclarations() names each declaration that differs, appeared or went", () => {
  const before = "import A\ndef a := 1\n  + 1\n\n@[simp] theorem b : 1 = 1 := rfl\ndef c := 3\n";
  const after = "import A\ndef a := 1\n  + 2\n\n@[simp] theorem b : 1 = 1 := rfl\ndef d := 3\n";
  assert.deepEqual(changedDeclarations(before, after), ["a", "c", "d"]);
  assert.deepEqual(changedDeclarations(before, before), []);
  assert.deepEqual(changedDeclarations(before, before.replace("A", "B")), [""]);
});

const CHECKED = withSentinel({
  text: "module\nsection\ndef step := 1\nend\nsection\ndef Fine := step = 1\n" +
    "theorem fine : Fine :=\n  rfl\nend\n",
  parts: [
    { path: "Lifecycle/Reduce.lean", offset: 2, lines: 1 },
    { path: "Lifecycle/Proofs/Fine.lean", offset: 5, lines: 3 },
  ],
});

function message(line: number, data = "Type mismatch\n  rfl"): LeanMessage {
  return { severity: "error", data, fileName: "Mutant.lean", pos: { line, column: 2 } };
}

const END = message(CHECKED.sentinel);

function judged(messages: readonly LeanMessage[], all = false): Verdict | undefined {
  return judge(CHECKED, messages, { all });
}

Deno.test("judge() names the proof that fails, its line and Lean's message", () => {
  const failures = [{
    path: "Lifecycle/Proofs/Fine.lean",
    line: 3,
    declaration: "theorem fine",
    message: "Type mismatch",
  }];
  assert.deepEqual(judged([message(8)]), { kind: "caught", failures });
  assert.equal(judged([message(8)], true), undefined);
  assert.deepEqual(judged([message(8), END], true), { kind: "caught", failures });
});

Deno.test("judge() lets a mutant survive only when Lean has read to the end without an error", () => {
  assert.deepEqual(judged([END]), { kind: "survived" });
  assert.deepEqual(judged([{ ...message(8), severity: "warning" }, END]), { kind: "survived" });
  assert.equal(judged([]), undefined);
});

Deno.test("judge() takes an error in the model for no catch", () => {
  assert.equal(judged([message(3), message(8), END])?.kind, "ill-typed");
});

Deno.test("judge() takes no other error for a wrong proof", () => {
  const reasons = [
    message(8, "(deterministic) timeout at `whnf`, maximum number of heartbeats has been reached"),
    message(8, "maximum recursion depth has been reached"),
    message(8, "Unknown identifier `Fine`"),
    message(6),
  ];
  for (const reason of reasons) assert.equal(judged([reason, END])?.kind, "undecided");
  assert.equal(judged([message(1)])?.kind, "undecided");
});

Deno.test("withSentinel() ends the file with an error on the line it says", () => {
  assert.match(CHECKED.text.split("\n")[CHECKED.sentinel - 1]!, /\(0 : Nat\) = 1 := rfl/);
  assert.equal(CHECKED.text.split("\n").length, CHECKED.sentinel + 1);
});

Deno.test("the table shows what caught each mutant, the summary which were not caught", () => {
  const mutant = parseMutant("01-dead.patch", PATCH);
  const caught = judged([message(8)])!;
  const rows = [
    { mutant, verdict: caught, seconds: 1 },
    { mutant: { ...mutant, name: "02-alive" }, verdict: { kind: "survived" } as const, seconds: 1 },
  ];
  assert.deepEqual(table(rows).split("\n").slice(2), [
    "| 01-dead | nothing is live | Lifecycle/Proofs/Fine.lean:3 theorem fine: Type mismatch |",
    "| 02-alive | nothing is live | SURVIVED: no proof and no scenario fails. Prove what it weakens, then run this again |",
  ]);
  assert.equal(summary(rows), "1 of 2 mutants caught; not: 02-alive (survived)");
  assert.equal(summary(rows.slice(0, 1)), "1 of 1 mutants caught");
});
