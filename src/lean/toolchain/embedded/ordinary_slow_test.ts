/** Real embedded Lean on ordinary files, on files that begin with `module`, and on both together. */
import assert from "node:assert/strict";
import { denoHost } from "../../../platform/host/deno.ts";
import { samplePackage, writeFiles } from "../testing/sample.ts";
import { openToolchain } from "../choose.ts";

const quiet = () => {};

const PACKAGE: Readonly<Record<string, string>> = {
  "lean-toolchain": "leanprover/lean4:v4.28.0\n",
  "lakefile.toml": `name = "ordinary"
[[lean_lib]]
name = "Plain"
[[lean_exe]]
name = "echo"
root = "Main"
`,
  "Plain.lean": "import Plain.Use\nimport Plain.Meta\n",
  "Plain/Exported.lean": `module
public section
def hidden : Nat := 41
macro "one_more" n:term : term => \`($n + 1)
`,
  "Plain/Data.lean": `import Lean.Data.Json
import Plain.Exported
open Lean

structure Lease where
  holder : Option String
  fences : List Nat
  deriving Repr, DecidableEq, ToJson, FromJson

inductive Tree (α : Type) where
  | leaf
  | node (left : Tree α) (value : α) (right : Tree α)
  deriving Repr, DecidableEq

private def secret : Nat := 7
def published : Nat := secret
def fences (xs : List Nat) : List Nat := (xs.map (· + 1)).filter (· % 2 == 0) ++ xs.reverse
def total : Nat := Id.run do
  let mut sum := 0
  for x in #[1, 2, 3] do sum := sum + x
  return sum
`,
  "Plain/Syntax.lean": `import Lean.Elab.Tactic
open Lean Elab Tactic

notation:65 a " ⊹ " b => a + b + 1
macro "two" : term => \`(2)
macro "by_cases_all" : tactic => \`(tactic| (intros; simp))
elab "close_goal" : tactic => do evalTactic (← \`(tactic| rfl))
`,
  "Plain/Use.lean": `import Plain.Data
import Plain.Syntax

theorem unfolded : published = 7 := rfl
theorem ofModule : hidden = 41 ∧ (one_more 1) = 2 := ⟨rfl, rfl⟩
theorem notations : (1 ⊹ 2) = 4 ∧ two = 2 := ⟨rfl, rfl⟩
theorem tactics (n : Nat) : n + 0 = n := by by_cases_all
theorem elaborated : two + two = 4 := by close_goal
theorem decided : (⟨none, [1]⟩ : Lease) ≠ ⟨some "a", [1]⟩ := by decide
#guard fences [1, 2] = [2, 2, 1]
#guard total = 6
`,
  "Plain/Meta.lean": `import Lean
import Plain.Use
open Lean Elab Command

elab "count_theorems" : command => do
  let count := (← getEnv).constants.fold (fun (n : Nat) name _ => if name == \`\`unfolded then n + 1 else n) 0
  logInfo m!"{count}"
count_theorems
run_cmd do
  let axioms ← collectAxioms \`\`tactics
  unless axioms.all (· matches .str ..) do throwError "unexpected axioms"
#print axioms unfolded
#eval toJson ({ holder := some "a", fences := [1] } : Lease)
`,
  "Main.lean": `import Plain.Data
open Lean

def answer (line : String) : Except String String := do
  let lease : Lease ← fromJson? (← Json.parse line)
  return (toJson { lease with fences := fences lease.fences }).compress

partial def loop (stdin : IO.FS.Stream) : IO Unit := do
  let line ← stdin.getLine
  if line.isEmpty then return
  IO.println (match answer line with | .ok text => text | .error e => "error: " ++ e)
  (← IO.getStdout).flush
  loop stdin

def main (args : List String) : IO UInt32 := do
  if args.isEmpty then loop (← IO.getStdin)
  IO.println s!"{repr (Tree.node .leaf 3 .leaf)} {args.map String.length}"
  return 5
`,
};

Deno.test("embedded Lean takes ordinary files, with or without modules beside them", async (t) => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const place = await samplePackage(host, PACKAGE);
  const open = () =>
    openToolchain(host, { ...place, choice: "embedded", deadlines: { moduleMs: 300_000 } }, quiet);
  const toolchain = await open();

  await t.step("notation, macros, elaborators, deriving and unfolding across files", async () => {
    const built = await toolchain.build(quiet);
    assert.deepEqual(built.findings, []);
    assert.equal(built.modules.length, 7);
  });

  await t.step("an executable runs over its compiled imports", async () => {
    const { code, stdout, stderr } = await toolchain.exec("echo", ["ab", "cde"], quiet);
    assert.equal(stderr, "");
    assert.equal(code, 5);
    assert.match(stdout, /^Tree\.node \(Tree\.leaf\) 3 \(Tree\.leaf\) \[2, 3\]\n$/);
  });

  await t.step("an executable gets each line as it is written, in any script", async () => {
    await using prepared = await toolchain.prepare("echo");
    const child = prepared.spawn();
    const errors = new Response(child.stderr as BodyInit).text();
    const writer = child.stdin.getWriter();
    const lines = child.stdout
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
    const holder = "ä‑日本".repeat(60);
    for (const fences of ["[1]", "[2]"]) {
      await writer.write(new TextEncoder().encode(`{"holder":"${holder}","fences":${fences}}\n`));
      let answer = "";
      while (!answer.includes("\n")) answer += (await lines.read()).value ?? "\n";
      assert.equal(JSON.parse(answer).holder, holder);
    }
    await writer.close();
    assert.match((await lines.read()).value ?? "", /^Tree/);
    assert.deepEqual(await lines.read(), { value: undefined, done: true });
    assert.equal((await child.exit).code, 5);
    assert.equal(await errors, "");
  });

  await t.step("a false statement in any of these files is refused where it stands", async () => {
    const files = {
      "Plain/Use.lean": PACKAGE["Plain/Use.lean"]!.replace("published = 7", "published = 8"),
      "Plain/Exported.lean": PACKAGE["Plain/Exported.lean"] +
        "theorem wrong : hidden = 42 := rfl\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await writeFiles(host, place, { [path]: text });
      const { findings } = await (await open()).build(quiet);
      const codes = findings.map(({ code, location }) => [code, location?.file]);
      assert.ok(
        codes.some(([code, file]) => code === "lean_error" && file === `formal/${path}`),
        JSON.stringify(codes),
      );
      await writeFiles(host, place, { [path]: PACKAGE[path]! });
    }
  });
});
