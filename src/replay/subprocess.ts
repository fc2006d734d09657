/**
 * An engine that is a child process: hello, many requests in flight, restart after a fault.
 *
 * When the process dies with several requests in flight, they are asked again one at a time in a
 * new process, so that the finding names the trace that is to blame and not the oldest in flight.
 */
import { type Diagnostic, GateError } from "../diagnostic.ts";
import type { Host } from "../host/host.ts";
import { stopIfInterrupted } from "../host/interrupt.ts";
import type { CommandConfig, Engine, ReplayOutcome, ReplayRequest } from "./engine.ts";
import { blameFor, engineFinding } from "./faults.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { faultAtEnd, greet } from "./greeting.ts";
import { type Fault, judgeLine, requestLine } from "./protocol.ts";
import type { Ending, Session } from "./session.ts";

/** A request that was or will be sent. */
interface Pending {
  readonly request: ReplayRequest;
  readonly line: string;
}

/**
 * Starts the engine and greets it. Throws GateError (set-up) with code `engine_not_started`,
 * `engine_hello_malformed`, `engine_hello_protocol`, `engine_hello_timeout` or `engine_hello_exit`.
 */
export async function openSubprocess(
  config: CommandConfig,
  root: string,
  host: Host,
  overrides: Partial<Limits> = {},
): Promise<Engine> {
  const limits: Limits = {
    ...DEFAULT_LIMITS,
    ...(config.deadlineMs !== undefined && { answerMs: config.deadlineMs }),
    ...overrides,
  };
  const greeted = await greet(config, root, host, limits);
  let session: Session | undefined = greeted.session;
  let answered = new Set<string>();

  async function* replay(requests: Iterable<ReplayRequest>): AsyncGenerator<ReplayOutcome> {
    const source = requests[Symbol.iterator]();
    answered = new Set();
    /** In flight, oldest first. */
    let flying: Pending[] = [];
    let flyingBytes = 0;
    /** To be sent again before anything new. */
    let again: Pending[] = [];
    /** How many of the next requests must go alone, because one of them may be to blame. */
    let suspects = 0;
    /** What happened when the suspects were in flight together. */
    let doubt: Diagnostic | undefined;
    let restarts = 0;
    /** Faults since the last answer. */
    let barren = 0;

    function take(): Pending | undefined {
      const resent = again.shift();
      if (resent !== undefined) return resent;
      const { value, done } = source.next();
      return done ? undefined : { request: value, line: requestLine(value) };
    }

    /** Sends requests until the window is full; waits for it to be half empty, to write in batches. */
    function refill(to: Session): void {
      const width = suspects > 0 ? 1 : limits.window;
      if (flying.length > width / 2) return;
      const lines: string[] = [];
      while (flying.length === 0 || (flying.length < width && flyingBytes < limits.windowBytes)) {
        const pending = take();
        if (pending === undefined) break;
        flying.push(pending);
        flyingBytes += pending.line.length;
        lines.push(pending.line);
      }
      if (lines.length > 0) to.send(lines.join(""));
    }

    function settle(): Pending {
      const due = flying.shift()!;
      flyingBytes -= due.line.length;
      answered.add(due.request.id);
      barren = 0;
      return due;
    }

    /** A suspect is cleared or convicted; after the last one without a conviction, doubt remains. */
    function* acquit(): Generator<ReplayOutcome> {
      if (suspects === 0) return;
      suspects--;
      if (suspects > 0 || doubt === undefined) return;
      yield { type: "complaint", finding: doubt };
      doubt = undefined;
    }

    /** Ends the session; what was in flight will be sent to the next one. */
    async function abandon(from: Session): Promise<Ending> {
      const ending = await from.stop();
      session = undefined;
      again = [...flying, ...again];
      flying = [];
      flyingBytes = 0;
      restarts++;
      barren++;
      stopIfInterrupted(host);
      return ending;
    }

    function* giveUp(finding: Diagnostic): Generator<ReplayOutcome> {
      let count = 0;
      for (let next = take(); next !== undefined; next = take()) {
        count++;
        yield { type: "skipped", request: next.request };
      }
      if (count === 0) return;
      yield {
        type: "complaint",
        finding: { ...finding, message: `${finding.message}: ${traces(count)} not replayed` },
      };
    }

    try {
      while (true) {
        if (session === undefined) {
          const first = take();
          if (first === undefined) break;
          again.unshift(first);
          if (restarts > limits.restarts || barren > limits.barren) {
            yield* giveUp(engineFinding(config, {
              code: "engine_gave_up",
              phrase: `had to be restarted too often (${restarts} times)`,
            }, undefined));
            break;
          }
          try {
            session = (await greet(config, root, host, limits)).session;
          } catch (cause) {
            if (!(cause instanceof GateError) || cause.kind === "interrupted") throw cause;
            yield* giveUp({
              ...cause.diagnostic,
              code: "engine_restart_failed",
              message: `Failed to restart engine "${config.name}": ${cause.message}`,
            });
            break;
          }
        }
        refill(session);
        const due = flying[0];
        if (due === undefined) break;
        const reading = await session.read(limits.answerMs);
        if (reading.type === "line") {
          const judged = judgeLine(reading.text, {
            due: due.request.id,
            isInFlight: (id) => flying.some(({ request }) => request.id === id),
            wasAnswered: (id) => answered.has(id),
          });
          if (judged.type === "answer") {
            settle();
            yield { type: "answer", request: due.request, answer: judged.answer };
            yield* acquit();
          } else if (judged.type === "declined") {
            settle();
            const finding = engineFinding(config, judged.fault, undefined, due.request);
            yield { type: "failure", request: due.request, finding };
            yield* acquit();
          } else if (judged.type === "again") {
            const finding = engineFinding(config, judged.fault, await abandon(session));
            yield { type: "complaint", finding };
          } else {
            yield convict(judged.fault, await abandon(session));
          }
        } else {
          if (reading.type === "end") await session.ended(limits.graceMs);
          const together = flying.length;
          const ending = await abandon(session);
          const { fault, certain } = blameFor(reading, ending, limits);
          if (certain || together === 1) {
            yield convict(fault, ending);
          } else {
            suspects = Math.max(suspects, together);
            doubt = unstable(config, fault, ending, together, due.request);
          }
        }
      }
    } finally {
      // Answers still under way would be taken for those of the next run.
      if (flying.length > 0) {
        const leftover = session;
        session = undefined;
        await leftover?.stop();
      }
    }

    function convict(fault: Fault, ending: Ending): ReplayOutcome {
      const { request } = again.shift()!;
      doubt = undefined;
      if (suspects > 0) suspects--;
      return {
        type: "failure",
        request,
        finding: engineFinding(config, fault, ending, request),
      };
    }
  }

  async function close(): Promise<readonly Diagnostic[]> {
    const closing = session;
    session = undefined;
    if (closing === undefined) return [];
    closing.closeInput();
    const fault = await faultAtEnd(closing, (id) => answered.has(id), limits);
    const ending = await closing.stop();
    stopIfInterrupted(host);
    return fault === undefined ? [] : [engineFinding(config, fault(ending), ending)];
  }

  return {
    name: config.name,
    version: greeted.hello.version,
    replay,
    close,
    async [Symbol.asyncDispose]() {
      const leftover = session;
      session = undefined;
      await leftover?.stop();
    },
  };
}

function unstable(
  config: CommandConfig,
  fault: Fault,
  ending: Ending,
  together: number,
  due: ReplayRequest,
): Diagnostic {
  return engineFinding(
    config,
    {
      code: "engine_unstable",
      phrase: `${fault.phrase} with ${traces(together)} in flight from "${due.id}" on, ` +
        "but answered each of them when asked one at a time",
    },
    ending,
  );
}

function traces(count: number): string {
  return count === 1 ? "1 trace" : `${count} traces`;
}
