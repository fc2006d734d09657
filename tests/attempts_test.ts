/** Attempts to have a false or empty statement pass, and honest neighbours, on real (embedded) Lean: one module each. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { cli, REPOSITORY, verifyJson } from "./support/cli.ts";
import { newProject } from "./support/project.ts";

const FOLDER = join(REPOSITORY, "fixtures", "rejected", "attempts");

/** A module, and what must be said of it. */
interface Attempt {
  readonly module: string;
  /**
   * `honest` (no finding), `warning CODE`, `ledger TEXT` (the ledger has it), or the code of an error. A module
   * that only uses what another declares is refused `elsewhere`.
   */
  readonly expected: string;
  readonly source: string;
}

async function readAttempts(): Promise<Attempt[]> {
  const names = await Array.fromAsync(Deno.readDir(FOLDER), ({ name }) => name);
  const texts = await Promise.all(
    names.filter((name) => name.endsWith(".txt")).sort()
      .map((name) => Deno.readTextFile(join(FOLDER, name))),
  );
  return texts.flatMap((text) => text.split(/^=== /m).slice(1)).map((part) => {
    const [, name, expected, source] = /^(\w+): (.*)\n([^]*)$/.exec(part)!;
    return {
      module: name!.charAt(0).toUpperCase() + name!.slice(1),
      expected: expected!,
      source: source!,
    };
  });
}

Deno.test("verify refuses or shows every attempt at a statement that says something else", async () => {
  const attempts = await readAttempts();
  await using project = await newProject({
    "lean-gate.jsonc": '{ "formal": { "root": "formal" } }\n',
    "formal/lean-toolchain": "leanprover/lean4:v4.28.0\n",
    "formal/lakefile.toml":
      'name = "attempts"\ndefaultTargets = ["T"]\n\n[[lean_lib]]\nname = "T"\nglobs = ["T.+"]\n',
    ...Object.fromEntries(
      attempts.map(({ module, source }) => [`formal/T/${module}.lean`, source]),
    ),
  });
  const written = await cli(["statements", "--write", "--lean", "embedded"], project.root);
  assert.equal(written.code, 0, written.stdout + written.stderr);
  const ledger = await project.read("formal/statements.txt");
  const verify = ["--lean", "embedded", "--only", "scan,audit,statements"];
  const { code, findings } = await verifyJson(verify, project.root);
  assert.equal(code, 1);
  const wrong = attempts.flatMap(({ module, expected }) => {
    const found = findings.filter(({ file }) => file === `formal/T/${module}.lean`);
    const has = (severity: string, code: string) =>
      found.some((it) => it.severity === severity && it.code === code);
    const [word, ...rest] = expected.split(" ");
    const text = rest.join(" ");
    const isRight = expected === "honest" || expected === "elsewhere"
      ? found.length === 0
      : word === "ledger"
      ? ledger.includes(text)
      : word === "warning"
      ? has("warning", text)
      : has("error", expected);
    const shown = found.map(({ severity, code, line, message }) =>
      `\n    ${severity} ${code} line ${line}: ${message}`
    );
    return isRight ? [] : [`${module}, expected "${expected}":${shown.join("")}`];
  });
  assert.deepEqual(wrong, []);
  assert.ok(attempts.length >= 100, `${attempts.length}`);
});
