import assert from "node:assert/strict";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";
import type { Decision } from "../trace/schema.ts";
import { findingsOf, judgeOf, LISTED_CAUSES } from "./diff.ts";
import { DIVERGENCE_CODES } from "./report.ts";

const EVENTS: readonly Json[] = [{ type: "Add", eid: 1, by: 2 }, { type: "Add", eid: 2, by: 3 }];
const DECISIONS: readonly Decision[] = [["applied"], ["applied", { type: "grew", to: 5 }]];

function placed(id: string, line = 2): PlacedTrace {
  return {
    trace: {
      id,
      tags: [],
      names: { "eid 1": "first add" },
      graph: 1,
      events: EVENTS,
      decisions: DECISIONS,
      final: { sum: 5, log: [2, 3] },
    },
    location: { file: "fixtures/traces/x.ndjson", line },
  };
}

const FINAL: Json = { sum: 5, log: [2, 3] };
const states = (_: PlacedTrace, step: number): Promise<Json> => Promise.resolve({ before: step });

Deno.test("findingsOf() has nothing to say when all agree", async () => {
  const judge = judgeOf("rust");
  assert.ok(judge.add(placed("a"), { decisions: DECISIONS, final: FINAL }));
  assert.deepEqual([judge.compared(), judge.diverged()], [1, 0]);
  assert.deepEqual(await findingsOf(judge, states), []);
});

Deno.test("findingsOf() shows trace, step, event, state before, both sides, file and line", async () => {
  const judge = judgeOf("rust");
  const got: Decision[] = [["applied"], ["applied", { type: "grew", to: 6 }]];
  assert.ok(!judge.add(placed("sum/two"), { decisions: got, final: FINAL }));
  const [finding, ...others] = await findingsOf(judge, states);
  assert.deepEqual(others, []);
  assert.equal(finding!.code, "divergence");
  assert.equal(
    finding!.message,
    'Engine "rust" diverges from the model in trace "sum/two" at step 2 of 2',
  );
  assert.deepEqual(finding!.location, { file: "fixtures/traces/x.ndjson", line: 2 });
  assert.equal(
    finding!.detail,
    [
      "step 2 of 2",
      'event: {"type":"Add","eid":2,"by":3}',
      "names: eid 1 = first add",
      'state before (rust): {"before":2}',
      "expected (model)         got (rust)",
      '"applied"                "applied"',
      '{"type":"grew","to":5} | {"type":"grew","to":6}',
      "                    ^                        ^",
    ].join("\n"),
  );
});

Deno.test("findingsOf() lists the places in which final states differ", async () => {
  const judge = judgeOf("rust");
  judge.add(placed("a"), { decisions: DECISIONS, final: { sum: 5, log: [2, 4], extra: null } });
  const [finding] = await findingsOf(judge, states);
  assert.equal(finding!.code, "divergence_final");
  assert.equal(
    finding!.message,
    'Engine "rust" diverges from the model in trace "a" in the state after all 2 steps',
  );
  assert.equal(
    finding!.detail,
    [
      "names: eid 1 = first add",
      "log[1]: expected 3, got 4",
      "extra: expected nothing, got null",
    ].join("\n"),
  );
});

Deno.test("findingsOf() says that further differences are not listed", async () => {
  const judge = judgeOf("rust");
  judge.add(placed("a"), {
    decisions: DECISIONS,
    final: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, i])),
  });
  const [finding] = await findingsOf(judge, states);
  assert.match(finding!.detail!, /further differences are not listed$/);
  assert.ok(finding!.detail!.split("\n").length < 15);
});

Deno.test("findingsOf() counts missing and extra decisions", async () => {
  const judge = judgeOf("rust");
  judge.add(placed("a"), { decisions: DECISIONS.slice(0, 1), final: FINAL });
  judge.add(placed("b"), { decisions: [...DECISIONS, ["hold(x)"]], final: FINAL });
  const findings = await findingsOf(judge, states);
  assert.deepEqual(findings.map(({ code, message }) => [code, message]), [
    [
      "divergence_length",
      'Engine "rust" diverges from the model in trace "a" after step 1 of 2: 2 decisions expected, 1 given',
    ],
    [
      "divergence_length",
      'Engine "rust" diverges from the model in trace "b" after step 2 of 2: 2 decisions expected, 3 given',
    ],
  ]);
});

Deno.test("findingsOf() lists one example of a cause and counts its traces", async () => {
  const judge = judgeOf("rust");
  const total = 7;
  for (let i = 0; i < total; i++) {
    judge.add(placed(`t/${i}`), { decisions: [["noop(x)"], ["applied"]], final: FINAL });
    judge.add(placed(`u/${i}`), { decisions: DECISIONS, final: FINAL });
  }
  assert.deepEqual([judge.compared(), judge.diverged()], [2 * total, total]);
  const findings = await findingsOf(judge, states);
  assert.equal(findings.length, 1);
  assert.match(
    findings[0]!.detail!,
    /\n7 traces like this: Add: applied expected, noop\(x\) given$/,
  );
  assert.deepEqual(
    judge.traces().map(({ trace }) => trace),
    "0123456".split("").map((i) => `t/${i}`),
  );
});

