/** The model's own theorems on real (embedded) Lean: none can be deleted or weakened, and no trick makes a false one pass. */
import assert from "node:assert/strict";
import { cli, verifyJson } from "./support/cli.ts";
import { copyRepository } from "./support/project.ts";

/** Each states that all states of the model are the same, or so it reads. */
const TRICKS = `module
public import Lifecycle.State
public section
namespace Lifecycle.A
variable [Subsingleton State]
theorem states_agree : ∀ s t : State, s = t := fun s t => Subsingleton.elim s t
end Lifecycle.A
namespace Lifecycle.B
local notation "State" => Unit
theorem states_agree : ∀ s t : State, s = t := fun _ _ => rfl
end Lifecycle.B
namespace Lifecycle.C
local macro_rules (kind := Lean.Parser.Term.forall) | _stx => \`(True)
theorem states_agree : ∀ s t : State, s = t := trivial
end Lifecycle.C
namespace Lifecycle.D
abbrev State := Unit
theorem states_agree : ∀ s t : State, s = t := fun _ _ => rfl
end Lifecycle.D
namespace Lifecycle.E
abbrev Stαte := Unit
theorem states_agree : ∀ s t : Stαte, s = t := fun _ _ => rfl
end Lifecycle.E
namespace Lifecycle.F
local notation:50 (priority := high) a:51 " = " b:51 => (fun (_ _ : State) => True) a b
theorem states_agree : ∀ s t : State, s = t := fun _ _ => trivial
end Lifecycle.F
namespace Lifecycle.G
class One : Prop where
  one : ∀ s t : State, s = t
variable [One]
theorem states_agree : ∀ s t : State, s = t := One.one
end Lifecycle.G
`;

/** By namespace, what is said of its theorem beside that the ledger does not have it. */
const REFUSED: Readonly<Record<string, string | undefined>> = {
  A: undefined,
  B: "shadow 10",
  C: "shadow 13",
  D: undefined,
  E: "look_alike 21",
  F: "shadow 25",
  G: undefined,
};

Deno.test("verify refuses every trick by which all states agree, and what is gone from the ledger", async () => {
  await using project = await copyRepository();
  const written = await cli(["statements", "--write", "--lean", "embedded"], project.root);
  assert.equal(written.code, 0, written.stdout + written.stderr);
  const ledger = await project.read("formal/statements.txt");
  const blocks = ledger.trimEnd().split("\n\n");
  // As if one had been deleted since, and another said more.
  const [deleted, weakened] = blocks.slice(1) as [string, string];
  const name = (block: string) => /^theorem (.*)/.exec(block)![1]!;
  const before = blocks.map((block) =>
    block === deleted
      ? deleted.replace(name(deleted), "Lifecycle.zz_deleted").replace(
        /digest: ..../,
        "digest: 0000",
      )
      : block === weakened
      ? weakened.replace("\n  ", "\n  given (strong : False)\n  ")
      : block
  );
  await project.write("formal/statements.txt", `${before.join("\n\n")}\n`);
  await project.write("formal/Lifecycle/Tricks.lean", TRICKS);
  await project.edit(
    "formal/Lifecycle.lean",
    "public import Lifecycle.Codec\n",
    "public import Lifecycle.Codec\npublic import Lifecycle.Tricks\n",
  );
  const verify = ["--lean", "embedded", "--only", "scan,audit,statements"];
  const { code, findings } = await verifyJson(verify, project.root);
  assert.equal(code, 1);
  const messages = (code: string) =>
    findings.filter((it) => it.code === code).map(({ message }) => message);
  assert.deepEqual(messages("statement_missing"), [
    'Theorem "Lifecycle.zz_deleted" of the ledger is no longer proved',
  ]);
  assert.deepEqual(messages("statement_changed"), [
    `Theorem "${name(weakened)}" says something else than in the ledger`,
  ]);
  const added = messages("statement_new").join("\n");
  assert.ok(added.includes(`"${name(deleted)}"`));
  const refused = findings
    .filter((it) => it.file === "formal/Lifecycle/Tricks.lean" && it.severity === "error")
    .map(({ code, line }) => `${code} ${line}`);
  for (const [space, finding] of Object.entries(REFUSED)) {
    assert.ok(added.includes(`"Lifecycle.${space}.states_agree"`), space);
    if (finding !== undefined) assert.ok(refused.includes(finding), `${space}: ${refused}`);
  }
});
