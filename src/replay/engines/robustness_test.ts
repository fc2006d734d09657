/**
 * Engines that break the protocol, as real processes.
 *
 * Each fault has a code, none hangs, none is agreement.
 */
import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import type { CommandConfig } from "./engine.ts";
import type { Limits } from "./limits.ts";
import { type Replay, replayWith } from "./replay.ts";
import { request, ROOT, shell, SHORT_MS, sums, unruly, withHost } from "./testing/support.ts";

/** Replays three good traces around one that makes the engine misbehave. */
async function around(
  misbehaviour: string,
  check: (replay: Replay) => void,
  limits: Partial<Limits> = {},
): Promise<void> {
  await withHost(async (host) => {
    const requests = [
      request("a", 1, 2),
      request("b", { do: misbehaviour }),
      request("c", 3),
      request("d", 4, 5),
    ];
    check(await replayWith(unruly(), ROOT, host, requests, { limits }));
  });
}

/** The trace "b" fails with this code; the others are answered, and right. */
function failing(misbehaviour: string, code: string, phrase: RegExp, limits: Partial<Limits> = {}) {
  Deno.test(`replayWith() reports ${code} for an engine that does "${misbehaviour}"`, () =>
    around(misbehaviour, ({ results, findings, answered }) => {
      assert.deepEqual(
        results.map((result) => [result.request.id, result.type]),
        [["a", "answer"], ["b", "failure"], ["c", "answer"], ["d", "answer"]],
        JSON.stringify(findings),
      );
      const answers = results.flatMap((result) => result.type === "answer" ? [result.answer] : []);
      assert.deepEqual(answers, [sums(1, 2), sums(3), sums(4, 5)]);
      assert.equal(answered, 3);
      assert.deepEqual(findings.map((finding) => finding.code), [code]);
      const [finding] = findings;
      assert.match(finding!.message, /^On trace "b", engine "adder" /);
      assert.match(finding!.message, phrase);
      assert.deepEqual(finding!.location, { file: "fixtures/traces/sums.ndjson", line: 7 });
      assert.ok(finding!.hint);
      if (code !== "engine_declined") assert.match(finding!.detail!, /^exit: /m);
    }, limits));
}

failing("crash", "engine_crashed", /ended with exit code 7$/);
failing("exit", "engine_exited", /ended with exit code 0 without answering$/);
failing("exit-middle", "engine_answer_cut", /ended with exit code 3 in the middle of an answer$/);
failing("hang", "engine_deadline", /did not answer within 1000 ms$/, { answerMs: SHORT_MS });
failing("half", "engine_half_answer", /printed 10 bytes without a line end/, {
  answerMs: SHORT_MS,
});
failing("garbage", "engine_garbage", /not JSON: "Segmentation fault \(core dumped\)"$/);
failing("list", "engine_garbage", /not an object: "\[1,2,3\]"$/);
failing("blank", "engine_garbage", /not JSON: ""$/);
failing("wrong-id", "engine_wrong_id", /the id "nobody-asked", which was never asked$/);
failing("no-id", "engine_missing_id", /without an id/);
failing("swap", "engine_out_of_order", /answered trace "c" before trace "b"$/);
failing("utf8", "engine_invalid_utf8", /not valid UTF-8$/);
failing("unsafe", "engine_number_unsafe", /column 54: the number "9007199254740993" is greater/);
failing("fraction", "engine_number_form", /column 35: the number "1\.0"/);
failing("two-keys", "engine_duplicate_key", /column 56: the key "sum" appears twice/);
failing("deep", "engine_too_deep", /deeper than 128 levels$/);
failing("long", "engine_line_too_long", /longer than 33554432 bytes$/);
failing("no-final", "engine_answer_malformed", /lacks the list "decisions" or the field "final"$/);
failing("no-verdict", "engine_answer_malformed", /"decisions\[0\]" is not a list headed by a/);
failing("extra", "engine_answer_malformed", /unknown field "note"$/);
failing("decline", "engine_declined", /declined the trace with "malformed_event": events\[0\]/);
failing("bad-error", "engine_answer_malformed", /lacks the text "code" or "message"$/);
Deno.test("replayWith() shows the last stderr lines of a crashed engine", () =>
  around("crash", ({ findings }) => {
    const lines = findings[0]!.detail!.split("\n");
    assert.match(lines[0]!, /^command: .*unruly\.ts$/);
    assert.deepEqual(lines.slice(1), [
      "exit: code 7",
      "stderr, last lines:",
      "  adder: about to crash",
    ]);
  }));

