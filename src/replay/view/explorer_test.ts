import assert from "node:assert/strict";
import { changed } from "../../../cli/render/html/client/delta.js";
import { judgeOf } from "../diff/diff.ts";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import { trace } from "../trace/testing/support.ts";
import { answersOf, explore, sampleOf } from "./explorer.ts";
import type { ViewStep } from "./module.ts";
import type { Called } from "../modules/open.ts";

function placed(id: string, steps = 2): PlacedTrace {
  return { trace: trace(id, steps), location: { file: "x.ndjson", line: 2 } };
}

/** What a view module says whose states are these. */
function viewOf(states: readonly Json[]): Called {
  const step = (state: Json): ViewStep => ({
    title: "Add",
    detail: "",
    about: null,
    from: null,
    to: "full",
    state,
  });
  return { ok: true, value: states.map(step) as unknown as Json };
}

Deno.test("explore() has the states as changes, from which they follow", () => {
  const states = [{ sum: 1, log: [1] }, { sum: 3, log: [1, 2] }];
  const { steps } = explore(placed("a"), [], viewOf(states));
  const [first, second] = steps!.map(([, , , , , changes]) => changes);
  const one = changed(null, first!);
  assert.deepEqual([one, changed(one, second!)], states);
  assert.deepEqual(steps![0]!.slice(0, 5), ["Add", "", null, null, "full"]);
});

Deno.test("explore() shows a trace without states when the view module refuses it, and says why", () => {
  const throws: Called = { ok: false, phrase: 'threw "events[0]: unknown"' };
  assert.match(explore(placed("a"), [], throws).refused!, /threw "events\[0\]: unknown"/);
  const short = explore(placed("a"), [], viewOf([1]));
  assert.equal(short.refused, "The view module returned 1 steps for 2 events");
  assert.equal(short.steps, undefined);
  assert.deepEqual(short.events, placed("a").trace.events);
  assert.equal(explore(placed("a"), [], undefined).refused, undefined);
});

Deno.test("answersOf() gives by trace what each engine answered, and where it first diverged", () => {
  const [one, two] = [placed("one"), placed("two")];
  const [rust, python] = [judgeOf("rust"), judgeOf("python")];
  const { decisions, final } = one.trace;
  rust.add(one, { decisions: [decisions[0]!, ["refused"]], final });
  rust.add(two, { decisions, final });
  python.add(one, { decisions, final: "other" });
  const answers = answersOf([rust, python]);
  assert.deepEqual([...answers.keys()], ["one"]);
  assert.deepEqual(answers.get("one"), [
    { engine: "rust", step: 2, decisions: [decisions[0]!, ["refused"]], final },
    { engine: "python", step: 0, decisions, final: "other" },
  ]);
});

Deno.test("sampleOf() takes all when they fit, else those that diverge, and others from all over", () => {
  const traces = Array.from({ length: 100 }, (_, i) => placed(`t${i}`, 10));
  const ids = (steps: number, diverging: readonly string[] = []) =>
    sampleOf(traces, steps, (id) => diverging.includes(id)).map(({ trace }) => trace.id);
  assert.equal(ids(1_000).length, 100);
  const some = ids(200, ["t97", "t3"]);
  assert.equal(some.length, 20);
  assert.ok(some.includes("t3") && some.includes("t97"));
  assert.deepEqual(some, some.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))));
  const quarters = new Set(some.map((id) => Math.floor(Number(id.slice(1)) / 25)));
  assert.equal(quarters.size, 4);
  assert.deepEqual(ids(1), ["t0"]);
});
