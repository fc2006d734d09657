/** Long logs for benchmarks and for tests of linearity: each is a list of wire events of graph 1. */
import type { WireEvent, WireKey } from "../wire.ts";
import { declare, type Saying } from "./events.ts";

/** One shape of log by its name, given about how many events it is to have. */
export const LOGS: Readonly<Record<string, (events: number) => readonly WireEvent[]>> = {
  /** Many tasks, each claimed, finished and cleaned in turn; each depends on the one before. */
  chain: (events) =>
    numbered(
      range(Math.floor(events / 7)).flatMap((task) => success(task, task === 0 ? [] : [task - 1])),
    ),

  /** The same tasks without dependencies, their events interleaved. */
  interleaved: (events) => {
    const tasks = range(Math.floor(events / 7)).map((task) => success(task, []));
    return numbered(range(7).flatMap((step) => tasks.map((own) => own[step]!)));
  },

  /** One task that is claimed and released over and over. */
  released: (events) =>
    numbered([
      declare(0, [], events),
      ...range(Math.floor(events / 2)).flatMap((n): Saying[] => {
        const key: WireKey = [1, 0, 0, n + 1, n + 1];
        return [{ type: "AttemptClaimed", key }, { type: "AttemptReleased", key }];
      }),
    ]),

  /** One task that is claimed and killed over and over, each worker gone before the next claim. */
  killed: (events) =>
    numbered([
      declare(0, []),
      ...range(Math.floor(events / 4)).flatMap((n): Saying[] => {
        const key: WireKey = [1, 0, 0, n + 1, n + 1];
        return [
          { type: "AttemptClaimed", key },
          { type: "KillRequested", key },
          { type: "ConvergeRequested", task: 0 },
          { type: "OwnerLost", key },
        ];
      }),
    ]),

  /** One task that waives its many dependencies, one by one. */
  waived: (events) => {
    const deps = range(Math.floor(events / 2)).map((n) => n + 1);
    return numbered([
      ...deps.map((task) => declare(task, [])),
      declare(0, deps),
      ...deps.map((dep): Saying => ({ type: "DependencyWaived", task: 0, generation: 0, dep })),
    ]);
  },

  /** One cleaned task and a flood of late diagnostics. */
  diagnostics: (events) => {
    const key: WireKey = [1, 0, 0, 1, 1];
    return numbered([
      ...success(0, []),
      ...range(events).map((n): Saying =>
        n % 2 === 0
          ? { type: "ProviderFault", key, fault: "timeout" }
          : { type: "ProjectionObserved", task: 0, generation: 0, projection: null }
      ),
    ]);
  },

  /** Layers of tasks, each of which depends on all tasks of the layer before. */
  layers: (events) => {
    const width = 50;
    return numbered(
      range(Math.floor(events / 7)).flatMap((task) => {
        const before = (Math.floor(task / width) - 1) * width;
        return success(task, before < 0 ? [] : range(width).map((n) => before + n));
      }),
    );
  },

  /** One task that every other one depends on. */
  star: (events) => {
    const others = Math.floor(events / 2);
    return numbered([
      declare(0, []),
      ...range(others).map((n) => declare(n + 1, [0])),
      ...success(0, []).slice(1),
      ...range(others).map((n): Saying => ({
        type: "AttemptClaimed",
        key: [1, n + 1, 0, 1, 1],
      })),
    ]);
  },

  /** As `interleaved`, with identities spread over all integers of the wire. */
  scattered: (events) =>
    LOGS["interleaved"]!(events).map((event) => ({ ...event, eid: scatter(event.eid) })),
};

function success(task: number, deps: readonly number[]): Saying[] {
  const key: WireKey = [1, task, 0, 1, 1];
  const own = { key, tx: task, candidate: task };
  return [
    declare(task, deps),
    { type: "AttemptClaimed", key },
    { type: "FinishBegun", ...own, contract: "land" },
    { type: "CandidateValidated", ...own, passed: true },
    { type: "PromotionIntended", ...own },
    { type: "OutcomeAccepted", ...own, receipt: task },
    { type: "CleanupRecorded", key, tx: task, receipt: task, cleanup: task },
  ];
}

function numbered(events: readonly Saying[]): readonly WireEvent[] {
  return events.map((event, i) => ({ ...event, eid: i + 1 }) as WireEvent);
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

/** A permutation of the integers below 2^53. */
function scatter(n: number): number {
  return Number(BigInt.asUintN(53, BigInt(n) * 0x1b873593a5a5a5n + 0x9e3779b9n));
}
