/** Modules of the project run in the gate's own process: they decide neither its end nor its result. */
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
    [engine("", deno), 1, "engine_declined"],
    [engine(imported, node), 1, "engine_declined"],
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

Deno.test("an interrupt ends a run whose module never becomes ready", async () => {
  await using scratch = await project(engine("await new Promise(() => {});"));
  await using child = cliCommand(VERIFY, scratch.root).spawn();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  child.kill("SIGTERM");
  const { code } = await child.output();
  assert.equal(code, 130);
});
