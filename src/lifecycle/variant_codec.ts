/** Reads the variants of a table, and writes their fields. */
import type { BodyKinds } from "./event.ts";
import {
  boolean,
  dependencies,
  exactly,
  type Fields,
  inside,
  key,
  natural,
  naturalOrNull,
  object,
  positive,
  tag,
  word,
} from "./read.ts";
import { DEFERRED, type Deferred, type PhaseKinds } from "./state.ts";
import {
  CANCELS,
  CLASSES,
  CONTRACTS,
  DISPOSITIONS,
  FAULTS,
  type Key,
  missing,
  type Projection,
  ROLES,
  shown,
  STATUSES,
  type Tx,
} from "./value.ts";
import type { Constructors, Variants } from "./variant.ts";
import type { WireKey, WireProjection } from "./wire.ts";

/** What a field of each kind holds; acts are no fields on the wire. */
export type Kinds = Omit<BodyKinds, "act" | "taskAct"> & PhaseKinds;

/** The kind of a field. */
export type Kind = keyof Kinds;

/** Reads a field of each kind. */
const READERS: { readonly [K in Kind]: (json: unknown, path: string) => Kinds[K] } = {
  natural,
  positive,
  naturalOrNull,
  boolean,
  dependencies,
  key,
  tx: (json, path) => inside(json, path, readTx),
  projection: readProjection,
  deferred: (json, path) => inside(json, path, readDeferred),
  contract: (json, path) => word(json, path, CONTRACTS),
  disposition: (json, path) => word(json, path, DISPOSITIONS),
  class: (json, path) => word(json, path, CLASSES),
  cancel: (json, path) => word(json, path, CANCELS),
  role: (json, path) => word(json, path, ROLES),
  fault: (json, path) => word(json, path, FAULTS),
  status: (json, path) => word(json, path, STATUSES),
};

/** Reads the fields of one variant. */
export type ReadFields = (o: Fields) => { readonly type: string };

/**
 * Reader of the fields of one variant; `inner` is the variant that it holds, whose fields stand beside.
 *
 * It is compiled, so that every variant is made by a literal of its own: an object that a loop fills takes
 * twice as long. The names are those of a table of this folder.
 */
export function fieldReader(row: NamedRow, inner?: InnerRow): ReadFields {
  const literal = inner === undefined
    ? literalOf(row)
    : literalOf(row, `${inner.field}: ${literalOf(inner)}`);
  return new Function("read", `return (o) => (${literal});`)(READERS);
}

/** A row of a table with its name. */
export interface NamedRow {
  readonly type: string;
  readonly row: Constructors[string];
}

/** A row that another one holds in a field. */
export interface InnerRow extends NamedRow {
  readonly field: string;
}

function literalOf({ type, row }: NamedRow, ...more: readonly string[]): string {
  const fields = Object.entries(row).map(([name, kind]) =>
    `${name}: read.${kind}(o.${name}, ".${name}")`
  );
  return `{ ${[`type: "${type}"`, ...fields, ...more].join(", ")} }`;
}

/** Reader of a union that is written on the wire as it is in memory, but for keys. */
export function variantReader<Table extends Constructors>(
  what: string,
  table: Table,
): (json: unknown) => Variants<Table, Kinds> {
  const rows = Object.fromEntries(
    Object.entries(table).map(([type, row]) => [
      type,
      { names: ["type", ...Object.keys(row)], read: fieldReader({ type, row }) },
    ]),
  );
  return (json) => {
    const o = object(json, "");
    const { names, read } = rows[tag(o, what, rows)]!;
    return exactly(o, names, read) as Variants<Table, Kinds>;
  };
}

const readDeferred: (json: unknown) => Deferred = variantReader("a deferred reason", DEFERRED);

function readTx(json: unknown): Tx {
  return exactly(object(json, ""), ["tx", "candidate", "contract"], (o) => ({
    tx: natural(o.tx, ".tx"),
    candidate: natural(o.candidate, ".candidate"),
    contract: word(o.contract, ".contract", CONTRACTS),
  }));
}

const PROJECTION_FIELDS = ["status", "receipt"];

/** Reads a projection. */
export function readProjection(json: unknown, path: string): Projection {
  if (json === null) return missing;
  return inside(
    json,
    path,
    (json) =>
      exactly(
        object(json, ""),
        PROJECTION_FIELDS,
        (o) => shown(word(o.status, ".status", STATUSES), naturalOrNull(o.receipt, ".receipt")),
      ),
  );
}

/** Writes a field. Keys and projections have another form in memory. */
export function writeField(kind: Kind, value: unknown): unknown {
  switch (kind) {
    case "key":
      return encodeKey(value as Key);
    case "projection":
      return encodeProjection(value as Projection);
    default:
      return value;
  }
}

/** Writes a key. */
export function encodeKey({ graph, task, generation, attempt, fence }: Key): WireKey {
  return [graph, task, generation, attempt, fence];
}

/** Writes a projection. */
export function encodeProjection(projection: Projection): WireProjection {
  return projection.type === "missing"
    ? null
    : { status: projection.status, receipt: projection.receipt };
}
