import assert from "node:assert/strict";
import type { EngineModule } from "./engine.ts";
import { moduleEngine } from "./testing/in_process.ts";
import { replayAll, replayWith, requestFor, stateBefore } from "./replay.ts";
import { request, ROOT, sums, unruly, withHost } from "./testing/support.ts";
import type { PlacedTrace } from "../trace/read.ts";

const ADDER: EngineModule = {
  name: "adder",
  version: "1",
  replay: ({ events }) => sums(...events as number[]),
};

const PLACED: PlacedTrace = {
  trace: {
    id: "sum/three",
    tags: [],
    names: {},
    graph: 9,
    events: [5, 6, 7],
    ...sums(5, 6, 7),
  },
  location: { file: "fixtures/traces/sums.ndjson", line: 4 },
};

Deno.test("requestFor() asks for what the trace tells and keeps its place", () => {
  assert.deepEqual(requestFor(PLACED), {
    id: "sum/three",
    graph: 9,
    events: [5, 6, 7],
    location: { file: "fixtures/traces/sums.ndjson", line: 4 },
  });
});

Deno.test("replayAll() counts what was answered and reports progress", () =>
  withHost(async (host) => {
    const seen: number[] = [];
    const requests = [request("a", 1, 2), request("b", 3)];
    const replay = await replayAll(moduleEngine("adder", ADDER, host), requests, {
      onProgress: (done) => seen.push(done),
    });
    assert.deepEqual([replay.answered, replay.steps, replay.findings], [2, 3, []]);
    assert.deepEqual(seen, [1, 2]);
  }));

Deno.test("replayAll() takes a replay of nothing for a failure", () =>
  withHost(async (host) => {
    const { findings } = await replayAll(moduleEngine("adder", ADDER, host), []);
    assert.deepEqual(findings.map(({ code, severity }) => [code, severity]), [
      ["replay_nothing", "error"],
    ]);
  }));

Deno.test("replayAll() lists the first failures and counts them all", () =>
  withHost(async (host) => {
    const engine = moduleEngine("adder", {
      ...ADDER,
      replay() {
        throw new Error("no");
      },
    }, host);
    const requests = Array.from({ length: 30 }, (_, i) => request(`t/${i}`, i));
    const { results, findings } = await replayAll(engine, requests);
    assert.equal(results.filter(({ type }) => type === "failure").length, 30);
    assert.deepEqual(findings.map(({ code }) => code), [
      ...Array.from({ length: 20 }, () => "engine_declined"),
      "replay_more",
    ]);
    assert.equal(
      findings.at(-1)!.message,
      'Engine "adder" failed on 30 traces, of which 20 are listed',
    );
  }));

Deno.test("replayAll() hands results on without keeping them when told so", () =>
  withHost(async (host) => {
    const seen: string[] = [];
    const requests = [request("a", 1), request("b", 2)];
    const replay = await replayAll(moduleEngine("adder", ADDER, host), requests, {
      keep: false,
      onResult: (result) => seen.push(result.request.id),
    });
    assert.deepEqual(replay.results, []);
    assert.equal(replay.answered, 2);
    assert.deepEqual(seen, ["a", "b"]);
  }));

Deno.test("stateBefore() is the state after the events before the step", () =>
  withHost(async (host) => {
    const engine = moduleEngine("adder", ADDER, host);
    assert.deepEqual(await stateBefore(engine, PLACED, 1), { sum: 0 });
    assert.deepEqual(await stateBefore(engine, PLACED, 3), { sum: 11 });
    assert.deepEqual(await stateBefore(engine, PLACED, 4), { sum: 18 });
  }));

Deno.test("stateBefore() is unknown when the engine does not answer", () =>
  withHost(async (host) => {
    const engine = moduleEngine("adder", {
      ...ADDER,
      replay() {
        throw new Error("no");
      },
    }, host);
    assert.equal(await stateBefore(engine, PLACED, 2), undefined);
  }));

Deno.test("replayWith() gives the same answers in process and through a subprocess", () =>
  withHost(async (host) => {
    const requests = Array.from({ length: 50 }, (_, i) => request(`t/${i}`, i, i * 2, 7));
    const answers = (results: Awaited<ReturnType<typeof replayAll>>["results"]) =>
      results.map((result) => result.type === "answer" ? result.answer : result.type);
    const inside = await replayAll(moduleEngine("adder", ADDER, host), requests);
    const outside = await replayWith(unruly(), ROOT, host, requests);
    assert.deepEqual(answers(outside.results), answers(inside.results));
  }));
