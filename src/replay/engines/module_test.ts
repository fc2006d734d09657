import assert from "node:assert/strict";
import { join } from "node:path";
import { denoHost } from "../../platform/host/deno.ts";
import { GateError } from "../../platform/diagnostic.ts";
import type { EngineModule, ReplayRequest } from "./engine.ts";
import { moduleEngine } from "./module.ts";
import { openEngine, type Replay, replayAll, replayWith } from "./replay.ts";
import { request, sums, withHost } from "./testing/support.ts";

/** Writes the module, and gives the folder it stands in. */
async function folderWith(source: string): Promise<string> {
  await using owned = denoHost(new AbortController().signal);
  const folder = await Deno.makeTempDir({ prefix: "engine-" });
  await owned.host.files.writeAtomic(join(folder, "engine.ts"), source);
  return folder;
}

async function openFailure(source: string | undefined): Promise<GateError> {
  const folder = source === undefined ? "/no/such/folder" : await folderWith(source);
  let failure: unknown;
  await withHost(async (host) => {
    try {
      await openEngine({ name: "mine", module: "engine.ts" }, folder, host);
    } catch (cause) {
      failure = cause;
    }
  });
  if (source !== undefined) await Deno.remove(folder, { recursive: true });
  assert.ok(failure instanceof GateError);
  assert.equal(failure.kind, "setup");
  return failure;
}

/** Replays one good trace and one that this function answers. */
async function answering(replay: (request: ReplayRequest) => unknown): Promise<Replay> {
  const module: EngineModule = {
    name: "adder",
    version: "2",
    replay: (request) =>
      (request.id === "odd" ? replay(request) : sums(1)) as ReturnType<EngineModule["replay"]>,
  };
  let result: Replay | undefined;
  await withHost(async (host) => {
    result = await replayAll(moduleEngine("mine", module, host), [request("odd", 1), request("b")]);
  });
  return result!;
}

async function failing(replay: (request: ReplayRequest) => unknown, code: string, phrase: RegExp) {
  const { results, findings } = await answering(replay);
  assert.deepEqual(results.map(({ type }) => type), ["failure", "answer"]);
  assert.deepEqual(findings.map((finding) => finding.code), [code]);
  assert.match(findings[0]!.message, /^On trace "odd", engine "mine" /);
  assert.match(findings[0]!.message, phrase);
  assert.deepEqual(findings[0]!.location, { file: "fixtures/traces/sums.ndjson", line: 7 });
}

