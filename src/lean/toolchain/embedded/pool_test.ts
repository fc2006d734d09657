import assert from "node:assert/strict";
import { memoryHost } from "../../../platform/host/memory.ts";
import type { Body } from "../../../platform/host/memory_process.ts";
import type { Module } from "../../package/modules.ts";
import { stagingFolder, type Workshop } from "./compile.ts";
import { HEAP_REPORT } from "./launcher.ts";
import { openPool } from "./pool.ts";

interface Order {
  readonly token: string;
  readonly module: readonly string[];
  readonly olean: string;
}

/** A pool over a Lean whose residents do this with a job; the log has every start and job. */
function scripted(onJob: (order: Order, job: number) => { heap?: number; dies?: boolean }) {
  const log: string[] = [];
  let started = 0;
  const resident: Body = async ({ command, stdin, stdout, stderr }) => {
    const number = ++started;
    log.push(`start ${number}`);
    let jobs = 0;
    for await (const line of stdin.pipeThrough(new TextDecoderStream() as Decoder)) {
      const order: Order = JSON.parse(line);
      log.push(`${number}: ${order.module.join(".")}`);
      const { heap = 0, dies = false } = onJob(order, ++jobs);
      if (dies) return 1;
      const [, writable] = /--allow-write=(.*)/.exec(command.argv.join("\n"))!;
      assert.ok(order.olean.startsWith(`${writable}/`));
      await memory.host.files.writeAtomic(order.olean, "compiled");
      stderr(`${HEAP_REPORT}${heap}\n`);
      stdout(`{"token":"${order.token}","ok":true}\n`);
    }
    return 0;
  };
  const memory = memoryHost({
    programs: () => (script) => {
      const { argv, cwd } = script.command;
      if (argv.includes("--run")) return resident(script);
      if (cwd?.startsWith("lean/programs")) return compiledProgram(argv);
      log.push(`alone: ${script.command.argv.at(-1)}`);
      return 0;
    },
  });
  const compiledProgram = async (argv: readonly string[]) => {
    await memory.host.files.writeAtomic(argv[argv.indexOf("-o") + 1]!, "compiled");
    return 0;
  };
  const workshop: Workshop = {
    host: memory.host,
    lean: {
      folder: "lean",
      launcher: "lean/launcher.cjs",
      library: "lean/lib",
      modules: new Set(),
      version: "4.28.0",
      identity: "lean",
    },
    formalRoot: "formal",
    show: (path) => path,
    deadlineMs: 1000,
  };
  return { log, workshop, files: memory.host.files };
}

type Decoder = TransformStream<Uint8Array, string>;

const module = (name: string): Module => ({
  name,
  path: `${name}.lean`,
  text: "",
  options: [],
  imports: [],
});

async function compileAll(
  workshop: Workshop,
  modules: readonly (readonly [name: string, alone?: boolean])[],
): Promise<number[]> {
  await using pool = openPool(workshop);
  const codes: number[] = [];
  for (const [name, alone = false] of modules) {
    await using output = await pool.compile(module(name), alone);
    codes.push(output.finished.code);
  }
  return codes;
}

Deno.test("openPool() gives one process module after module, and leaves nothing behind", async () => {
  const { log, workshop, files } = scripted(() => ({}));
  assert.deepEqual(await compileAll(workshop, [["A"], ["B"], ["C"]]), [0, 0, 0]);
  assert.deepEqual(log, ["start 1", "1: A", "1: B", "1: C"]);
  assert.deepEqual(await files.list(stagingFolder("formal")) ?? [], []);
});

Deno.test("openPool() compiles alone what may act, without a process that others had", async () => {
  const { log, workshop } = scripted(() => ({}));
  await compileAll(workshop, [["A"], ["B", true], ["C"]]);
  assert.deepEqual(log, ["start 1", "1: A", "alone: B.lean", "start 2", "2: C"]);
});

Deno.test("openPool() starts a new process when the heap of one is nearly full", async () => {
  const { log, workshop } = scripted(({ module }) => ({
    heap: module[0] === "A" ? 1.5 * 2 ** 30 : 2 ** 28,
  }));
  await compileAll(workshop, [["A"], ["B"], ["C"]]);
  assert.deepEqual(log, ["start 1", "1: A", "start 2", "2: B", "2: C"]);
});

Deno.test("openPool() compiles a module alone when its process dies, and goes on", async () => {
  const { log, workshop } = scripted(({ module }) => ({ dies: module[0] === "B" }));
  await compileAll(workshop, [["A"], ["B"], ["C"]]);
  assert.deepEqual(log, ["start 1", "1: A", "1: B", "alone: B.lean", "start 2", "2: C"]);
});