/** A trace of so many events, whose last one the engine decides as told. */
function ofLength(id: string, steps: number, tags: readonly string[] = []): PlacedTrace {
  const { trace, location } = placed(id);
  const events = Array.from({ length: steps }, () => EVENTS[0]!);
  const decisions = events.map((): Decision => ["applied"]);
  return { trace: { ...trace, tags, events, decisions, final: null }, location };
}

function given(steps: number, verdict: string) {
  const decisions = Array.from(
    { length: steps },
    (_, i): Decision => [i + 1 === steps ? verdict : "applied"],
  );
  return { decisions, final: null };
}

Deno.test("findingsOf() shows traces written by hand before explored ones, the shortest first", async () => {
  const judge = judgeOf("rust");
  judge.add(ofLength("cover/0", 1, ["cover"]), given(1, "a"));
  judge.add(ofLength("told/long", 9), given(9, "a"));
  judge.add(ofLength("told/short", 4), given(4, "a"));
  judge.add(ofLength("told/other", 2), given(2, "b"));
  judge.add(ofLength("cover/1", 1, ["cover"]), given(1, "c"));
  const findings = await findingsOf(judge, states);
  assert.deepEqual(
    findings.map(({ message }) => /"([a-z]+\/[a-z0-9]+)"/.exec(message)![1]),
    ["told/other", "told/short", "cover/1"],
  );
  assert.match(findings[1]!.detail!, /\n3 traces like this: Add: applied expected, a given$/);
  assert.deepEqual(
    judge.traces().map(({ trace }) => trace),
    ["told/other", "told/short", "told/long", "cover/0", "cover/1"],
  );
});

Deno.test("findingsOf() counts the causes that are not listed, each with its traces", async () => {
  const judge = judgeOf("rust");
  for (let i = 0; i < LISTED_CAUSES + 2; i++) {
    for (let j = 0; j <= i; j++) judge.add(ofLength(`t/${i}/${j}`, 1), given(1, `v${i}`));
  }
  const findings = await findingsOf(judge, states);
  assert.equal(findings.length, LISTED_CAUSES + 1);
  const more = findings.at(-1)!;
  assert.equal(more.code, "divergence_more");
  assert.equal(
    more.message,
    'Engine "rust" diverges in 15 traces, for 2 more causes than are listed',
  );
  assert.equal(
    more.detail,
    "4 traces: Add: applied expected, v3 given\n5 traces: Add: applied expected, v4 given",
  );
  assert.equal(judge.traces().length, 15);
});

Deno.test("findingsOf() offers to shrink where something can answer for the model", async () => {
  const judge = judgeOf("rust");
  judge.add(placed("a"), { decisions: [["noop(x)"], ["applied"]], final: FINAL });
  const [plain] = await findingsOf(judge, states);
  assert.doesNotMatch(plain!.hint!, /--shrink/);
  const [offered] = await findingsOf(judge, states, (file) => `lean-gate replay --shrink ${file}`);
  assert.match(offered!.hint!, /"lean-gate replay --shrink fixtures\/traces\/x\.ndjson"\.$/);
});

Deno.test("divergences of final states have one cause when the same fields differ", () => {
  const judge = judgeOf("rust");
  for (const [id, log] of [["a", [2, 4]], ["b", [9, 3]]] as const) {
    judge.add(placed(id), { decisions: DECISIONS, final: { sum: 5, log } });
  }
  assert.deepEqual(judge.groups().map(({ cause, count }) => [cause, count]), [
    ["final state: log[]", 2],
  ]);
});

Deno.test("findingsOf() gives one finding per engine for the same step", async () => {
  const findings = await Promise.all(["typescript", "rust"].map(async (engine) => {
    const judge = judgeOf(engine);
    judge.add(placed("a"), { decisions: [["noop(x)"], ["applied"]], final: FINAL });
    return await findingsOf(judge, states);
  }));
  assert.deepEqual(findings.flat().map(({ message }) => message), [
    'Engine "typescript" diverges from the model in trace "a" at step 1 of 2',
    'Engine "rust" diverges from the model in trace "a" at step 1 of 2',
  ]);
});

Deno.test("findingsOf() does without the state before when it cannot be had", async () => {
  const judge = judgeOf("rust");
  judge.add(placed("a"), { decisions: [["noop(x)"], ["applied"]], final: FINAL });
  const [finding] = await findingsOf(judge, () => Promise.resolve(undefined));
  assert.ok(!finding!.detail!.includes("state before"));
});

Deno.test("findingsOf() shortens a state of any size", async () => {
  const judge = judgeOf("rust");
  judge.add(placed("a"), { decisions: [["noop(x)"], ["applied"]], final: FINAL });
  const [finding] = await findingsOf(judge, () => Promise.resolve("x".repeat(1_000_000)));
  assert.ok(finding!.detail!.length < 1_000);
});

Deno.test("DIVERGENCE_CODES has a code of its own for each kind", () => {
  const codes = Object.values(DIVERGENCE_CODES);
  assert.equal(new Set(codes).size, codes.length);
});
