import assert from "node:assert/strict";
import { adds, engineOf, type Step } from "../agree/testing/support.ts";
import { GateError } from "../../platform/diagnostic.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import engine from "../../lifecycle/engine.ts";
import lifecycle from "../../lifecycle/fuzz/lists.ts";
import type { WireEvent } from "../../lifecycle/wire.ts";
import type { Engine } from "../engines/engine.ts";
import { moduleEngine } from "../engines/testing/in_process.ts";
import { fuzz, type FuzzOptions } from "./fuzz.ts";
import { foundFinding } from "./report.ts";
import { sourceFor } from "./testing/support.ts";

const { host } = memoryHost();
const numbers = sourceFor();

const run = (step: Step, options: Partial<FuzzOptions> = {}) =>
  fuzz(host, [engineOf("one", adds), engineOf("two", step)], numbers, {
    seed: 1,
    runs: 1000,
    ...options,
  });

Deno.test("fuzz() counts the lists on which all agree, and their events", async () => {
  const { lists, events, found, complaints } = await run(adds, { runs: 300 });
  assert.deepEqual([lists, found, complaints], [300, [], []]);
  const drawn = await numbers.draw(Array.from({ length: 300 }, (_, i) => 1 + i));
  assert.equal(events, drawn.reduce((sum, { list }) => sum + list.events.length, 0));
});

Deno.test("fuzz() shrinks to the fewest events and the lowest numbers", async () => {
  // Wrong from a sum of 31 on, which takes two events of at most 20.
  const wrong: Step = (sum, event) => {
    const [verdict, next] = adds(sum, event);
    return next > 30 ? ["refused", next] : [verdict, next];
  };
  const { found: [one, ...others] } = await run(wrong);
  assert.deepEqual(others, []);
  assert.equal(one!.list.events.length, 2);
  const [a, b] = one!.list.events as number[];
  assert.equal(a! + b!, 31, "No number can be lowered");
  assert.equal(one!.minimal, true);
  assert.ok(one!.drawn > 2 && one!.tried > 0);
});

Deno.test("fuzz() leaves out events between those that matter", async () => {
  // Wrong when a 9 was followed, at any distance, by a 7.
  const wrong: Step = (sum, event) => {
    const [verdict, next] = adds(sum, event);
    if (event === 9) return [verdict, next + 0.0 + 1_000_000];
    return event === 7 && sum >= 1_000_000 ? ["refused", next] : [verdict, next];
  };
  const marked: Step = (sum, event) => [
    "applied",
    adds(sum, event)[1] + (event === 9 ? 1_000_000 : 0),
  ];
  const engines = [engineOf("one", marked), engineOf("two", wrong)];
  const { found: [one] } = await fuzz(host, engines, numbers, { seed: 5, runs: 1000 });
  assert.deepEqual(one!.list.events, [9, 7]);
});

Deno.test("fuzz() finds one problem for each engine", async () => {
  const refuses = (number: number): Step => (sum, event) => {
    const [verdict, next] = adds(sum, event);
    return [event === number ? "refused" : verdict, next];
  };
  const engines = [adds, refuses(3), refuses(11)].map((step, i) => engineOf(`e${i}`, step));
  const { found } = await fuzz(host, engines, numbers, { seed: 1, runs: 1000 });
  assert.deepEqual(found.map(({ problem, list }) => [problem.engine, list.events]), [
    ["e1", [3]],
    ["e2", [11]],
  ]);
});

Deno.test("fuzz() takes the oracle's word, and asks it seldom", async () => {
  const refuses: Step = (sum, event) => {
    const [verdict, next] = adds(sum, event);
    return [event === 3 ? "refused" : verdict, next];
  };
  let asked = 0;
  const oracleOf = (step: Step): Engine => {
    const engine = engineOf("oracle", step);
    return {
      ...engine,
      replay(requests) {
        asked++;
        return engine.replay(requests);
      },
    };
  };
  // One of the engines agrees with the oracle, and stands in for it.
  for (const [step, engine] of [[adds, "two"], [refuses, "one"]] as const) {
    asked = 0;
    const engines = [engineOf("one", adds), engineOf("two", refuses)];
    const oracle = oracleOf(step);
    const { found } = await fuzz(host, engines, numbers, { seed: 1, runs: 1000, oracle });
    assert.deepEqual(found.map(({ problem, list }) => [problem.engine, list.events]), [
      [engine, [3]],
    ]);
    assert.equal(found[0]!.problem.type === "divergence" && found[0]!.problem.reference, "oracle");
    assert.equal(asked, 2, "Once for all lists, once for the shrunk one");
  }
  // Both are wrong: only the oracle can tell while a list is shrunk.
  const engines = [engineOf("one", refuses), engineOf("two", refuses)];
  const oracle = oracleOf(adds);
  const { found } = await fuzz(host, engines, numbers, { seed: 1, runs: 1000, oracle });
  assert.deepEqual(found.map(({ problem, list }) => [problem.engine, list.events]), [
    ["one", [3]],
    ["two", [3]],
  ]);
});

Deno.test("fuzz() takes an engine that declines a list for a finding, and shrinks it", async () => {
  const picky: Step = (sum, event) => {
    if (event === 13) throw new Error("unlucky");
    return adds(sum, event);
  };
  const { found: [one] } = await run(picky);
  assert.equal(one!.problem.type, "failure");
  assert.deepEqual(one!.list.events, [13]);
});

