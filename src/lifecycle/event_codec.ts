/** Reads and writes events. */
import { type Act, ACTS, BODIES, type Body, type Event } from "./event.ts";
import { exactly, type Fields, inside, items, key, natural, object, tag } from "./read.ts";
import type { Constructors } from "./variant.ts";
import { encodeKey, fieldReader, type Kind, type ReadFields, writeField } from "./variant_codec.ts";
import type { WireEvent } from "./wire.ts";

/** How an event is written. */
interface Row {
  /** The name of its act, or of its body if it has none. */
  readonly type: string;
  readonly isAct: boolean;
  /** Every name on the wire, in order. */
  readonly names: readonly string[];
  /** The fields of the act, or of the body, with their kinds. */
  readonly fields: readonly (readonly [string, string])[];
  /** Reads them. */
  readonly read: ReadFields;
}

const { onAttempt: _, ...OTHERS } = BODIES;

/** Every event by its name on the wire. */
const ROWS: Readonly<Record<string, Row>> = Object.fromEntries([
  ...Object.entries(OTHERS).map(([type, row]) => rowOf(type, row, false)),
  ...Object.entries(ACTS).map(([type, row]) => rowOf(type, row, true)),
]);

function rowOf(type: string, row: Constructors[string], isAct: boolean): [string, Row] {
  const names = ["type", "eid", ...isAct ? ["key"] : [], ...Object.keys(row)];
  const read = fieldReader(type, row);
  return [wireName(type), { type, isAct, names, fields: Object.entries(row), read }];
}

/** The name of an event on the wire: it starts with a capital. */
function wireName(type: string): string {
  return type[0]!.toUpperCase() + type.slice(1);
}

/** The rows by the name in memory. */
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
  const row = ROWS[tag(o, "an event", ROWS)]!;
  return exactly(o, row.names, (o) => ({ eid: natural(o.eid, ".eid"), body: readBody(row, o) }));
}

function readBody({ isAct, read }: Row, o: Fields): Body {
  if (!isAct) return read(o) as Body;
  return { type: "onAttempt", key: key(o.key, ".key"), act: read(o) as Act };
}

/** Writes an event as {@linkcode decodeEvent} reads it. */
export function encodeEvent({ eid, body }: Event): WireEvent {
  const own = body.type === "onAttempt" ? body.act : body;
  const [type, { fields }] = BY_TYPE.get(own.type)!;
  const event: Record<string, unknown> = { type, eid };
  if (body.type === "onAttempt") event.key = encodeKey(body.key);
  const values = own as unknown as Readonly<Record<string, unknown>>;
  for (const [name, kind] of fields) event[name] = writeField(kind as Kind, values[name]);
  return event as unknown as WireEvent;
}
