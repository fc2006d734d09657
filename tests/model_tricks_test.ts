/**
 * The real model and theorems of its own, on real (embedded) Lean: no trick makes all states agree, and no theorem is
 * deleted or weakened unnoticed.
 */
import assert from "node:assert/strict";
import { cli, REPOSITORY, verifyJson } from "./support/cli.ts";
import { newProject } from "./support/project.ts";

/** A theorem by which all states agree, or one that reads so; by namespace. */
const TRICKS: Readonly<Record<string, string>> = {
  Assumed: `variable [Subsingleton State]
theorem states_agree : ∀ s t : State, s = t := fun s t => Subsingleton.elim s t`,
  Notated: `local notation "State" => Unit
theorem states_agree : ∀ s t : State, s = t := fun _ _ => rfl`,
  Expanded: `local macro_rules (kind := Lean.Parser.Term.forall) | _stx => \`(True)
theorem states_agree : ∀ s t : State, s = t := trivial`,
  Shadowed: `abbrev State := Unit
theorem states_agree : ∀ s t : State, s = t := fun _ _ => rfl`,
  LookAlike: `abbrev Stαte := Unit
theorem states_agree : ∀ s t : Stαte, s = t := fun _ _ => rfl`,
  Redefined:
    `local notation:50 (priority := high) a:51 " = " b:51 => (fun (_ _ : State) => True) a b
theorem states_agree : ∀ s t : State, s = t := fun _ _ => trivial`,
  Classed: `class One : Prop where
  one : ∀ s t : State, s = t
variable [One]
theorem states_agree : ∀ s t : State, s = t := One.one`,
  Weakened: `theorem states_agree : ∀ s t : State, s = t ∨ True := fun _ _ => Or.inr trivial`,
};

const spaces = Object.keys(TRICKS);
const tricks = [
  "import Lifecycle.Reduce",
  ...spaces.map((space) =>
    `namespace Lifecycle.${space}\n${TRICKS[space]}\nend Lifecycle.${space}`
  ),
].join("\n\n");

/** By namespace, the findings of its lines beside the ledger's, which does not have its theorem. */
const ALSO: Readonly<Record<string, string>> = {
  Notated: "shadow",
  Expanded: "shadow",
  LookAlike: "look_alike",
  Redefined: "shadow",
};

/** The namespace that a line of the tricks stands in. */
function spaceAt(line: number): string | undefined {
  const before = tricks.split("\n").slice(0, line).join("\n");
  return [...before.matchAll(/^namespace Lifecycle\.(\w+)$/gm)].at(-1)?.[1];
}

const TOTAL = "formal/Lifecycle/Proofs/Log/Total.lean";

/** The modules that the theorems about totality and resumption rest on, as they are in this repository. */
async function modelWithTotal(): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    "formal/lakefile.toml": 'name = "lifecycle"\ndefaultTargets = ["Lifecycle"]\n\n' +
      '[leanOptions]\nautoImplicit = false\n\n[[lean_lib]]\nname = "Lifecycle"\n',
    "formal/lean-toolchain": await Deno.readTextFile(`${REPOSITORY}/formal/lean-toolchain`),
    "formal/Lifecycle.lean": "import Lifecycle.Proofs.Log.Total\n",
    "lean-gate.jsonc":
      '{ "formal": { "root": "formal" }, "statements": "formal/statements.txt" }\n',
  };
  const take = async (path: string): Promise<void> => {
    if (path in files) return;
    files[path] = await Deno.readTextFile(`${REPOSITORY}/${path}`);
    for (const [, name] of files[path]!.matchAll(/^import (Lifecycle\.\S+)$/gm)) {
      await take(`formal/${name!.replaceAll(".", "/")}.lean`);
    }
  };
  await take(TOTAL);
  return files;
}

Deno.test("no trick makes all states agree, and a deleted or weakened theorem is noticed", async () => {
  await using project = await newProject(await modelWithTotal());
  const written = await cli(["statements", "--write", "--lean", "embedded"], project.root);
  assert.equal(written.code, 0, written.stdout + written.stderr);
  const verify = ["--lean", "embedded", "--only", "scan,audit,statements"];
  const honest = await verifyJson(verify, project.root);
  assert.equal(honest.code, 0, JSON.stringify(honest.findings));

  const total = await project.read(TOTAL);
  await project.write(
    TOTAL,
    total.replace(/\/-- Theorem 1, over logs[^]*?(?=\/-- Theorem 20)/, "")
      .replace(/ ∧ ∀ other[^]*?h\.symm⟩/, " := ⟨reduce s e, rfl⟩"),
  );
  await project.write("formal/Lifecycle/Tricks.lean", tricks);
  await project.edit("formal/Lifecycle.lean", "import", "import Lifecycle.Tricks\nimport");
  const { code, findings } = await verifyJson(verify, project.root);
  assert.equal(code, 1, JSON.stringify(findings));
  const messages = (code: string) =>
    findings.filter((it) => it.code === code).map(({ message }) => message);
  assert.deepEqual(messages("statement_missing"), [
    'Theorem "Lifecycle.decisions_total" of the ledger is no longer proved',
  ]);
  assert.deepEqual(messages("statement_changed"), [
    'Theorem "Lifecycle.reduce_total_deterministic" says something else than in the ledger',
  ]);
  const added = messages("statement_new").join("\n");
  const refused = findings
    .filter(({ file, severity }) => file === "formal/Lifecycle/Tricks.lean" && severity === "error")
    .map(({ code, line }) => `${spaceAt(line!)} ${code}`);
  for (const space of spaces) {
    assert.ok(added.includes(`"Lifecycle.${space}.states_agree"`), space);
    const also = ALSO[space];
    if (also !== undefined) assert.ok(refused.includes(`${space} ${also}`), `${space}: ${refused}`);
  }
});
