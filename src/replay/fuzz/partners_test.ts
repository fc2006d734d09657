import assert from "node:assert/strict";
import { agree, RECORD } from "../agree/agree.ts";
import { adds, engineOf, list, type Step } from "../agree/testing/support.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import type { NamedList } from "../agree/list.ts";
import { shrinkListed } from "./listed.ts";
import { partnersFor } from "./partners.ts";

const refuses: Step = (sum, event) => {
  const [verdict, next] = adds(sum, event);
  return [event === 3 ? "refused" : verdict, next];
};
const declines: Step = (sum, event) => {
  if (event === 3) throw new Error("no");
  return adds(sum, event);
};

/** Names of the partners for the first problem on a list, and its reference. */
async function partners(steps: readonly Step[], oracle: Step | undefined, one: NamedList) {
  const engines = steps.map((step, i) => engineOf(`e${i}`, step));
  const model = oracle && engineOf("model", oracle);
  const { judged: [judged] } = await agree([...(model ? [model] : []), ...engines], [one]);
  const found = partnersFor(judged!.problems[0]!, judged!, engines, model);
  const { problem } = found;
  return [
    ...found.engines.map(({ name }) => name),
    problem.type === "divergence" ? problem.reference : problem.finding.code,
  ];
}

const three = list("a", [1, 3]);

Deno.test("partnersFor() names the engine and its reference", async () => {
  assert.deepEqual(await partners([adds, refuses], undefined, three), ["e0", "e1", "e0"]);
  assert.deepEqual(await partners([adds, adds, refuses], undefined, three), ["e0", "e2", "e0"]);
});

Deno.test("partnersFor() lets an engine that agrees stand in for the oracle", async () => {
  assert.deepEqual(await partners([adds, refuses], adds, three), ["e0", "e1", "e0"]);
  assert.deepEqual(await partners([adds, refuses], refuses, three), ["e1", "e0", "e1"]);
  assert.deepEqual(await partners([refuses], adds, three), ["model", "e0", "model"]);
});

Deno.test("partnersFor() takes an engine that answers as partner of one that does not", async () => {
  const code = "engine_declined";
  assert.deepEqual(await partners([declines, adds], undefined, three), ["e1", "e0", code]);
  assert.deepEqual(await partners([declines, declines], undefined, three), ["e0", code]);
});

/** The events to which a list is shrunk, if it is. */
async function shrunk(steps: readonly Step[], one: NamedList) {
  const engines = steps.map((step, i) => engineOf(`e${i}`, step));
  const { judged: [judged] } = await agree(engines, [one]);
  const { host } = memoryHost();
  return (await shrinkListed(host, judged!, engines, undefined, () => {}))?.small.list.events;
}

Deno.test("shrinkListed() shrinks what engines disagree on, whether or not it was recorded", async () => {
  const events = [5, 3, 8, 3, 1];
  assert.deepEqual(await shrunk([adds, refuses], list("a", events)), [3]);
  const recorded = list("a", events, { decisions: events.map(() => ["applied"] as const) });
  assert.deepEqual(await shrunk([adds, refuses], recorded), [3]);
});

Deno.test("shrinkListed() leaves a record alone on which all engines disagree", async () => {
  const recorded = list("a", [5, 3], { decisions: [["applied"], ["applied"]] });
  const { judged: [judged] } = await agree([engineOf("e0", refuses)], [recorded]);
  const [problem] = judged!.problems;
  assert.ok(problem?.type === "divergence" && problem.reference === RECORD);
  assert.equal(await shrunk([refuses, refuses], recorded), undefined);
});
