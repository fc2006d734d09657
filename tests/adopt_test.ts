/** docs/adopt.md, executed: each way to adopt the gate works as the page says. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { commandsOf, lacking } from "./guide/guide.ts";
import { PERMISSIONS } from "../cli/permissions.ts";
import { REPOSITORY } from "./support/cli.ts";
import { copyProject, newProject, type Scratch } from "./support/project.ts";

const PAGE = "docs/adopt.md";
const LAKEFILE = 'name = "p"\ndefaultTargets = ["P"]\n\n[[lean_lib]]\nname = "P"\n';

/** Puts `lean-gate` on PATH as `deno task install` does, with embedded Lean. */
async function installed(project: Scratch): Promise<Record<string, string>> {
  const bin = `${project.root}/.bin`;
  await Deno.mkdir(bin);
  const config = join(REPOSITORY, "deno.json");
  const main = join(REPOSITORY, "cli", "main.ts");
  const program = `exec ${Deno.execPath()} run --quiet --config ${config} ${
    PERMISSIONS.join(" ")
  } ${main} "$@"`;
  await Deno.writeTextFile(`${bin}/lean-gate`, `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  // No elan: the page speaks of a machine without it too, and no test may depend on one.
  return { PATH: `${bin}:${Deno.env.get("PATH")}`, NO_COLOR: "1", ELAN_HOME: `${bin}/none` };
}

/** Runs the commands of a section in the project, and compares what they print with the page. */
async function follow(project: Scratch, section: RegExp): Promise<number> {
  const page = await Deno.readTextFile(join(REPOSITORY, PAGE));
  const env = await installed(project);
  const commands = commandsOf(page, section);
  for (const command of commands) {
    const { stdout, stderr } = await new Deno.Command("sh", {
      args: ["-c", command.command],
      cwd: project.root,
      env,
    }).output();
    const text = new TextDecoder();
    const output = text.decode(stdout) + text.decode(stderr);
    assert.equal(lacking(command, output), undefined, `${PAGE}:${command.line}\n${output}`);
  }
  return commands.length;
}

Deno.test("a Lean project adopts the gate as docs/adopt.md says", async () => {
  await using project = await newProject({
    "lakefile.toml": LAKEFILE,
    "lean-toolchain": "leanprover/lean4:v4.28.0\n",
    "P.lean":
      "/-- Twice. -/\ndef twice (n : Nat) : Nat := n + n\n\ntheorem twice_two : twice 2 = 4 := rfl\n",
  });
  assert.equal(await follow(project, /^## A Lean project/), 3);
});

Deno.test("a project with holes adopts the gate as docs/adopt.md says, and a new hole fails", async () => {
  await using project = await newProject({
    "lakefile.toml": LAKEFILE,
    "lean-toolchain": "leanprover/lean4:v4.28.0\n",
    "P.lean": "theorem later : 2 + 2 = 4 := sorry\n",
  });
  assert.equal(await follow(project, /^## A project with holes/), 3);
  await project.write("Q.lean", "theorem hole : 1 = 1 := sorry\n");
  const refused = await new Deno.Command("sh", {
    args: ["-c", ".bin/lean-gate verify --only scan"],
    cwd: project.root,
  }).output();
  assert.equal(refused.code, 1);
});

Deno.test("the lock with its engine in Python works as docs/adopt.md says", async () => {
  await using project = await copyProject(join(REPOSITORY, "docs/examples/lock"), [
    "lean-gate.jsonc",
    "formal",
    "fixtures",
    "engine.py",
  ]);
  assert.equal(await follow(project, /^## A model with an implementation/), 4);
});

Deno.test("a line that a command does not print is noticed", () => {
  const [command] = commandsOf("## A\n\n```console\n$ true\n✓ done\n```\n", /^## A/);
  assert.equal(command!.command, "true");
  assert.equal(lacking(command!, "nothing"), "✓ done");
});