Deno.test("openModule() imports an engine by its path and replays with it", async () => {
  const folder = await folderWith(`
    export default {
      name: "adder",
      version: "2",
      replay: ({ events }) => ({ decisions: events.map((n) => ["applied", n]), final: { n: 1 } }),
    };
  `);
  await withHost(async (host) => {
    const config = { name: "mine", module: "engine.ts" };
    const replay = await replayWith(config, folder, host, [request("a", 4, 5)]);
    assert.equal(replay.version, "2");
    assert.deepEqual(replay.findings, []);
    const [result] = replay.results;
    assert.ok(result?.type === "answer");
    assert.deepEqual(result.answer, {
      decisions: [["applied", 4], ["applied", 5]],
      final: { n: 1 },
    });
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openModule() reports a module that is absent or does not load", async () => {
  assert.equal((await openFailure(undefined)).diagnostic.code, "engine_module_failed");
  const thrown = await openFailure('throw new Error("no licence");');
  assert.equal(thrown.diagnostic.code, "engine_module_failed");
  assert.match(thrown.message, /no licence/);
});

Deno.test("openModule() reports a module without an engine as its default export", async () => {
  for (
    const source of [
      "export const replay = 1;",
      "export default null;",
      'export default { name: "a", version: "1" };',
      'export default { name: "a", version: 1, replay() {} };',
    ]
  ) {
    assert.equal((await openFailure(source)).diagnostic.code, "engine_module_malformed", source);
  }
});

Deno.test("replay() passes on what a module throws as declined", () =>
  failing(
    () => {
      throw new Error("events[0].key: expected a list");
    },
    "engine_declined",
    /threw "events\[0\]\.key: expected a list"$/,
  ));

Deno.test("replay() refuses malformed answers of a module", async () => {
  const cases: [unknown, RegExp][] = [
    [undefined, /not an object/],
    [Promise.resolve(sums(1)), /"decisions" is not a list/],
    [{ final: 1 }, /"decisions" is not a list/],
    [{ decisions: [] }, /"final" is missing/],
    [{ decisions: ["applied"], final: 1 }, /"decisions\[0\]" is not a list headed by a verdict/],
    [
      { decisions: [["applied", { n: 2 ** 53 }]], final: 1 },
      /"decisions\[0\]\[1\]\.n": 9007199254740992/,
    ],
    [{ decisions: [["applied", -0]], final: 1 }, /"decisions\[0\]\[1\]": -0 is not/],
    [{ decisions: [["applied"]], final: { n: 0.5 } }, /"final\.n": 0\.5 is not/],
    [
      { decisions: [["applied"]], final: { n: undefined } },
      /"final\.n": .* "undefined" is not JSON/,
    ],
  ];
  for (const [answer, phrase] of cases) {
    await failing(() => answer, "engine_answer_malformed", phrase);
  }
});

Deno.test("replay() lets timers run during a long replay in this process", () =>
  withHost(async (host, interrupt) => {
    const module: EngineModule = {
      name: "slow",
      version: "1",
      replay() {
        for (const until = host.now() + 30; host.now() < until;);
        return sums(1);
      },
    };
    const requests = Array.from({ length: 1_000 }, (_, i) => request(`t/${i}`, 1));
    setTimeout(interrupt, 100);
    await assert.rejects(replayAll(moduleEngine("slow", module, host), requests), (cause) => {
      assert.ok(cause instanceof GateError);
      assert.equal(cause.kind, "interrupted");
      return true;
    });
  }));

Deno.test("moduleEngine() lets no engine change the events that the next one is given", async () => {
  const spoil = ({ events: [event] }: ReplayRequest) => {
    (event as { eid: number }).eid = 2;
    return { decisions: [["applied"]], final: null } as const;
  };
  const engines: EngineModule["replay"][] = [spoil, (request) => {
    throw new Error(`${spoil(request).final}`);
  }];
  for (const replay of engines) {
    const given = request("odd", { eid: 1 });
    await withHost(async (host) => {
      const engine = moduleEngine("mine", { name: "adder", version: "2", replay }, host);
      const { findings } = await replayAll(engine, [given]);
      assert.deepEqual(findings.map(({ code }) => code), ["engine_changed_events"]);
    });
    assert.deepEqual(given.events, [{ eid: 1 }]);
  }
});

Deno.test("moduleEngine() gives each engine a list of its own, and never the answer", async () => {
  const { results: [result] } = await answering((request) => {
    assert.deepEqual(Object.keys(request), ["id", "graph", "events"]);
    (request.events as unknown[]).push({ type: "reset" });
    return sums(1);
  });
  assert.deepEqual([result?.type, result?.request.events], ["answer", [1]]);
});

Deno.test("moduleEngine() takes an answer that means what is known for the known one", async () => {
  const { decisions, final } = sums(1);
  const known = { text: { events: "[1]", answer: "" }, answer: { decisions, final } };
  const answers: [unknown, string | undefined][] = [
    [structuredClone(known.answer), undefined],
    [{ decisions, final: { sum: 1 }, more: [] }, undefined],
    [{ decisions, final: { sum: 2 } }, undefined],
    [{ decisions, final: { sum: -0 } }, "engine_answer_malformed"],
    [{ decisions, final: { sum: 1, more: undefined } }, "engine_answer_malformed"],
    [{ decisions, final: { sum: 1n } }, "engine_answer_malformed"],
    [{ decisions: [["applied", -0]], final }, "engine_answer_malformed"],
  ];
  for (const [answer, code] of answers) {
    const replay = () => answer as ReturnType<EngineModule["replay"]>;
    await withHost(async (host) => {
      const engine = moduleEngine("mine", { name: "adder", version: "2", replay }, host);
      const { results: [result], findings } = await replayAll(engine, [
        { ...request("a", 1), known },
      ]);
      assert.deepEqual(findings.map((finding) => finding.code), code === undefined ? [] : [code]);
      const same = result?.type === "answer" && result.answer === known.answer;
      const sum = (answer as { final: { sum: unknown } }).final.sum;
      assert.equal(same, code === undefined && sum === 1);
    });
  }
});

Deno.test("moduleEngine() names the trace when the answer throws as it is read", async () => {
  const answer = {
    decisions: [],
    get final(): never {
      throw new Error("no state");
    },
  };
  await failing(() => answer, "engine_declined", /"no state"/);
});
