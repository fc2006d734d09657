/** The Rust engine as the gate runs it, against a child that only copies the same lines. */
import { join } from "node:path";
import { denoHost } from "../src/platform/host/deno.ts";
import type { Host } from "../src/platform/host/host.ts";
import type { CommandConfig, Engine } from "../src/replay/engines/engine.ts";
import { exchange } from "../src/replay/engines/exchange.ts";
import { newIds, openFlight } from "../src/replay/engines/flight.ts";
import { greet } from "../src/replay/engines/greeting.ts";
import { DEFAULT_LIMITS } from "../src/replay/engines/limits.ts";
import { requestFor } from "../src/replay/engines/replay.ts";
import { type Session, startSession } from "../src/replay/engines/session.ts";
import type { PlacedTrace } from "../src/replay/trace/read.ts";
import { readFixtures, repeated, ROOT, tracesOf } from "./fixtures.ts";
import { judged } from "./judged.ts";
import { processor } from "./measure.ts";
import { buildRust } from "./rust.ts";
import type { Row } from "./table.ts";

const ROUNDS = 30;

/**
 * Requests out, answers back and judged; and the peer: the same requests out, and back as they are, by
 * the same session, line by line. What counts is the processor time of gate and child together: time on
 * the wall would be that of whatever else the machine does.
 */
export async function subprocessRows(): Promise<Row[]> {
  const traces = tracesOf(await readFixtures());
  await buildRust();
  const engine = join(ROOT, "rust/target/release/lean-gate-engine");
  const [copy, replay] = await cost(ROUNDS, [
    (host) => Promise.resolve(copying(host, traces)),
    (host) => replaying(timed("rust", [engine]), host, traces),
  ]);
  const [once, ten] = await cost(5, [
    (host) => replaying(timed("rust", [engine]), host, traces),
    (host) => replaying(timed("rust", [engine]), host, repeated(traces, 10)),
  ]);
  return [{
    work:
      `Rust as a subprocess: ask for ${traces.length} replays, read, check and compare the answers`,
    peer: "`cat` in its place: the same lines out and back",
    ratio: copy! / replay!,
    bound: { least: 1 / 4 },
  }, {
    work: "Rust as a subprocess: ten times the traces",
    peer: "once",
    ratio: ten! / once!,
    bound: { most: 11 },
  }];
}

/** A child and what is done with it in each round. */
interface Exercise {
  readonly session: Session;
  run(): Promise<void>;
}

/** A command that tells on stderr, when it ends, how much processor time it took. */
function timed(name: string, command: readonly string[]): CommandConfig {
  return { name, command: ["sh", "-c", '"$0"; times >&2', ...command] };
}

/** The processor time in milliseconds that gate and child take for each exercise in these rounds. */
async function cost(
  rounds: number,
  open: readonly ((host: Host) => Promise<Exercise>)[],
): Promise<readonly number[]> {
  await using owned = denoHost(new AbortController().signal);
  const exercises = await Promise.all(open.map((start) => start(owned.host)));
  const spent = exercises.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { run }] of exercises.entries()) {
      const start = processor();
      await run();
      spent[i]! += processor() - start;
    }
  }
  const children = await Promise.all(exercises.map(({ session }) => childTime(session)));
  return spent.map((own, i) => own + children[i]!);
}

async function childTime(session: Session): Promise<number> {
  session.closeInput();
  await session.ended(DEFAULT_LIMITS.endMs);
  const { stderr } = await session.stop();
  // Minutes and seconds of the shell, user and system, then of its children.
  const times = [...stderr.matchAll(/(\d+)m([\d.]+)s/g)];
  if (times.length !== 4) throw new Error(`Failed to read the times of a child: "${stderr}"`);
  return times.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

/** Sends the requests by the same window and session, and reads every line that comes back. */
function copying(host: Host, traces: readonly PlacedTrace[]): Exercise {
  const session = startSession(timed("cat", ["cat"]), ROOT, host, DEFAULT_LIMITS);
  return {
    session,
    async run() {
      const flight = openFlight(traces.map(requestFor), DEFAULT_LIMITS, newIds());
      while (flight.next() !== undefined) {
        session.send(flight.send(DEFAULT_LIMITS.window));
        const { type } = await session.read(DEFAULT_LIMITS.answerMs);
        if (type !== "line") throw new Error(`Failed to read a line of cat: ${type}`);
        flight.settle();
      }
    },
  };
}

async function replaying(
  config: CommandConfig,
  host: Host,
  traces: readonly PlacedTrace[],
): Promise<Exercise> {
  const { session, hello } = await greet(config, ROOT, host, DEFAULT_LIMITS);
  const connection = { config, root: ROOT, host, limits: DEFAULT_LIMITS, session, noise: 0 };
  const engine: Engine = {
    name: config.name,
    version: hello.version,
    replay: (requests) => exchange(connection, openFlight(requests, DEFAULT_LIMITS, newIds())),
    close: () => Promise.resolve([]),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return { session, run: () => judged(engine, traces, traces.length) };
}
