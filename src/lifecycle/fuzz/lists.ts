/**
 * Lists of events for the fuzzer: the module that the field `fuzz` of `lean-gate.jsonc` names. It imports
 * no type of the gate; that its shape is a fuzz module is checked where the gate loads it.
 *
 * The reducer is the guide: most events are what could come next where a task stands; among them are
 * stale, foreign, repeated, conflicting and late ones.
 */
import type fastCheck from "fast-check";
import { decodeEvent } from "../event_codec.ts";
import { reduce } from "../reduce.ts";
import { initialState, type State } from "../state.ts";
import type { WireEvent } from "../wire.ts";
import { type Draw, DRAW_MAX, type Intent, intentOf } from "./intent.ts";
import { type Saying, sayingOf } from "./sayings.ts";

/** Events from the initial state of a graph. */
export interface EventList {
  readonly graph: number;
  readonly events: readonly WireEvent[];
}

/** A fuzz module. */
interface LifecycleFuzz {
  /** Lists of at most so many events, which every reducer takes for well-formed. */
  lists(fc: typeof fastCheck, longest: number): fastCheck.Arbitrary<EventList>;
}

const GRAPH = 1;

/** The fuzzing of the lifecycle. */
const fuzz: LifecycleFuzz = {
  lists(fc, longest) {
    const [what, who, aim, pick, more, wait] = DRAW_MAX;
    const draw = fc.tuple(
      fc.nat(what),
      fc.nat(who),
      fc.nat(aim),
      fc.nat(pick),
      fc.nat(more),
      fc.nat(wait),
    );
    return fc.array(draw, { minLength: 1, maxLength: longest, size: "max" }).map(listOf);
  },
};

export default fuzz;

/** The list that the draws stand for. */
export function listOf(draws: readonly Draw[]): EventList {
  const events: WireEvent[] = [];
  const late: { event: WireEvent; due: number }[] = [];
  let state = initialState(GRAPH);
  const deliver = (event: WireEvent) => {
    events.push(event);
    state = reduce(state, decodeEvent(event)).state;
  };
  for (const [index, draw] of draws.entries()) {
    const intent = intentOf(draw);
    const event = eventOf(intent, index + 1, events, state);
    if (intent.wait === 0) deliver(event);
    else late.push({ event, due: index + intent.wait });
    for (const { event } of late.filter(({ due }) => due === index)) deliver(event);
  }
  for (const { event } of late.filter(({ due }) => due >= draws.length)) deliver(event);
  return { graph: GRAPH, events };
}

/** The event of an intent: one that is delivered again, or a new one. */
function eventOf(
  intent: Intent,
  eid: number,
  before: readonly WireEvent[],
  state: State,
): WireEvent {
  const { what, aim, pick, more } = intent;
  if (what !== "again") return numbered(sayingOf({ ...intent, what }, state), eid);
  const earlier = before[before.length - 1 - (pick * 16 + more) % Math.max(1, before.length)];
  const next = () => sayingOf({ ...intent, what: "advance" }, state);
  if (earlier === undefined) return numbered(next(), eid);
  // The same event, the same words as a new event, or other words under an eid that is known.
  if (aim === "current") return earlier;
  return aim === "closed" ? numbered(earlier, eid) : numbered(next(), earlier.eid);
}

/** What is said, as the event of that number; the fields in their order on the wire. */
function numbered({ type, ...fields }: Saying, eid: number): WireEvent {
  return Object.assign({ type, eid }, fields, { eid }) as WireEvent;
}
