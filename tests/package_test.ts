/** The npm package, used from fresh projects: by Node, by the type checker and by Deno. */
import assert from "node:assert/strict";
import { join } from "node:path";
import deno from "../deno.json" with { type: "json" };
import { DEVELOPMENT_LOCK, REPOSITORY } from "./support/cli.ts";

/** Oldest Node that the package names; fetched where PATH has an older one. */
const NODE = "node@22";

const MAIN = `
import { decodeEvents, encodeDecision, initialState, replay, verifyProject } from "${deno.name}";
import { reduce } from "${deno.name}/reducer";
const key = [1, 7, 0, 1, 1];
const log = decodeEvents([
  { type: "TaskDeclared", eid: 1, task: 7, deps: [], retries: 0 },
  { type: "AttemptClaimed", eid: 2, key },
]);
const { decisions } = replay(initialState(1), log);
console.log(JSON.stringify(decisions.map(encodeDecision)), typeof reduce);
await verifyProject().catch(({ diagnostic }) => console.log(diagnostic.code));
`;
const DECIDED = '[["applied",{"type":"ready","task":7,"generation":0}],["applied"]] function';

const TYPED = `
import { initialState, replay, type Report, verifyProject } from "${deno.name}";
import type { EngineModule } from "${deno.name}/gate";
import { type Event, reduce } from "${deno.name}/reducer";
const report: Promise<Report> = verifyProject({ only: ["scan"] });
const engine: EngineModule = { name: "a", version: "1", replay: () => ({ decisions: [], final: 0 }) };
const events: readonly Event[] = [];
export const count: number = replay(initialState(1), events).decisions.length;
export { engine, reduce, report };
`;

/** Two engines and a fuzz module: each runs in a process that the package starts. */
const PROJECT = {
  "lean-gate.jsonc": `{
    "formal": { "root": "formal", "emitter": "emit" },
    "fixtures": "fixtures",
    "engines": [{ "name": "one", "module": "engine.ts" }, { "name": "two", "module": "engine.ts" }],
    "fuzz": { "module": "fuzz.ts", "runs": 20 }
  }`,
  "engine.ts": `import type { EngineModule } from "${deno.name}/gate";
export default {
  name: "counter",
  version: "1.0.0",
  replay: ({ events }) => ({ decisions: events.map(() => ["applied"]), final: events.length }),
} satisfies EngineModule;
`,
  "fuzz.ts": `// deno-lint-ignore-file
export default {
  lists: (fc: any, longest: number) =>
    fc.array(fc.record({ type: fc.constantFrom("a", "b") }), { maxLength: longest })
      .map((events: unknown) => ({ graph: 0, events })),
};
`,
};

async function run(cwd: string, command: readonly string[], env: Record<string, string> = {}) {
  const [program, ...args] = command as [string, ...string[]];
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** Its output; a failure is the test's. */
async function must(cwd: string, command: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run(cwd, command, env);
  assert.equal(code, 0, `${command.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(join(folder, name), text);
  }
}

/** The command of a Node that is new enough. */
async function nodeCommand(folder: string): Promise<string[]> {
  const version = await must(folder, ["node", "--version"]);
  return Number(/^v(\d+)/.exec(version)![1]) >= 22 ? ["node"] : ["npx", "--yes", NODE];
}

Deno.test("the packed package runs under Node and Deno, from fresh projects", async (t) => {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-package-" }));
  try {
    const source = join(folder, "source");
    const write = `import { writePackage } from "./ci/pack.ts"; await writePackage(Deno.args[0]);`;
    await writeAll(source, {});
    await must(REPOSITORY, [Deno.execPath(), "eval", "--quiet", DEVELOPMENT_LOCK, write, source]);
    const packed = await must(source, ["npm", "pack", "--silent", "--pack-destination", folder]);
    const tarball = join(folder, packed.trim());

    const node = join(folder, "node");
    await writeAll(node, { "package.json": "{}", "main.mjs": MAIN, "typed.mts": TYPED });
    await must(node, ["npm", "install", "--silent", "--prefer-offline", tarball]);

    await t.step("Node runs the library, and says that the gate needs Deno", async () => {
      const stdout = await must(node, [...await nodeCommand(node), "main.mjs"]);
      assert.equal(stdout, `${DECIDED}\ndeno_missing\n`);
    });

    await t.step("its types hold without skipLibCheck, and refuse a wrong use", async () => {
      const tsc = ["npx", "--yes", "--package", "typescript@5.9.3", "tsc", "--noEmit", "--strict"];
      const check = [...tsc, "--module", "nodenext", "--target", "es2023", "typed.mts"];
      await must(node, check);
      await Deno.writeTextFile(join(node, "typed.mts"), TYPED.replace("number", "string"));
      const { code, stdout } = await run(node, check);
      assert.notEqual(code, 0);
      assert.match(stdout, /^typed\.mts.*TS2322/m);
    });

    await t.step("Deno runs the command line from node_modules", async () => {
      const project = join(node, "project");
      await writeAll(project, PROJECT);
      const cli = "../node_modules/@lean-gate/lean-gate/lib/cli.js";
      await verified(project, cli);
    });

    await t.step("Deno runs library and command line from a registry", async () => {
      const lines = new Deno.Command(Deno.execPath(), {
        args: ["run", "--allow-net", "--allow-read", "tests/support/registry.ts", source, tarball],
        cwd: REPOSITORY,
        stdout: "piped",
      }).spawn();
      try {
        const reader = lines.stdout.getReader();
        const registry = new TextDecoder().decode((await reader.read()).value).trim();
        reader.releaseLock();
        const project = join(folder, "deno");
        const env = { DENO_DIR: join(folder, "cache") };
        await writeAll(project, {
          ...PROJECT,
          "deno.json": JSON.stringify({ imports: { [deno.name]: `npm:${deno.name}` } }),
          ".npmrc": `@lean-gate:registry=${registry}\n`,
          "main.mjs": MAIN.replace(/await verify.*\n/, ""),
        });
        const stdout = await must(project, [Deno.execPath(), "run", "--quiet", "main.mjs"], env);
        assert.equal(stdout, `${DECIDED}\n`);
        await verified(project, `npm:${deno.name}/cli`, env);
      } finally {
        lines.kill("SIGKILL");
        await lines.status;
        await lines.stdout.cancel();
      }
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Runs the gate on the project by a command line, and checks what it says. */
async function verified(project: string, cli: string, env: Record<string, string> = {}) {
  const deno = [Deno.execPath(), "run", "--quiet", "--allow-read", "--allow-write", "--allow-run"];
  const command = [...deno, "--allow-env", "--allow-sys", cli];
  const said = await must(project, [...command, "verify", "--only", "fuzz"], env);
  assert.match(said, /^✓ fuzz .* 20 lists made up/m);
  await Deno.writeTextFile(
    join(project, "engine.ts"),
    PROJECT["engine.ts"].replace('["applied"]', "[Math.random().toString()]"),
  );
  const { code, stdout } = await run(project, [...command, "verify", "--only", "fuzz"], env);
  assert.equal(code, 1, stdout);
}
