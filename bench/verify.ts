/**
 * What the ledger and the isolation of modules add to a warm `verify`, by the clock and within one run. Slow, and
 * for a quiet machine: it needs the model built.
 */
import { denoHost } from "../src/platform/host/deno.ts";
import { openModule } from "../src/replay/engines/module.ts";
import { openProjectModule } from "../src/replay/modules/open.ts";
import { decodeEvents, encodeDecision, encodeState } from "../src/lifecycle/codec.ts";
import { reduce } from "../src/lifecycle/reduce.ts";
import { PERMISSIONS } from "../cli/permissions.ts";
import { initialState } from "../src/lifecycle/state.ts";
import type { PlacedTrace } from "../src/replay/trace/read.ts";
import { readFixtures, ROOT, tracesOf } from "./fixtures.ts";
import { judged } from "./judged.ts";
import type { Row } from "./table.ts";

const ROUNDS = 3;
const RUN = [
  "run",
  "--quiet",
  ...PERMISSIONS,
  "cli/main.ts",
  "verify",
  "--lean",
  "embedded",
  "--format",
  "json",
];

/** Modules that `verify` opens beside the engine. */
const OTHERS = [
  ["coverage", "src/lifecycle/coverage.ts"],
  ["fuzz", "src/lifecycle/fuzz/lists.ts"],
  ["certificate", "src/lifecycle/certificate.ts"],
] as const;

/** Times whole runs, the ledger, and modules in processes of their own. */
export async function verifyRows(): Promise<Row[]> {
  const traces = tracesOf(await readFixtures());
  await run();
  let [whole, ledger, apart, within] = [Infinity, Infinity, Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    const { ms, stages } = await run();
    whole = Math.min(whole, ms);
    ledger = Math.min(ledger, stages);
    apart = Math.min(apart, await elapsed(() => replayApart(traces)));
    within = Math.min(within, await elapsed(() => replayWithin(traces)));
  }
  return [{
    work: "warm verify",
    peer: "the same without its stage of the ledger",
    ratio: whole / (whole - ledger),
    bound: { most: 1.1 },
  }, {
    work: "warm verify",
    peer: "the same with its modules in the gate's own process",
    ratio: whole / (whole - Math.max(0, apart - within)),
    bound: { most: 1.1 },
  }];
}

/** Milliseconds of a run, and of its stage of the ledger. */
async function run(): Promise<{ readonly ms: number; readonly stages: number }> {
  const command = new Deno.Command(Deno.execPath(), { args: RUN, cwd: ROOT, stderr: "inherit" });
  const start = performance.now();
  const { code, stdout } = await command.output();
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`verify ended with exit code ${code}`);
  const report = JSON.parse(new TextDecoder().decode(stdout)) as {
    readonly stages: readonly { readonly name: string; readonly ms: number }[];
  };
  return { ms, stages: report.stages.find(({ name }) => name === "statements")!.ms };
}

async function elapsed(work: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Starts every module in a process of its own, and has the engine replay the traces. */
async function replayApart(traces: readonly PlacedTrace[]): Promise<void> {
  await using owned = denoHost(new AbortController().signal);
  const config = { name: "typescript", module: "src/lifecycle/engine.ts", hidden: [] };
  await Promise.all(OTHERS.map(async ([kind, path]) => {
    await using _module = await openProjectModule(owned.host, { kind, path, root: ROOT });
  }));
  await using typescript = await openModule(config, ROOT, owned.host);
  await judged(typescript, traces, traces.length);
}

/** The replay in this process, without any comparison. */
function replayWithin(traces: readonly PlacedTrace[]): void {
  for (const { trace: { graph, events } } of traces) {
    let state = initialState(graph);
    for (const event of decodeEvents(events)) {
      const step = reduce(state, event);
      encodeDecision(step.decision);
      state = step.state;
    }
    encodeState(state);
  }
}
