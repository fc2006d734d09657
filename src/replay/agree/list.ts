/** Events that engines must agree on, with or without expected decisions. */
import type { Location } from "../../platform/diagnostic.ts";
import type { ReplayRequest } from "../engines/engine.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Decision } from "../trace/schema.ts";

/** Events from the initial state of a graph. */
export interface EventList {
  /** The graph whose initial state the events start from. */
  readonly graph: number;
  /** In order; opaque to the gate. */
  readonly events: readonly Json[];
}

/** A list with a name, as it is replayed. */
export interface NamedList extends EventList {
  /** Unique among the lists of one run. */
  readonly id: string;
  /** Location in the file it was read from. */
  readonly location?: Location;
  /** Location of each event, when each has its own line. */
  readonly places?: readonly Location[];
  /** The recorded decision on each event; compared with every engine's. */
  readonly decisions?: readonly Decision[];
  /** The state after the last event, when that was recorded. */
  readonly final?: Json;
}

/** The request that replays a list. */
export function requestOf({ id, graph, events, location }: NamedList): ReplayRequest {
  return { id, graph, events, ...(location && { location }) };
}

/** Events of all lists. */
export function eventsOf(lists: readonly EventList[]): number {
  return lists.reduce((sum, { events }) => sum + events.length, 0);
}
