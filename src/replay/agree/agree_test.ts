import assert from "node:assert/strict";
import { agree, type Problem, RECORD } from "./agree.ts";
import { judgedFindings, problemFinding } from "./report.ts";
import { adds, engineOf, list, type Step } from "./testing/support.ts";

/** Refuses what would pass ten. */
const bounded: Step = (sum, event) =>
  sum + Number(event) > 10 ? ["refused", sum] : adds(sum, event);

const shown = (problems: readonly Problem[]) =>
  problems.map((problem) =>
    problem.type === "failure"
      ? [problem.engine, problem.finding.code]
      : [problem.engine, problem.reference, problem.divergence.kind]
  );

async function problems(step: Step, ...lists: Parameters<typeof agree>[1]) {
  const engines = [engineOf("one", adds), engineOf("two", step)];
  const { judged, complaints } = await agree(engines, lists);
  assert.deepEqual(complaints, []);
  return judged.map(({ problems }) => shown(problems));
}

Deno.test("agree() finds nothing where all engines decide alike", async () => {
  assert.deepEqual(await problems(adds, list("a", [1, 2]), list("b", [])), [[], []]);
});

Deno.test("agree() tells on which list an engine decides otherwise than the first", async () => {
  const found = await problems(bounded, list("a", [5, 5]), list("b", [5, 6]), list("c", [1]));
  assert.deepEqual(found, [[], [["two", "one", "decision"]], []]);
});

Deno.test("agree() compares the states after the last event", async () => {
  const forgetful: Step = (sum, event) => ["applied", event === 7 ? sum : sum + Number(event)];
  assert.deepEqual(await problems(forgetful, list("a", [1, 7])), [[["two", "one", "final"]]]);
});

Deno.test("agree() takes no answer for agreement when an engine declines", async () => {
  const found = await problems(adds, list("a", ["x"]));
  assert.deepEqual(found, [[["one", "engine_declined"], ["two", "engine_declined"]]]);
});

Deno.test("agree() holds every engine against decisions that were recorded", async () => {
  const right = list("a", [5, 6], { decisions: [["applied"], ["applied"]] });
  const wrong = list("b", [5, 6], { decisions: [["applied"], ["refused"]] });
  const short = list("c", [5, 6], { decisions: [["applied"]] });
  const state = list("d", [5], { decisions: [["applied"]], final: 0 });
  assert.deepEqual(await problems(adds, right, wrong, short, state), [
    [],
    [["one", RECORD, "decision"], ["two", RECORD, "decision"]],
    [["one", RECORD, "length"], ["two", RECORD, "length"]],
    [["one", RECORD, "final"], ["two", RECORD, "final"]],
  ]);
  assert.deepEqual(await problems(bounded, wrong), [[["one", RECORD, "decision"]]]);
});

Deno.test("agree() compares states with the first right answer when the record has none", async () => {
  const drops: Step = (sum, event) => ["applied", event === 6 ? sum : sum + Number(event)];
  const recorded = list("a", [5, 6], { decisions: [["applied"], ["applied"]] });
  assert.deepEqual(await problems(drops, recorded), [[["two", RECORD, "final"]]]);
});

Deno.test("agree() takes no list for replayed that an engine was given up on", async () => {
  const { replay: _, ...rest } = engineOf("two", adds);
  const engine: Parameters<typeof agree>[0][number] = {
    ...rest,
    async *replay(requests) {
      for (const request of requests) yield { type: "skipped", request };
    },
  };
  const { judged } = await agree([engineOf("one", adds), engine], [list("a", [1])]);
  assert.deepEqual(shown(judged[0]!.problems), [["two", "engine_skipped"]]);
});

Deno.test("problemFinding() names both engines, the list and the place of the event", async () => {
  const engines = [engineOf("one", adds), engineOf("two", bounded)];
  const places = [{ file: "log", line: 3 }, { file: "log", line: 4 }];
  const events = list("log", [5, 6], { location: places[0]!, places });
  const { judged: [judged] } = await agree(engines, [events]);
  const finding = await problemFinding(events, judged!.problems[0]!, engines);
  assert.equal(finding.code, "divergence");
  assert.equal(
    finding.message,
    'Engine "two" diverges from engine "one" in list "log" at step 2 of 2',
  );
  assert.deepEqual(finding.location, { file: "log", line: 4 });
  assert.deepEqual(finding.detail?.split("\n").slice(0, 5), [
    "step 2 of 2",
    "event: 6",
    "state before (two): 5",
    "one         got (two)",
    '"applied" | "refused"',
  ]);
});

Deno.test("problemFinding() calls the oracle the model, and a record the record", async () => {
  const events = list("log", [5, 6]);
  const recorded = list("log", [5, 6], { decisions: [["applied"], ["applied"]] });
  for (
    const [reference, one, words] of [
      ["lean", events, /^Engine "two" diverges from the model in list "log" at step 2 of 2$/],
      ["one", recorded, /^Engine "two" diverges from the record in list "log" at step 2 of 2$/],
    ] as const
  ) {
    const engines = [engineOf(reference, adds), engineOf("two", bounded)];
    const { judged: [judged] } = await agree(engines, [one]);
    assert.match((await problemFinding(one, judged!.problems[0]!, engines)).message, words);
  }
});

Deno.test("judgedFindings() blames the list when no engine takes it, and places the event", async () => {
  const picky: Step = (_, event) => {
    throw new Error(`events[1]: ${event}`);
  };
  const engines = [engineOf("one", picky), engineOf("two", picky)];
  const places = [{ file: "log", line: 3 }, { file: "log", line: 4 }];
  const { judged: [judged] } = await agree(engines, [list("log", ["x", 1], { places })]);
  const [finding, ...others] = await judgedFindings(judged!, engines);
  assert.deepEqual(others, []);
  assert.deepEqual([finding!.code, finding!.location], ["list_refused", places[1]]);
  assert.match(finding!.detail!, /"one" declined .*: events\[1\]: x\n.*"two" declined/);
});