Deno.test("fuzz() comes to an end although each list that shows the problem takes long", async () => {
  const memory = memoryHost();
  const hangs: Step = (sum, event) => {
    if (event !== 13) return adds(sum, event);
    memory.advance(100_000);
    throw new Error("no answer");
  };
  const engines = [engineOf("one", adds, memory.host), engineOf("two", hangs, memory.host)];
  const { found: [one] } = await fuzz(memory.host, engines, numbers, { seed: 1, runs: 128 });
  assert.equal(one!.minimal, false);
  assert.ok(one!.list.events.includes(13));
});

Deno.test("fuzz() comes to an end with a module that does not keep to the length", async () => {
  const endless = sourceFor({ lists: (fc) => fc.constant({ graph: 1, events: [1, 2, 3] }) });
  const wrong: Step = (sum, event) => {
    const [verdict, next] = adds(sum, event);
    return [next === 6 ? "refused" : verdict, next];
  };
  const engines = [engineOf("one", adds), engineOf("two", wrong)];
  const { found: [one] } = await fuzz(host, engines, endless, { seed: 1, runs: 10 });
  assert.deepEqual(one!.list.events, [1, 2, 3]);
});

Deno.test("fuzz() gives the same result for the same seed, and again for the seed it names", async () => {
  const wrong: Step = (sum, event) => {
    const [verdict, next] = adds(sum, event);
    return event === 17 ? ["refused", next] : [verdict, next];
  };
  const first = await run(wrong, { seed: 99 });
  assert.deepEqual(await run(wrong, { seed: 99 }), first);
  const [{ seed, list }] = first.found as [typeof first.found[0]];
  const again = await run(wrong, { seed, runs: 1 });
  assert.equal(again.lists, 1);
  assert.deepEqual(again.found[0]!.list, list);
});

Deno.test("fuzz() ends after its time, but replays one batch at least", async () => {
  const memory = memoryHost();
  const slow: Engine = engineOf("two", (sum, event) => {
    memory.advance(1);
    return adds(sum, event);
  });
  const engines = [engineOf("one", adds, memory.host), slow];
  const options = { seed: 1, runs: Infinity, batch: 10 };
  const none = await fuzz(memory.host, engines, numbers, { ...options, ms: 0 });
  assert.equal(none.lists, 10);
  const some = await fuzz(memory.host, engines, numbers, { ...options, ms: 1000 });
  assert.ok(some.lists > 10 && some.events >= 1000);
});

Deno.test("fuzz() throws when the user interrupts", async () => {
  const memory = memoryHost();
  const engines = [engineOf("one", adds, memory.host), engineOf("two", adds, memory.host)];
  const running = fuzz(memory.host, engines, numbers, {
    seed: 1,
    runs: Infinity,
    progress: () => memory.interrupt(),
  });
  await assert.rejects(running, (cause) => {
    assert.ok(cause instanceof GateError);
    return cause.kind === "interrupted";
  });
});

Deno.test("fuzz() finds a bug planted in the lifecycle's reducer, by the events that it needs", async () => {
  // Receipts are compared by presence only.
  const planted = moduleEngine("planted", {
    ...engine,
    name: "planted",
    replay(request) {
      const { decisions, final } = engine.replay(request);
      const forgiving = decisions.map((decision) =>
        decision[0] === "hold(receiptConflict)" ? ["noop(already)"] : decision
      );
      return { decisions: forgiving, final };
    },
  }, host);
  const engines = [moduleEngine("typescript", engine, host), planted];
  const { found: [one] } = await fuzz(host, engines, sourceFor(lifecycle), { seed: 1, runs: 5000 });
  const events = one!.list.events as unknown as readonly WireEvent[];
  assert.deepEqual(events.map(({ type }) => type), [
    "TaskDeclared",
    "AttemptClaimed",
    "FinishBegun",
    "CandidateValidated",
    "PromotionIntended",
    "OutcomeAccepted",
    "OutcomeAccepted",
  ]);
  const receipts = events.flatMap((event) => "receipt" in event ? [event.receipt] : []);
  assert.deepEqual(receipts.toSorted(), [0, 1]);
  const finding = await foundFinding(one!, engines, (seed) => `again ${seed}`);
  assert.equal(finding.code, "divergence");
  assert.match(finding.detail!, /^"hold\(receiptConflict\)" \| "noop\(already\)"$/m);
  assert.match(finding.detail!, /^list: 7 events of graph 1, shrunk from \d+$/m);
  assert.match(finding.detail!, new RegExp(`^again: again ${one!.seed}$`, "m"));
});

Deno.test("fuzz() refuses a module that makes up nothing, or the same again and again", async () => {
  const engines = [engineOf("one", adds), engineOf("two", adds)];
  const codes = async (events: readonly number[] | undefined, runs: number) => {
    const source = events === undefined
      ? numbers
      : sourceFor({ lists: (fc) => fc.constant({ graph: 1, events }) });
    const { complaints } = await fuzz(host, engines, source, { seed: 3, runs });
    return complaints.map(({ code }) => code);
  };
  assert.deepEqual(await codes([], 500), ["fuzz_trivial"]);
  assert.deepEqual(await codes([1, 2], 500), ["fuzz_trivial"]);
  // One sequence is what was asked for, as when one is drawn again.
  assert.deepEqual(await codes([1, 2], 1), []);
  assert.deepEqual(await codes(undefined, 500), []);
});
