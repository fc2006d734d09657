/**
 * Replays the committed traces through the TypeScript reducer, up to the first that is answered otherwise
 * than the model says: exit code 1. The fixtures alone judge, with neither the gate nor a unit test.
 *
 * Run with the folder of the traces; the scenarios come first, since most mutants fall to them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { decodeEvents, encodeDecision, encodeState } from "../../src/lifecycle/codec.ts";
import engine from "../../src/lifecycle/engine.ts";
import { decisions, finalState, replay } from "../../src/lifecycle/reduce.ts";
import { initialState } from "../../src/lifecycle/state.ts";

/** Every way to replay a list of events. */
const WAYS: readonly ((graph: number, events: unknown) => unknown)[] = [
  (graph, events) => engine.replay({ graph, events }),
  (graph, events) => {
    const { decisions, final } = replay(initialState(graph), decodeEvents(events));
    return { decisions: decisions.map(encodeDecision), final: encodeState(final) };
  },
  (graph, events) => {
    const log = decodeEvents(events);
    const start = initialState(graph);
    return {
      decisions: decisions(start, log).map(encodeDecision),
      final: encodeState(finalState(start, log)),
    };
  },
];

const [folder] = process.argv.slice(2);
let count = 0;
for (
  const [name, ways] of [["scenarios.ndjson", WAYS], ["cover.ndjson", WAYS.slice(0, 1)]] as const
) {
  const lines = readFileSync(join(folder!, name), "utf8").trimEnd().split("\n").slice(1);
  for (const line of lines) {
    const { id, graph, events, decisions, final } = JSON.parse(line);
    const expected = JSON.stringify({ decisions, final });
    for (const way of ways) {
      if (JSON.stringify(way(graph, events)) === expected) continue;
      console.log(`Trace "${id}" is answered otherwise than the model says`);
      process.exit(1);
    }
    count++;
  }
}
if (count < 1_000) throw new Error(`Only ${count} traces`);