Deno.test("replayWith() warns of 1 MB on stderr before an answer, and is not stopped by it", () =>
  around("flood", ({ results, findings }) => {
    assert.deepEqual(findings.map(({ code, severity, message }) => [code, severity, message]), [
      ["engine_noisy", "warning", 'Engine "adder" wrote 1000100 bytes to stderr'],
    ]);
    assert.deepEqual(results.map(({ type }) => type), ["answer", "answer", "answer", "answer"]);
  }));

Deno.test("replayWith() warns of 1 MB on stderr before hello, and is not stopped by it", () =>
  withHost(async (host) => {
    const replay = await replayWith(unruly("stderr-first"), ROOT, host, [request("a", 1)]);
    assert.deepEqual(replay.findings.map(({ code, message }) => [code, message]), [
      ["engine_noisy", 'Engine "adder" wrote 1048576 bytes to stderr'],
    ]);
    assert.equal(replay.answered, 1);
  }));

Deno.test("replayWith() does not take a second answer for that of another trace", () =>
  around("twice", ({ results, findings }) => {
    assert.deepEqual(results.map(({ type }) => type), ["answer", "answer", "answer", "answer"]);
    assert.deepEqual(findings.map(({ code, message }) => [code, message]), [
      ["engine_answered_twice", 'Engine "adder" answered trace "b" twice'],
    ]);
  }));

Deno.test("replayWith() reports an engine that answers an earlier trace again", () =>
  around("again", ({ results, findings }) => {
    assert.deepEqual(results.map(({ type }) => type), ["answer", "failure", "answer", "answer"]);
    assert.deepEqual(findings.map(({ code }) => code), [
      "engine_answered_twice",
      // Asked again in a new process, which knows of no earlier trace.
      "engine_wrong_id",
    ]);
  }));

Deno.test("replayWith() passes on a wrong answer as it is, for the diff to judge", () =>
  around("wrong", ({ results, findings }) => {
    assert.deepEqual(findings, []);
    const result = results[1]!;
    assert.ok(result.type === "answer");
    assert.deepEqual(result.answer.decisions, [["rejected(noSuchThing)", 0]]);
  }));

/** A start that fails with this code. */
function refusing(mode: string, code: string, phrase: RegExp, limits: Partial<Limits> = {}) {
  Deno.test(`replayWith() reports ${code} for an engine in mode "${mode}"`, () =>
    withHost(async (host) => {
      await assert.rejects(
        replayWith(unruly(mode), ROOT, host, [request("a", 1)], { limits }),
        (cause) => {
          assert.ok(cause instanceof GateError);
          assert.equal(cause.kind, "setup");
          assert.equal(cause.diagnostic.code, code);
          assert.match(cause.message, phrase);
          assert.match(cause.message, /^Engine "adder" /);
          return true;
        },
      );
    }));
}

refusing("hello-half", "engine_hello_timeout", /within 1000 ms$/, { helloMs: SHORT_MS });
refusing("hello-utf8", "engine_hello_malformed", /with something unreadable$/);
refusing("hello-number", "engine_hello_malformed", /which is not JSON$/);
refusing("hello-garbage", "engine_hello_malformed", /with "hi there", which is not JSON$/);
refusing("hello-bare", "engine_hello_malformed", /which has no field "protocol"$/);
refusing("hello-nameless", "engine_hello_malformed", /lacks the text "engine" or "version"$/);
refusing("hello-version", "engine_hello_protocol", /"lean-gate\/99".*speaks "lean-gate\/1"$/);
refusing("hello-silent", "engine_hello_timeout", /within 1000 ms$/, { helloMs: SHORT_MS });
refusing("hello-crash", "engine_hello_exit", /without a hello$/);

Deno.test("replayWith() shows why an engine died at hello", () =>
  withHost(async (host) => {
    await assert.rejects(
      replayWith(unruly("hello-crash"), ROOT, host, []),
      (cause) => {
        assert.ok(cause instanceof GateError);
        assert.match(
          cause.diagnostic.detail!,
          /^exit: code 9\nstderr, last lines:\n {2}adder: no/m,
        );
        return true;
      },
    );
  }));

