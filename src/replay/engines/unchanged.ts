/**
 * Every engine in this process is given the same events, and one that changed them would spoil them for
 * whoever reads them next. (To freeze them takes long, and slows down `JSON.parse` of all that looks alike.)
 */
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Json } from "../../platform/json/json.ts";
import type { PlacedTrace } from "../trace/read.ts";

/** The code of the finding that an engine changed the events it was given. */
export const CHANGED = "engine_changed_events";
/** What to do about it. */
export const CHANGED_HINT = "Let it build new values: every engine is given the same events";

/** Whether the events are still those of the text. If they are not, they are made so. */
export function keptUnchanged(events: readonly Json[], text: string): boolean {
  const now = JSON.stringify(events);
  if (now === text) return true;
  const original: Json[] = JSON.parse(text);
  if (now === JSON.stringify(original)) return true;
  original.forEach((event, i) => (events as Json[])[i] = event);
  return false;
}

/** Finds and mends what an engine has changed by now, of those traces whose text is known. */
export function mendTraces(engine: string, traces: Iterable<PlacedTrace>): readonly Diagnostic[] {
  const changed: PlacedTrace[] = [];
  for (const placed of traces) {
    const { trace, text } = placed;
    if (text !== undefined && !keptUnchanged(trace.events, text.events)) changed.push(placed);
  }
  const [first] = changed;
  if (first === undefined) return [];
  const more = changed.length === 1 ? "" : `, and those of ${changed.length - 1} more`;
  return [
    error(
      CHANGED,
      `Engine "${engine}" changed the events of trace "${first.trace.id}"${more}`,
      { location: first.location, hint: CHANGED_HINT },
    ),
  ];
}
