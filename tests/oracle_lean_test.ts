/** The model itself, on real (embedded) Lean, asked through the engine protocol. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { agree } from "../src/replay/agree/agree.ts";
import { openProject } from "../src/gate/config/project.ts";
import { denoHost } from "../src/platform/host/deno.ts";
import { encodeEvent } from "../src/lifecycle/codec.ts";
import reducer from "../src/lifecycle/engine.ts";
import { anyLog } from "../src/lifecycle/testing/arbitrary.ts";
import { anyDamage } from "../src/lifecycle/testing/mutate.ts";
import { openWithOracle } from "../src/gate/oracle/engines.ts";
import type { ReplayRequest } from "../src/replay/engines/engine.ts";
import { moduleEngine } from "../src/replay/engines/testing/in_process.ts";
import { replayAll } from "../src/replay/engines/replay.ts";
import type { Json } from "../src/platform/json/json.ts";
import { readTraceFile } from "../src/replay/trace/read.ts";
import { REPOSITORY } from "./support/cli.ts";

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
  const context = { host, project, progress: () => {} };
  await using opened = await openWithOracle(context, ["typescript"], "embedded");
  const oracle = opened.all[0]!;
  assert.deepEqual(opened.all.map(({ name }) => name), ["lean", "typescript"]);

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

  const path = "fixtures/traces/scenarios.ndjson";
  const { traces: scenarios } = readTraceFile(
    path,
    await Deno.readTextFile(`${REPOSITORY}/${path}`),
  );

  await t.step("every committed scenario, exactly", async () => {
    assert.ok(scenarios.length > 50);
    const asked = scenarios.map(({ trace: { id, graph, events } }) => ({ id, graph, events }));
    const expected = scenarios.map(({ trace: { decisions, final } }) => ({ decisions, final }));
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
    const logs = fc.sample(damaged.filter(Array.isArray), { numRuns: 400, seed: 1 });
    const expected = logs.map(reduced);
    assert.ok(expected.filter((it) => typeof it === "string").length > 50);
    assert.deepEqual(await ask(logs.map((log, i) => request(`damaged/${i}`, log))), expected);
  });

  await t.step("an id of any characters comes back", async () => {
    const ids = ['"', "\\", "\u0000\u001f\n\t", "é …", "😀", " "];
    const answers = await ask(ids.map((id) => request(id, [])));
    const empty = { decisions: [], final: { graph: 1, tasks: [], evidence: [] } };
    assert.deepEqual(answers, ids.map(() => empty));
  });

  await t.step("an engine that decides otherwise is told so by the model", async () => {
    const planted = moduleEngine("planted", {
      ...reducer,
      replay(request) {
        const { decisions, final } = reducer.replay(request);
        const forgiving = decisions.map((decision) =>
          decision[0] === "hold(receiptConflict)" ? ["noop(already)"] : decision
        );
        return { decisions: forgiving, final };
      },
    }, host);
    const conflict = scenarios.find(({ trace: { decisions } }) =>
      decisions.some(([verdict]) => verdict === "hold(receiptConflict)")
    )!;
    const { id, graph, events } = conflict.trace;
    const { judged: [judged] } = await agree([...opened.all, planted], [{ id, graph, events }]);
    assert.deepEqual(
      judged!.problems.map((it) => it.type === "divergence" && [it.engine, it.reference]),
      [["planted", "lean"]],
    );
  });

  assert.deepEqual(await opened.close(), []);
});
