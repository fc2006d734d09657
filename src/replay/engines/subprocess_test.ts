import assert from "node:assert/strict";
import { join } from "node:path";
import { GateError } from "../../platform/diagnostic.ts";
import type { ReplayOutcome, ReplayRequest } from "./engine.ts";
import { replayAll, replayWith } from "./replay.ts";
import { openSubprocess } from "./subprocess.ts";
import { request, ROOT, shell, sums, unruly, withHost } from "./testing/support.ts";

function many(count: number): ReplayRequest[] {
  return Array.from({ length: count }, (_, i) => request(`t/${i}`, i, 1));
}

Deno.test("openSubprocess() greets the engine and keeps it for several runs", () =>
  withHost(async (host) => {
    await using engine = await openSubprocess(unruly(), ROOT, host);
    assert.deepEqual([engine.name, engine.version], ["adder", "1"]);
    for (const numbers of [[1, 2], [3]]) {
      const { results } = await replayAll(engine, [request("same-id", ...numbers)]);
      const [result] = results;
      assert.ok(result?.type === "answer");
      assert.deepEqual(result.answer, sums(...numbers));
    }
    assert.deepEqual(await engine.close(), []);
    assert.deepEqual(await engine.close(), [], "Closing twice is safe");
  }));

Deno.test("openSubprocess() ends the engine when it is disposed without being closed", () =>
  withHost(async (host) => {
    await using _engine = await openSubprocess(unruly(), ROOT, host);
  }));

Deno.test("replay() answers thousands of requests in their order", () =>
  withHost(async (host) => {
    const requests = many(5_000);
    const { results, findings, steps } = await replayWith(unruly(), ROOT, host, requests);
    assert.deepEqual(findings, []);
    assert.equal(steps, 10_000);
    assert.deepEqual(results.map((result) => result.request), requests);
    for (const [i, result] of results.entries()) {
      assert.ok(result.type === "answer");
      assert.deepEqual(result.answer, sums(i, 1));
    }
  }));

Deno.test("replay() takes no more requests than its window has room for", () =>
  withHost(async (host) => {
    let taken = 0;
    let done = 0;
    let most = 0;
    function* source(): Generator<ReplayRequest> {
      for (const request of many(500)) {
        taken++;
        most = Math.max(most, taken - done);
        yield request;
      }
    }
    await replayWith(unruly(), ROOT, host, source(), {
      limits: { window: 16 },
      onProgress: (count) => done = count,
    });
    assert.equal(taken, 500);
    assert.ok(most > 1 && most <= 16 + 1, `At most the window and one, not ${most}`);
  }));

Deno.test("replay() bounds the bytes in flight, but sends a longer request alone", () =>
  withHost(async (host) => {
    let taken = 0;
    let done = 0;
    let most = 0;
    const long = Array.from({ length: 1_000 }, () => 1);
    function* source(): Generator<ReplayRequest> {
      for (let i = 0; i < 50; i++) {
        taken++;
        most = Math.max(most, taken - done);
        yield request(`t/${i}`, ...long);
      }
    }
    const replay = await replayWith(unruly(), ROOT, host, source(), {
      limits: { windowBytes: 100 },
      onProgress: (count) => done = count,
    });
    assert.equal(replay.answered, 50);
    assert.ok(most <= 2, `One in flight and one to come, not ${most}`);
  }));

Deno.test("replay() does not deadlock when requests and answers fill all pipes", () =>
  withHost(async (host) => {
    // About 200 kB each way per trace, 40 times: far beyond the 64 KiB that a pipe holds.
    const numbers = Array.from({ length: 20_000 }, (_, i) => i);
    const requests = Array.from({ length: 40 }, (_, i) => request(`t/${i}`, ...numbers));
    const { answered, findings } = await replayWith(unruly(), ROOT, host, requests, {
      keep: false,
      limits: { windowBytes: 64 * 1024 * 1024, answerMs: 60_000 },
    });
    assert.deepEqual(findings, []);
    assert.equal(answered, 40);
  }));

Deno.test("replay() finds the trace to blame when a crash loses the answers of others", () =>
  withHost(async (host) => {
    const requests = [
      request("a", 1),
      request("b", 2),
      request("c", { do: "crash" }),
      request("d", 3),
    ];
    const { results, findings } = await replayWith(unruly("buffered"), ROOT, host, requests);
    assert.deepEqual(results.map(({ type }) => type), ["answer", "answer", "failure", "answer"]);
    assert.deepEqual(findings.map(({ code, message }) => [code, message]), [
      ["engine_crashed", 'On trace "c", engine "adder" ended with exit code 7'],
    ]);
  }));

Deno.test("replay() reports a crash that no trace repeats when asked alone", () =>
  withHost(async (host) => {
    const requests = [request("a", 1), request("b", 2), request("c", 3)];
    const { results, findings } = await replayWith(unruly("flaky"), ROOT, host, requests);
    assert.deepEqual(results.map(({ type }) => type), ["answer", "answer", "answer"]);
    assert.deepEqual(findings.map(({ code, message }) => [code, message]), [
      [
        "engine_unstable",
        'Engine "adder" ended with exit code 11 with 3 traces in flight from "a" on, but answered each of them when asked one at a time',
      ],
    ]);
  }));

