import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeEvents } from "../codec.ts";
import coverage from "../coverage.ts";
import engine from "../engine.ts";
import fuzz from "./lists.ts";

const lists = fc.sample(fuzz.lists(fc, 60), { seed: 4, numRuns: 1_000 });

type Cell = readonly [event: string, standing: string, verdict: string];

/** The cell without what is known of the worker and the hold, which multiply the cells. */
function byPlace([event, standing, verdict]: Cell): string {
  return JSON.stringify([event, standing.replace(/(?:-stopping|-gone)?(?:-held)?$/, ""), verdict]);
}

Deno.test("lists() only gives lists that the codec takes", () => {
  for (const { graph, events } of lists) {
    assert.equal(graph, 1);
    assert.ok(events.length >= 1 && events.length <= 60);
    decodeEvents(events);
  }
});

Deno.test("lists() only shrinks to lists that the codec takes", () => {
  const property = fc.property(fuzz.lists(fc, 60), ({ events }) => {
    decodeEvents(events);
    return events.length < 3;
  });
  const { counterexample, error } = fc.check(property, { seed: 6, numRuns: 100 }) as
    & fc.RunDetails<
      [ReturnType<typeof fuzz.lists> extends fc.Arbitrary<infer List> ? List : never]
    >
    & { error?: string };
  assert.equal(counterexample?.[0].events.length, 3, error);
});

Deno.test("lists() reaches most of what the model can do, and every reason and effect", async () => {
  const committed = new URL("../../../fixtures/traces/cells.json", import.meta.url);
  const { cells } = JSON.parse(await Deno.readTextFile(committed));
  const steps = lists.flatMap((list) =>
    coverage.steps({ ...list, decisions: engine.replay(list).decisions })
  );
  const hit = steps.flatMap(({ cell }) => cell === null ? [] : [cell]);
  const reached = new Set(hit.map(byPlace));
  const known = [...new Set((cells as Cell[]).map(byPlace))];
  const share = known.filter((cell) => reached.has(cell)).length / known.length;
  assert.ok(share > 0.6, `${share} of the cells by event, place and verdict`);
  const standings = hit.map(([, standing]) => standing);
  for (const ending of ["-stopping", "-gone", "-held", "-stopping-held", "-gone-held"]) {
    assert.ok(standings.some((standing) => standing.endsWith(ending)), ending);
  }
  const reasons = new Set(steps.map(({ reason }) => reason));
  assert.deepEqual(coverage.reasons.filter((reason) => !reasons.has(reason as never)), []);
  const effects = new Set(steps.flatMap(({ effects }) => effects));
  assert.deepEqual(coverage.effects.filter((effect) => !effects.has(effect)), []);
});

Deno.test("lists() delivers late, out of order, twice and in conflict", () => {
  const eids = lists.map(({ events }) => events.map(({ eid }) => eid));
  assert.ok(eids.some((list) => list.some((eid, i) => i > 0 && eid < list[i - 1]!)));
  const verdicts = new Set(lists.flatMap((list) => engine.replay(list).decisions.map(([v]) => v)));
  for (const verdict of ["noop(duplicate)", "rejected(eidConflict)", "observed(staleFence)"]) {
    assert.ok(verdicts.has(verdict), verdict);
  }
});
