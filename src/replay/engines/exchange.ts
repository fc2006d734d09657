/** One run of requests through an engine's process, which is started again after a fault. */
import { type Diagnostic, GateError } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import type { CommandConfig, ReplayOutcome } from "./engine.ts";
import { blameFor, engineFinding, type NoLine } from "./faults.ts";
import type { Flight } from "./flight.ts";
import { greet } from "./greeting.ts";
import type { Limits } from "./limits.ts";
import { type Fault, judgeLine } from "./protocol.ts";
import type { Ending, Session } from "./session.ts";
import { noSuspicion } from "./suspicion.ts";

/** An engine's process, and how to start another. */
export interface Connection {
  /** What to start. */
  readonly config: CommandConfig;
  /** What its paths are relative to. */
  readonly root: string;
  /** Where to start it. */
  readonly host: Host;
  /** What it may take. */
  readonly limits: Limits;
  /** The one that runs, if any does. */
  session: Session | undefined;
  /** Bytes on stderr of those that ended. */
  noise: number;
}

/**
 * Sends the requests and yields what becomes of them. Leaves no session whose answers are still under
 * way: they would be taken for those of the next run.
 */
export async function* exchange(
  connection: Connection,
  flight: Flight,
): AsyncGenerator<ReplayOutcome> {
  const { config, limits } = connection;
  const suspicion = noSuspicion();
  let restarts = 0;
  /** Faults since the last answer. */
  let barren = 0;

  /** Ends the session; what was in flight will be sent to the next one. */
  async function abandon(): Promise<Ending> {
    const ending = await connection.session!.stop();
    connection.session = undefined;
    connection.noise += ending.noise;
    flight.recall();
    restarts++;
    barren++;
    stopIfInterrupted(connection.host);
    return ending;
  }

  /** The next request to be sent is to blame, and not sent again. */
  function blamed(fault: Fault, ending: Ending): ReplayOutcome {
    const request = flight.drop()!;
    suspicion.blame();
    return {
      type: "failure",
      request,
      finding: engineFinding(config, fault, ending, request),
    };
  }

  /**
   * What a line means for the request that is due.
   *
   * Waits for nothing where all is well.
   */
  function heed(line: string): readonly ReplayOutcome[] | Promise<readonly ReplayOutcome[]> {
    const request = flight.next()!;
    const { known } = request;
    const due = { id: flight.due(), ...(known === undefined ? {} : { known }) };
    const judged = judgeLine(line, due, flight);
    switch (judged.type) {
      case "again":
        return abandon().then((ending) => [
          complaint(engineFinding(config, judged.fault, ending)),
        ]);
      case "fault":
        return abandon().then((ending) => [blamed(judged.fault, ending)]);
      case "declined": {
        const finding = engineFinding(config, judged.fault, undefined, request);
        return settled({ type: "failure", request, finding });
      }
      case "answer":
        return settled({ type: "answer", request, answer: judged.answer });
    }
  }

  /** The request that was due has its outcome. */
  function settled(outcome: ReplayOutcome): readonly ReplayOutcome[] {
    flight.settle();
    barren = 0;
    const doubt = suspicion.clear();
    return doubt === undefined ? [outcome] : [outcome, complaint(doubt)];
  }

  /** What it means that no line came. */
  async function lose(session: Session, reading: NoLine): Promise<readonly ReplayOutcome[]> {
    if (reading.type === "end") await session.ended(limits.graceMs);
    const together = flight.count();
    const ending = await abandon();
    const { fault, certain } = blameFor(reading, ending, limits);
    if (certain || together === 1) return [blamed(fault, ending)];
    suspicion.raise(together, unstable(config, fault, ending, together, flight.next()!.id));
    return [];
  }

  /** Starts another process, or returns why the rest is abandoned. */
  async function reconnect(): Promise<Diagnostic | undefined> {
    if (restarts > limits.restarts || barren > limits.barren) {
      return engineFinding(config, {
        code: "engine_gave_up",
        phrase: `had to be restarted too often (${restarts} times)`,
      }, undefined);
    }
    try {
      const greeted = await greet(config, connection.root, connection.host, limits);
      connection.session = greeted.session;
      return undefined;
    } catch (cause) {
      if (!(cause instanceof GateError) || cause.kind === "interrupted") throw cause;
      return {
        ...cause.diagnostic,
        code: "engine_restart_failed",
        message: `Failed to restart engine "${config.name}": ${cause.message}`,
      };
    }
  }

  try {
    while (flight.next() !== undefined) {
      if (connection.session === undefined) {
        const lost = await reconnect();
        if (lost !== undefined) return yield* giveUp(flight, lost);
      }
      const session = connection.session!;
      session.send(flight.send(suspicion.any() ? 1 : limits.window));
      const reading = await session.read(limits.answerMs);
      const outcomes = reading.type === "line" ? heed(reading.text) : lose(session, reading);
      for (const outcome of outcomes instanceof Promise ? await outcomes : outcomes) yield outcome;
    }
  } finally {
    if (flight.count() > 0) {
      const leftover = connection.session;
      connection.session = undefined;
      await leftover?.stop();
    }
  }
}

/** Skips what was not answered. */
function* giveUp(flight: Flight, finding: Diagnostic): Generator<ReplayOutcome> {
  let count = 0;
  for (let request = flight.drop(); request !== undefined; request = flight.drop()) {
    count++;
    yield { type: "skipped", request };
  }
  yield complaint({ ...finding, message: `${finding.message}: ${traces(count)} not replayed` });
}

function complaint(finding: Diagnostic): ReplayOutcome {
  return { type: "complaint", finding };
}

function unstable(
  config: CommandConfig,
  fault: Fault,
  ending: Ending,
  together: number,
  due: string,
): Diagnostic {
  return engineFinding(
    config,
    {
      code: "engine_unstable",
      phrase: `${fault.phrase} with ${traces(together)} in flight from "${due}" on, ` +
        "but answered each of them when asked one at a time",
    },
    ending,
  );
}

function traces(count: number): string {
  return count === 1 ? "1 trace" : `${count} traces`;
}
