import assert from "node:assert/strict";
import { STAGE_NAMES } from "../../src/gate/report/report.ts";
import { EXPLAINED } from "../explain/explanations.ts";
import { runCli } from "../run.ts";
import { testContext } from "../testing/support.ts";
import { SHELLS } from "./shells.ts";
import { routes } from "../app.ts";
import { commandWords } from "./words.ts";

const { context } = testContext();
const COMMANDS = await commandWords(routes, context);

async function script(shell: string): Promise<string> {
  const { context, out } = testContext();
  assert.equal(await runCli(["completions", shell], context), 0);
  return out.join("");
}

/** What bash offers for the last of the words. */
async function offered(...words: string[]): Promise<string[]> {
  const line = ["lean-gate", ...words].map((word) => `'${word}'`).join(" ");
  const source = [
    await script("bash"),
    // Only readline can be told that no blank is to follow.
    "compopt() { :; }",
    `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _lean_gate`,
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join("\n");
  const bash = new Deno.Command("bash", { args: ["--noprofile", "--norc", "-c", source] });
  const { code, stdout, stderr } = await bash.output();
  const text = new TextDecoder();
  assert.deepEqual([code, text.decode(stderr)], [0, ""]);
  return text.decode(stdout).split("\n").filter((word) => word !== "");
}

Deno.test("bash offers the commands, their flags, and the values of those", async () => {
  assert.deepEqual(await offered("ve"), ["verify"]);
  assert.deepEqual(await offered("verify", "--le"), ["--lean"]);
  assert.deepEqual(await offered("verify", "--lean", ""), ["auto", "native", "embedded"]);
  assert.deepEqual(await offered("verify", "--format", "ju"), ["junit"]);
  assert.deepEqual(await offered("fixtures", "--w"), ["--write"]);
  assert.deepEqual(await offered("completions", "f"), ["fish"]);
  assert.deepEqual(await offered("explain", "adm"), ["admit"]);
});

Deno.test("bash goes on with a list behind its last comma", async () => {
  assert.deepEqual(await offered("verify", "--only", "replay,d"), ["replay,diff"]);
  assert.deepEqual(
    await offered("verify", "--only", "replay,di,"),
    STAGE_NAMES.map((name) => `replay,di,${name}`),
  );
  assert.deepEqual(await offered("verify", "--lean", "auto,n"), []);
});

Deno.test("bash knows a value behind an equals sign, which is a word to it", async () => {
  assert.deepEqual(await offered("verify", "--lean", "=", "na"), ["native"]);
  assert.deepEqual(await offered("verify", "--lean", "="), ["auto", "native", "embedded"]);
  assert.deepEqual(await offered("verify", "--report", "sa"), ["sarif="]);
  assert.deepEqual(await offered("verify", "--report", "sarif", "="), []);
  assert.deepEqual(await offered("verify", "--report", "sarif", "=", "re"), []);
});

Deno.test("bash leaves files to itself, and a word that nothing starts with alone", async () => {
  assert.deepEqual(await offered("verify", "--config", ""), []);
  assert.deepEqual(await offered("nonesuch", ""), []);
  assert.deepEqual(await offered("verify", "--nonesuch"), []);
});

Deno.test("every script has every command, flag and value", async () => {
  assert.ok(COMMANDS.length >= 9);
  assert.deepEqual(COMMANDS.find(({ name }) => name === "explain")!.operands, EXPLAINED);
  for (const shell of SHELLS) {
    const text = await script(shell);
    for (const { name, flags, operands } of COMMANDS) {
      const words = [
        name,
        ...flags.flatMap((flag) => [flag.name.slice(2), ...flag.values]),
        ...operands,
      ];
      for (const word of words) assert.ok(text.includes(word), `${shell}: ${name} ${word}`);
    }
  }
});

Deno.test("fish looks for the command in its place, and nowhere else", async () => {
  const lines = (await script("fish")).split("\n").filter((line) => line.startsWith("complete"));
  assert.ok(lines.length > COMMANDS.length);
  for (const line of lines) assert.match(line, / -n '__lean_gate_command "[a-z]*"' /);
});

Deno.test("a shell that nobody knows is wrong usage", async () => {
  const { context, err } = testContext();
  assert.equal(await runCli(["completions", "tcsh"], context), 2);
  assert.match(err.join(""), /Expected one of bash, zsh, fish/);
});
