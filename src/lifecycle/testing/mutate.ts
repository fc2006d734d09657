/** Random damage to JSON values, for tests that compare readers on what is not well-formed. */
import fc from "fast-check";

/** Values that stand where they should not. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    -1,
    -0,
    1.5,
    2 ** 53,
    2 ** 53 - 1,
    1e300,
    "",
    "1",
    "land",
    "done",
    "FailRequested",
    "running",
    "toString",
    "__proto__",
    [],
    {},
    [1, 1, 0, 1, 1],
    [1, 1],
    { status: "done", receipt: null },
    { type: "kill" },
  ),
  fc.integer({ min: 0, max: 5 }),
);

const name = fc.constantFrom(
  "type",
  "eid",
  "key",
  "tx",
  "found",
  "receipt",
  "class",
  "extra",
  "__proto__",
  "constructor",
  "toString",
);

/** What is done to one place of a value. */
type Damage = (value: unknown) => unknown;

const damage: fc.Arbitrary<Damage> = fc.oneof(
  strange.map((value): Damage => () => value),
  fc.tuple(name, strange).map(([name, value]): Damage => (old) =>
    // Written as text, because assigning to `__proto__` would add no field.
    isObject(old)
      ? JSON.parse(
        `{${
          [...Object.entries(old), [name, value] as const]
            .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()
        }}`,
      )
      : old
  ),
  fc.nat().map((pick): Damage => (old) => {
    if (Array.isArray(old)) return old.filter((_, i) => i !== pick % old.length);
    if (!isObject(old)) return old;
    return Object.fromEntries(
      Object.entries(old).filter((_, i, { length }) => i !== pick % length),
    );
  }),
  strange.map((value): Damage => (old) => Array.isArray(old) ? [...old, value] : old),
  fc.nat().map((pick): Damage => (old) =>
    Array.isArray(old) && old.length > 0 ? [...old, old[pick % old.length]] : old
  ),
);

/** Random damage at a random place of a JSON value, or none. */
export const anyDamage: fc.Arbitrary<(value: unknown) => unknown> = fc.tuple(
  fc.array(fc.nat(), { maxLength: 6 }),
  fc.option(damage, { freq: 3 }),
).map(([path, damage]) => (value) => damage === null ? value : at(value, path, damage));

function at(value: unknown, path: readonly number[], damage: Damage): unknown {
  const [pick, ...rest] = path;
  if (pick === undefined) return damage(value);
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item, i) => i === pick % value.length ? at(item, rest, damage) : item);
  }
  if (!isObject(value)) return damage(value);
  const names = Object.keys(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item], i) => [
      name,
      i === pick % names.length ? at(item, rest, damage) : item,
    ]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
