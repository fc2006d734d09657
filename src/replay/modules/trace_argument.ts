/** A trace as the argument of a module's method. Pure. */
import type { PlacedTrace } from "../trace/read.ts";

/** The JSON of a trace; what its line in a file says is not written again. */
export function traceArgument({ trace, text }: PlacedTrace): string {
  const { id, names, graph, events, decisions, final } = trace;
  const begin = `{"id":${JSON.stringify(id)},"names":${JSON.stringify(names)},"graph":${graph}`;
  if (text !== undefined) return `${begin},"events":${text.events},${text.answer}`;
  return `${begin},"events":${JSON.stringify(events)},"decisions":${
    JSON.stringify(decisions)
  },"final":${JSON.stringify(final)}}`;
}
