/** The pure reducer in TypeScript: against peers that decide alike, and on one long trace. */
import assert from "node:assert/strict";
import type { Decision } from "../src/lifecycle/decision.ts";
import type { Event } from "../src/lifecycle/event.ts";
import { decodeEvents } from "../src/lifecycle/event_codec.ts";
import { finalState, reduce } from "../src/lifecycle/reduce.ts";
import { initialState } from "../src/lifecycle/state.ts";
import { LOGS } from "../src/lifecycle/testing/logs.ts";
import { lives } from "./lives.ts";
import { least } from "./measure.ts";
import { type Peer, peerEvents, replayPeer } from "./peers/peer.ts";
import { redux } from "./peers/redux.ts";
import { xstate } from "./peers/xstate.ts";
import type { Row } from "./table.ts";

/** Tasks of the log on which the reducers are compared: about 16,000 events. */
const TASKS = 2_000;

/** The reducer against the same machine of others. */
export async function peerRows(): Promise<Row[]> {
  const events = decodeEvents(lives(TASKS));
  const log = peerEvents(events);
  const expected = decisions(events);
  const check = <S>(peer: Peer<S>) =>
    replayPeer(peer, log).forEach((decision, i) =>
      assert.deepEqual(decision, expected[i], `${peer.name} on ${JSON.stringify(events[i])}`)
    );
  check(xstate);
  check(redux);
  const time = await least(12, {
    own: () => decisions(events),
    xstate: () => replayPeer(xstate, log),
    redux: () => replayPeer(redux, log),
  });
  return ([["xstate", xstate.name], ["redux", redux.name]] as const).map(([peer, name]) => ({
    work: `TypeScript: \`reduce\` on ${events.length} events`,
    peer: `${name}, deciding alike`,
    ratio: time[peer] / time.own,
    bound: { least: 1 },
  }));
}

/**
 * One trace of 100,000 events against ten of 10,000: were the log copied with each event, it would take
 * ten times as long.
 */
export async function longRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of ["interleaved", "diagnostics"]) {
    const [short, long] = [10_000, 100_000].map((length) => decodeEvents(LOGS[name]!(length)));
    const time = await least(12, {
      short: () => {
        for (let n = 0; n < 10; n++) finalState(initialState(1), short!);
      },
      long: () => finalState(initialState(1), long!),
    });
    rows.push({
      work: `TypeScript: \`reduce\` on one trace of 100,000 events (${name})`,
      peer: "ten of 10,000",
      ratio: time.long / time.short,
      bound: { most: 3 },
    });
  }
  return rows;
}

function decisions(events: readonly Event[]): readonly Decision[] {
  let state = initialState(1);
  return events.map((event) => {
    const step = reduce(state, event);
    state = step.state;
    return step.decision;
  });
}
