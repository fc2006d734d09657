/**
 * Unions derive from tables: one row for each constructor, with the kinds of its fields in their order.
 *
 * Types, readers, writers, schemas and Lean terms all follow from the row, so that a constructor is
 * written once.
 */

/** The constructors of a union by name, each with the kinds of its fields by name. */
export type Constructors = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One constructor as data; `Kinds` says what a field of each kind holds. */
export type Variant<Name, Fields, Kinds> = {
  readonly [F in "type" | keyof Fields]: F extends "type" ? Name
    : F extends keyof Fields ? Fields[F] extends keyof Kinds ? Kinds[Fields[F]] : never
    : never;
};

/** The union of a table's constructors. */
export type Variants<Table extends Constructors, Kinds> = {
  [Name in keyof Table]: Variant<Name, Table[Name], Kinds>;
}[keyof Table];
