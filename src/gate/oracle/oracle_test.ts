import assert from "node:assert/strict";
import type { Project } from "../config/project.ts";
import { testProject } from "../config/testing/support.ts";
import { GateError } from "../../platform/diagnostic.ts";
import { type MemoryHost, memoryHost } from "../../platform/host/memory.ts";
import type { Body } from "../../platform/host/memory_process.ts";
import { splitLines } from "../../platform/host/lines.ts";
import { replayAll } from "../../replay/engines/replay.ts";
import { fakeToolchain } from "../../lean/toolchain/testing/fake.ts";
import { openOracle } from "./oracle.ts";

const HELLO = '{"protocol":"lean-gate/1","engine":"lean","version":"0.1.0"}';

/** A program that answers each line and ends at the last one. */
function answering(answer: (line: string) => string | number): Body {
  return async ({ stdin, stdout }) => {
    let code: number | undefined;
    const lines = splitLines((line) => {
      if (line.trim() === "" || code !== undefined) return;
      const said = answer(line);
      if (typeof said === "number") code = said;
      else stdout(said + "\n");
    });
    for await (const chunk of stdin) {
      lines.push(chunk);
      if (code !== undefined) return code;
    }
    return 0;
  };
}

/** An oracle that greets, and then answers so. */
function greeting(answer: (id: string) => string | number): Body {
  return answering((line) => {
    const { op, id } = JSON.parse(line);
    return op === "hello" ? HELLO : answer(id);
  });
}

const right = greeting((id) => JSON.stringify({ id, decisions: [["applied"]], final: 1 }));

/** A toolchain whose executables run this script; what was asked of it. */
function toolchain({ host }: MemoryHost) {
  const asked: string[] = [];
  const made = fakeToolchain(host, {}, {
    prepare: (name) => {
      asked.push(`prepare ${name}`);
      return Promise.resolve({
        spawn: () => host.spawn({ argv: [name] }),
        [Symbol.asyncDispose]: () => Promise.resolve(void asked.push("dispose")),
      });
    },
  });
  return { toolchain: made, asked };
}

function project(change: Partial<Project["config"]> = {}): Project {
  const { config, ...rest } = testProject();
  return { ...rest, config: { ...config, formal: { ...config.formal, oracle: "ask" }, ...change } };
}

const requests = ["a", "b"].map((id) => ({ id, graph: 1, events: [id] }));

/** Replays on an oracle that runs this script. */
async function replayed(body: Body) {
  const memory = memoryHost({ programs: () => body });
  const { toolchain: lean, asked } = toolchain(memory);
  await using oracle = await openOracle(memory.host, project(), lean);
  const { results, findings } = await replayAll(oracle, requests);
  return { types: results.map(({ type }) => type), codes: findings.map(({ code }) => code), asked };
}

Deno.test("openOracle() gives an engine named lean, and leaves nothing when it is disposed", async () => {
  const memory = memoryHost({ programs: () => right });
  const { toolchain: lean, asked } = toolchain(memory);
  {
    await using oracle = await openOracle(memory.host, project(), lean);
    assert.deepEqual([oracle.name, oracle.version], ["lean", "0.1.0"]);
    const { results } = await replayAll(oracle, requests);
    assert.deepEqual(results.map((it) => it.type === "answer" && it.answer), [
      { decisions: [["applied"]], final: 1 },
      { decisions: [["applied"]], final: 1 },
    ]);
    assert.deepEqual(await oracle.close(), []);
    assert.deepEqual(asked, ["prepare ask"]);
  }
  assert.deepEqual(asked, ["prepare ask", "dispose"]);
});

Deno.test("an oracle that answers too few, garbage or twice is no agreement", async () => {
  const silent = await replayed(greeting((id) => id === "1" ? answer(id) : 0));
  assert.deepEqual(silent.types, ["answer", "failure"]);
  assert.deepEqual(silent.codes, ["engine_exited"]);
  const babbling = await replayed(greeting(() => "applied, I think"));
  assert.deepEqual(babbling.types, ["failure", "failure"]);
  assert.deepEqual(babbling.codes, ["engine_garbage", "engine_garbage"]);
  const mistaken = await replayed(greeting(() => answer("c")));
  assert.deepEqual(mistaken.codes, ["engine_wrong_id", "engine_wrong_id"]);
  const crashing = await replayed(greeting(() => 7));
  assert.deepEqual(crashing.codes, ["engine_crashed", "engine_crashed"]);
});

Deno.test("openOracle() fails with what the executable said when it does not run", async () => {
  const memory = memoryHost({
    programs: () => async ({ stdin, stderr }) => {
      stderr("Rule.lean:3: unknown identifier");
      await stdin.getReader().read();
      return 1;
    },
  });
  const { toolchain: lean, asked } = toolchain(memory);
  await assert.rejects(openOracle(memory.host, project(), lean), (cause) => {
    assert.ok(cause instanceof GateError);
    assert.equal(cause.kind, "setup");
    assert.equal(cause.diagnostic.code, "engine_hello_exit");
    assert.match(cause.diagnostic.detail!, /unknown identifier/);
    return true;
  });
  assert.deepEqual(asked, ["prepare ask", "dispose"]);
});

Deno.test("openOracle() wants an oracle in the config, and its name for itself", async () => {
  const memory = memoryHost();
  const { toolchain: lean, asked } = toolchain(memory);
  const refused = (given: Project, code: string) =>
    assert.rejects(openOracle(memory.host, given, lean), (cause) => {
      assert.ok(cause instanceof GateError);
      assert.equal(cause.kind, "usage");
      return cause.diagnostic.code === code;
    });
  await refused(testProject(), "oracle_not_configured");
  const engines = [{ name: "lean", module: "engine.ts" }];
  await refused(project({ engines }), "oracle_name_taken");
  assert.deepEqual(asked, []);
});

function answer(id: string): string {
  return JSON.stringify({ id, decisions: [["applied"]], final: 1 });
}
