/** The model itself, on real (embedded) Lean, asked through the engine protocol. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { openProject } from "../src/config/project.ts";
import { denoHost } from "../src/host/deno.ts";
import { encodeEvent } from "../src/lifecycle/codec.ts";
import reducer from "../src/lifecycle/engine.ts";
import { anyLog } from "../src/lifecycle/testing/arbitrary.ts";
import { anyDamage } from "../src/lifecycle/testing/mutate.ts";
import { openOracle } from "../src/oracle/oracle.ts";
import type { ReplayRequest } from "../src/replay/engine.ts";
import { replayAll } from "../src/replay/replay.ts";
import { openToolchain } from "../src/toolchain/choose.ts";
import { packageOf } from "../src/toolchain/formal_package.ts";
import type { Json } from "../src/trace/json.ts";
import { readTraceFile } from "../src/trace/read.ts";
import { REPOSITORY } from "./support/cli.ts";

const quiet = () => {};

/** What the TypeScript reducer makes of events: its answer, or why it declines. */
function reduced(events: unknown): unknown {
  try {
    return reducer.replay({ graph: 1, events });
  } catch (cause) {
    return (cause as Error).message;
  }
}

const request = (id: string, events: unknown): ReplayRequest => ({
  id,
  graph: 1,
  events: events as readonly Json[],
});

Deno.test("the oracle answers as the model does, and declines what is malformed", async (t) => {
  await using owned = denoHost(new AbortController().signal);
  const { host } = owned;
  const project = await openProject(host, `${REPOSITORY}/lean-gate.jsonc`);
  const place = packageOf(project);
  const toolchain = await openToolchain(host, { ...place, choice: "embedded" }, quiet);
  await using oracle = await openOracle(host, project, toolchain);

  /** The answers of the oracle, or the words in which it declined. */
  async function ask(requests: readonly ReplayRequest[]): Promise<unknown[]> {
    const { results } = await replayAll(oracle, requests);
    return results.map((result) => {
      if (result.type === "answer") return result.answer;
      assert.ok(result.type === "failure");
      assert.equal(result.finding.code, "engine_declined");
      return result.finding.message.replace(/^.* declined the trace with "malformed_event": /s, "");
    });
  }

  await t.step("every committed scenario, exactly", async () => {
    const path = "fixtures/traces/scenarios.ndjson";
    const { traces } = readTraceFile(path, await Deno.readTextFile(`${REPOSITORY}/${path}`));
    assert.ok(traces.length > 50);
    const asked = traces.map(({ trace: { id, graph, events } }) => ({ id, graph, events }));
    const expected = traces.map(({ trace: { decisions, final } }) => ({ decisions, final }));
    assert.deepEqual(await ask(asked), expected);
  });

  await t.step("any list, as the TypeScript reducer does", async () => {
    const logs = fc.sample(anyLog, { numRuns: 40, seed: 1 }).map((log) => log.map(encodeEvent));
    assert.deepEqual(
      await ask(logs.map((log, i) => request(`any/${i}`, log))),
      logs.map(reduced),
    );
  });

  await t.step("damaged lists too, in the words of the TypeScript codec", async () => {
    const damaged = fc.tuple(anyLog, anyDamage).map(([log, damage]) =>
      // What JSON has no word for, as -0, is what it becomes.
      JSON.parse(JSON.stringify(damage(log.slice(0, 8).map(encodeEvent))))
    );
    const logs = fc.sample(damaged.filter(Array.isArray), { numRuns: 700, seed: 1 });
    const expected = logs.map(reduced);
    assert.ok(expected.filter((it) => typeof it === "string").length > 80);
    assert.deepEqual(await ask(logs.map((log, i) => request(`damaged/${i}`, log))), expected);
  });

  await t.step("an id of any characters comes back", async () => {
    const ids = ['"', "\\", "\u0000\u001f\n\t", "é …", "😀", " "];
    const answers = await ask(ids.map((id) => request(id, [])));
    const empty = { decisions: [], final: { graph: 1, tasks: [], evidence: [] } };
    assert.deepEqual(answers, ids.map(() => empty));
  });

  assert.deepEqual(await oracle.close(), []);
});
