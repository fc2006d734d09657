/** Modules of the project run in processes of their own: they decide neither the gate's end nor its result. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { cli, cliCommand, REPOSITORY } from "./support/cli.ts";
import { copyProject, type Scratch } from "./support/project.ts";

const CONFIG = `{
  "formal": { "root": "formal", "emitter": "emit" },
  "fixtures": "fixtures",
  "engines": [{ "name": "module", "module": "engine.ts" }]
}`;

/** Answers as the counter does; `before` runs on import, `during` in each replay. */
function engine(before: string, during = ""): string {
  return `${before}
export default {
  name: "module",
  version: "1",
  replay({ events }) {
    ${during}
    let final = 0;
    const decisions = events.map((event) => {
      const total = event.type === "reset" ? 0 : final + event.amount;
      if (total > 10) return ["refused"];
      final = total;
      return ["applied"];
    });
    return { decisions, final };
  },
};
`;
}

async function project(source: string): Promise<Scratch> {
  const scratch = await copyProject(join(REPOSITORY, "tests", "counter"), ["formal", "fixtures"]);
  await scratch.write("lean-gate.jsonc", CONFIG);
  await scratch.write("engine.ts", source);
  return scratch;
}

const VERIFY = ["verify", "--only", "diff", "--format", "json"];

Deno.test("a module that ends the process has given no verdict", async () => {
  const [deno, node] = ["Deno.exit(0);", "process.exit(0);"];
  const imported = 'import process from "node:process";';
  const cases: [string, number, string][] = [
    [engine(deno), 3, "engine_module_failed"],
    [engine(imported + node), 3, "engine_module_failed"],
    [engine("", deno), 1, "engine_exited"],
    [engine(imported, node), 1, "engine_exited"],
  ];
  for (const [source, exitCode, finding] of cases) {
    await using scratch = await project(source);
    const { code, stdout } = await cli(VERIFY, scratch.root);
    assert.equal(code, exitCode, source);
    assert.match(stdout, new RegExp(`"code": "${finding}"`));
  }
});

Deno.test("what a module prints is no part of the JSON document", async () => {
  const print = 'console.log("a"); console.info("b"); console.debug("c"); console.table([1]);';
  await using scratch = await project(engine(print, print));
  const { code, stdout } = await cli(VERIFY, scratch.root);
  assert.equal(code, 0, stdout);
  assert.equal(JSON.parse(stdout).ok, true);
});

Deno.test("what a module does to the intrinsics of its process changes no verdict", async () => {
  const spoilt = `
    Array.prototype.every = () => true;
    Array.prototype.some = () => false;
    Array.prototype.filter = () => [];
    Object.assign(JSON, { parse: () => ({}) });
  `;
  await using good = await project(engine(spoilt));
  assert.equal((await cli(VERIFY, good.root)).code, 0);
  await using scratch = await project(engine(spoilt).replace("> 10", "> 3"));
  await scratch.write("formal/Hole.lean", "theorem t : 1 = 2 := by sorry\n");
  const verify = ["verify", "--only", "scan,diff", "--format", "json"];
  const { code, stdout } = await cli(verify, scratch.root);
  assert.equal(code, 1);
  const report = JSON.parse(stdout);
  assert.equal(report.ok, false);
  assert.match(stdout, /"code": "sorry"/);
  assert.match(stdout, /"code": "divergence"/);
});

Deno.test("a module cannot write what a run keeps, read the fixtures or run a program", async () => {
  const attempts = [
    'Deno.writeTextFileSync("formal/.lake/forged", "x")',
    'Deno.readTextFileSync("fixtures/counter.ndjson")',
    'Deno.readTextFileSync("lean-gate.jsonc")',
    'Deno.env.get("HOME")',
    'new Deno.Command("git").outputSync()',
  ];
  const tried = attempts.map((attempt) =>
    `try { ${attempt}; done.push(1); } catch { /* as it should */ }`
  );
  const source = engine(
    `const done = [];\n${tried.join("\n")}`,
    'if (done.length > 0) throw new Error("could do it");',
  );
  await using scratch = await project(source);
  await Deno.mkdir(`${scratch.root}/formal/.lake`, { recursive: true });
  const { code, stdout } = await cli(VERIFY, scratch.root);
  assert.equal(code, 0, stdout);
  await assert.rejects(Deno.stat(`${scratch.root}/formal/.lake/forged`));
});

Deno.test("an engine module that echoes the fixtures is refused", async () => {
  const echo = `import known from "./fixtures/counter.ndjson" with { type: "text" };`;
  await using scratch = await project(engine(echo));
  const { code, stdout } = await cli(VERIFY, scratch.root);
  assert.equal(code, 3);
  assert.match(stdout, /"code": "module_reads_fixtures"/);
});

Deno.test("an interrupt ends a run whose module never becomes ready", async () => {
  await using scratch = await project(
    engine("await new Promise(() => setInterval(() => {}, 1_000));"),
  );
  await using child = cliCommand(VERIFY, scratch.root).spawn();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  child.kill("SIGTERM");
  const { code } = await child.output();
  assert.equal(code, 130);
});
