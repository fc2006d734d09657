/** How long a log of 100,000 events takes: to parse, to read, to reduce, and all of it as an engine. */
import engine from "./engine.ts";
import { decodeEvents } from "./event_codec.ts";
import { finalState } from "./reduce.ts";
import { initialState } from "./state.ts";
import { LOGS } from "./testing/logs.ts";

for (const [name, make] of Object.entries(LOGS)) {
  for (const length of [10_000, 100_000]) {
    const group = `${name}, ${length} events`;
    const json = make(length);
    const answer = engine.replay({ graph: 1, events: json });
    const line = JSON.stringify({ events: json, ...answer });
    const events = decodeEvents(json);

    Deno.bench(`JSON.parse() of the trace: ${group}`, { group, baseline: true }, () => {
      JSON.parse(line);
    });
    Deno.bench(`decodeEvents(): ${group}`, { group }, () => {
      decodeEvents(json);
    });
    Deno.bench(`reduce(): ${group}`, { group }, () => {
      finalState(initialState(1), events);
    });
    Deno.bench(`engine.replay(): ${group}`, { group }, () => {
      engine.replay({ graph: 1, events: json });
    });
  }
}