Deno.test("replayWith() reports engine_not_started for a program that is absent", () =>
  withHost(async (host) => {
    for (const program of ["no-such-program-anywhere", "./no/such/program", "README.md/x"]) {
      const config: CommandConfig = { name: "gone", command: [program] };
      await assert.rejects(
        replayWith(config, ROOT, host, [request("a", 1)]),
        (cause) => {
          assert.ok(cause instanceof GateError);
          assert.deepEqual([cause.kind, cause.diagnostic.code], ["setup", "engine_not_started"]);
          assert.match(cause.message, /^Failed to start engine "gone": /);
          return true;
        },
      );
    }
  }));

Deno.test("replayWith() takes a second hello for no answer", () =>
  withHost(async (host) => {
    const requests = [request("a", 1), request("b", 2)];
    const replay = await replayWith(unruly("hello-twice"), ROOT, host, requests);
    assert.equal(replay.answered, 0);
    assert.deepEqual(replay.findings.map(({ code }) => code), [
      "engine_missing_id",
      "engine_missing_id",
    ]);
  }));

/** An engine that answers everything and then does not end as it should. */
function ending(mode: string, code: string, phrase: RegExp, limits: Partial<Limits> = {}) {
  Deno.test(`replayWith() reports ${code} for an engine in mode "${mode}"`, () =>
    withHost(async (host) => {
      const requests = [request("a", 1), request("b", 2)];
      const replay = await replayWith(unruly(mode), ROOT, host, requests, { limits });
      assert.equal(replay.answered, 2);
      assert.deepEqual(replay.findings.map((finding) => finding.code), [code]);
      assert.match(replay.findings[0]!.message, phrase);
    }));
}

ending("end-nonzero", "engine_exit_nonzero", /exit code 5 after it had answered everything$/);
ending("end-hang", "engine_did_not_end", /within 1000 ms after its stdin was closed$/, {
  endMs: SHORT_MS,
});
ending("end-chatty", "engine_unasked", /answers no request: "Bye"$/);
ending("end-twice", "engine_answered_twice", /answered trace "b" twice$/);

Deno.test("replayWith() reports an engine killed by a signal", () =>
  withHost(async (host) => {
    const replay = await replayWith(shell("killed"), ROOT, host, [request("a", 1)]);
    assert.deepEqual(replay.findings.map(({ code, message }) => [code, message]), [
      ["engine_crashed", 'On trace "a", engine "killed" was killed by SIGKILL'],
    ]);
  }));

Deno.test("replayWith() reports an engine that closes its stdin", () =>
  withHost(async (host) => {
    const requests = [request("a", 1)];
    const replay = await replayWith(shell("closing", "stdin"), ROOT, host, requests, {
      limits: { answerMs: SHORT_MS },
    });
    assert.deepEqual(replay.findings.map(({ code, message }) => [code, message]), [
      ["engine_closed_stdin", 'On trace "a", engine "closing" closed its stdin and did not answer'],
    ]);
  }));

Deno.test("replayWith() reports an engine that closes its stdin on unread requests at once", () =>
  withHost(async (host) => {
    const started = host.now();
    const long = request("a", "x".repeat(1_000_000));
    const replay = await replayWith(shell("closing", "unread"), ROOT, host, [long], {
      limits: { graceMs: 200, answerMs: 60_000 },
    });
    assert.deepEqual(replay.findings.map(({ code }) => code), ["engine_closed_stdin"]);
    assert.ok(host.now() - started < 30_000, "Without waiting for the deadline");
  }));

Deno.test("replayWith() reports an engine that closes its stdout", () =>
  withHost(async (host) => {
    const requests = [request("a", 1)];
    const replay = await replayWith(shell("closing", "stdout"), ROOT, host, requests, {
      limits: { graceMs: 200 },
    });
    assert.deepEqual(replay.findings.map(({ code, message }) => [code, message]), [
      [
        "engine_closed_stdout",
        'On trace "a", engine "closing" closed its stdout but did not end',
      ],
    ]);
  }));

Deno.test("replayWith() leaves no descendant of an engine that died", () =>
  withHost(async (host) => {
    const replay = await replayWith(shell("orphan"), ROOT, host, [request("a", 1)]);
    assert.deepEqual(replay.findings.map(({ code }) => code), ["engine_crashed"]);
  }));

Deno.test("replayWith() leaves no descendant of an engine that ignores SIGTERM", () =>
  withHost(async (host) => {
    const replay = await replayWith(shell("deaf"), ROOT, host, [request("a", 1)], {
      limits: { answerMs: SHORT_MS },
    });
    assert.deepEqual(replay.findings.map(({ code }) => code), ["engine_deadline"]);
  }));