Deno.test("replay() gives up after so many restarts and says what was not replayed", () =>
  withHost(async (host) => {
    const requests = Array.from({ length: 6 }, (_, i) => [
      request(`bad/${i}`, { do: "garbage" }),
      request(`good/${i}`, i),
    ]).flat();
    const { results, findings } = await replayWith(unruly(), ROOT, host, requests, {
      limits: { restarts: 2 },
    });
    assert.deepEqual(results.map(({ type }) => type), [
      "failure",
      "answer",
      "failure",
      "answer",
      "failure",
      ...Array.from({ length: 7 }, () => "skipped"),
    ]);
    assert.deepEqual(findings.map(({ code }) => code), [
      "engine_garbage",
      "engine_garbage",
      "engine_garbage",
      "engine_gave_up",
    ]);
    assert.match(findings.at(-1)!.message, /: 7 traces not replayed$/);
  }));

Deno.test("replay() gives up sooner when nothing is answered between faults", () =>
  withHost(async (host) => {
    const requests = Array.from({ length: 9 }, (_, i) => request(`t/${i}`, { do: "garbage" }));
    const { results, findings } = await replayWith(unruly(), ROOT, host, requests, {
      limits: { barren: 2 },
    });
    assert.equal(results.filter(({ type }) => type === "failure").length, 3);
    assert.equal(results.filter(({ type }) => type === "skipped").length, 6);
    assert.equal(findings.at(-1)!.code, "engine_gave_up");
  }));

Deno.test("replay() does not restart for a fault on the last trace", () =>
  withHost(async (host) => {
    const requests = [request("a", 1), request("b", { do: "garbage" })];
    const { findings } = await replayWith(unruly(), ROOT, host, requests, {
      limits: { restarts: 0 },
    });
    assert.deepEqual(findings.map(({ code }) => code), ["engine_garbage"]);
  }));

Deno.test("replay() reports an engine that does not start again", () =>
  withHost(async (host) => {
    const marker = join(await host.files.tempDir("once"), "started");
    const requests = [request("a", 1), request("b", 2)];
    const { results, findings } = await replayWith(shell("once", marker), ROOT, host, requests, {
      limits: { window: 1 },
    });
    assert.deepEqual(results.map(({ type }) => type), ["failure", "skipped"]);
    assert.deepEqual(findings.map(({ code }) => code), ["engine_crashed", "engine_restart_failed"]);
    assert.match(
      findings[1]!.message,
      /^Failed to restart engine "once": .*: 1 trace not replayed$/,
    );
    assert.match(findings[1]!.detail!, /once: already ran/);
  }));

Deno.test("replay() starts afresh after a consumer that left early", () =>
  withHost(async (host) => {
    await using engine = await openSubprocess(unruly(), ROOT, host);
    for await (const outcome of engine.replay(many(100))) {
      assert.equal(outcome.type, "answer");
      break;
    }
    const outcomes: ReplayOutcome[] = [];
    for await (const outcome of engine.replay([request("t/50", 7)])) outcomes.push(outcome);
    assert.equal(outcomes.length, 1);
    const [outcome] = outcomes;
    assert.ok(outcome?.type === "answer");
    assert.deepEqual(outcome.answer, sums(7), "Not the answer to the abandoned request");
    assert.deepEqual(await engine.close(), []);
  }));

Deno.test("replay() throws when the user interrupts, and leaves no child", () =>
  withHost(async (host, interrupt) => {
    const requests = [request("a", 1), request("b", { do: "hang" })];
    const running = replayWith(unruly(), ROOT, host, requests, {
      onProgress: (done) => done === 1 && interrupt(),
    });
    await assert.rejects(running, (cause) => {
      assert.ok(cause instanceof GateError);
      assert.equal(cause.kind, "interrupted");
      return true;
    });
  }));

Deno.test("openSubprocess() throws when the user interrupts during hello", () =>
  withHost(async (host, interrupt) => {
    const opening = openSubprocess(unruly("hello-silent"), ROOT, host);
    interrupt();
    await assert.rejects(opening, (cause) => {
      assert.ok(cause instanceof GateError);
      assert.equal(cause.kind, "interrupted");
      return true;
    });
  }));

Deno.test("openSubprocess() takes deadline, folder and environment from the config", () =>
  withHost(async (host) => {
    const script = 'read -r hello; echo "{\\"protocol\\":\\"lean-gate/1\\",\\"engine\\":\\"sh\\",' +
      '\\"version\\":\\"$MARK in $(basename "$PWD")\\"}"; sleep 60';
    await using engine = await openSubprocess(
      {
        name: "sh",
        command: ["sh", "-c", script],
        cwd: "src/replay/engines",
        env: { MARK: "here" },
        deadlineMs: 200,
      },
      ROOT,
      host,
    );
    assert.equal(engine.version, "here in engines");
    const { findings } = await replayAll(engine, [request("a", 1)]);
    assert.deepEqual(findings.map(({ code, message }) => [code, message]), [
      ["engine_deadline", 'On trace "a", engine "sh" did not answer within 200 ms'],
    ]);
  }));

Deno.test("openSubprocess() finds a program with a slash from the root, whatever its folder", () =>
  withHost(async (host) => {
    const root = await host.files.tempDir("root");
    await host.files.mkdir(join(root, "deep"));
    const script = await Deno.readTextFile(join(ROOT, "fixtures/engines/killed.sh"));
    await Deno.writeTextFile(join(root, "engine"), `#!/bin/sh\n${script}`, { mode: 0o755 });
    const config = { name: "killed", command: ["./engine"], cwd: "deep" } as const;
    await using engine = await openSubprocess(config, root, host);
    assert.equal(engine.version, "1");
  }));
