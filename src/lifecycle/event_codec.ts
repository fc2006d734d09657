/** Reads and writes events. */
import { ACTS, BODIES, type Body, type Event, TASK_ACTS } from "./event.ts";
import { exactly, inside, items, natural, object, tag } from "./read.ts";
import type { Constructors } from "./variant.ts";
import { fieldReader, type Kind, type ReadFields, writeField } from "./variant_codec.ts";
import type { WireEvent } from "./wire.ts";

/** How an event is written. */
interface Row {
  /** The name in memory: that of its act, or of its body if it has none. */
  readonly type: string;
  /** The fields of its body, then those of its act, with their kinds. */
  readonly fields: readonly (readonly [name: string, kind: string])[];
  /** Every name on the wire, in order. */
  readonly names: readonly string[];
  /** Reads its body. */
  readonly read: ReadFields;
}

/** The acts that stand beside the fields of a body, by the kind of the field that holds them. */
const HELD: Readonly<Record<string, Constructors>> = { act: ACTS, taskAct: TASK_ACTS };

/** Every event by its name on the wire: it starts with a capital. */
const ROWS: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(BODIES).flatMap(([type, row]) => rowsOf(type, row)).map((row) => [
    row.type[0]!.toUpperCase() + row.type.slice(1),
    row,
  ]),
);

/** The events of a body: as many as there are acts in it, or the one without. */
function rowsOf(body: string, all: Constructors[string]): readonly Row[] {
  const fields = Object.entries(all).filter(([, kind]) => !(kind in HELD));
  const row = Object.fromEntries(fields);
  const held = Object.entries(all).find(([, kind]) => kind in HELD);
  if (held === undefined) return [rowOf(body, fields, fieldReader({ type: body, row }))];
  const [field, kind] = held;
  return Object.entries(HELD[kind]!).map(([type, own]) => {
    const read = fieldReader({ type: body, row }, { field, type, row: own });
    return rowOf(type, [...fields, ...Object.entries(own)], read);
  });
}

function rowOf(type: string, fields: Row["fields"], read: ReadFields): Row {
  return { type, fields, names: ["type", "eid", ...fields.map(([name]) => name)], read };
}

/** The names on the wire, with their rows, by the names in memory. */
const BY_TYPE: ReadonlyMap<string, readonly [string, Row]> = new Map(
  Object.entries(ROWS).map(([name, row]) => [row.type, [name, row]]),
);

/**
 * Reads an event from parsed JSON.
 *
 * @param json What `JSON.parse` returned.
 * @param path Where it stands, for the error.
 * @throws {CodecError} With path and reason when it is not an event.
 */
export function decodeEvent(json: unknown, path = "event"): Event {
  return inside(json, path, readEvent);
}

/**
 * Reads a list of events from parsed JSON.
 *
 * @throws {CodecError} With path and reason, e.g.
 * `events[3].key[2]: expected an integer from 0 to 9007199254740991, got 1.5`.
 */
export function decodeEvents(json: unknown, path = "events"): readonly Event[] {
  return items(json, path, readEvent);
}

function readEvent(json: unknown): Event {
  const o = object(json, "");
  const { names, read } = ROWS[tag(o, "an event", ROWS)]!;
  return exactly(o, names, (o) => ({ eid: natural(o.eid, ".eid"), body: read(o) as Body }));
}

/** Writes an event as {@linkcode decodeEvent} reads it. */
export function encodeEvent({ eid, body }: Event): WireEvent {
  const all: Readonly<Record<string, unknown>> = "act" in body
    ? { ...body, ...body.act }
    : { ...body };
  const [type, { fields }] = BY_TYPE.get(all.type as string)!;
  const event: Record<string, unknown> = { type, eid };
  for (const [name, kind] of fields) event[name] = writeField(kind as Kind, all[name]);
  return event as unknown as WireEvent;
}
