/** Random JSON for property tests. */
import fc from "fast-check";
import type { Json } from "../json.ts";

/** Documents whose numbers are exact: what the gate accepts. */
export const safeJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, Number.MAX_SAFE_INTEGER),
    fc.maxSafeNat(),
    fc.string({ unit: "grapheme" }),
    // Strings that look like what is looked for.
    fc.constantFrom('"', "\\", '{"a":-1.5e3}', "9007199254740993", "[[[", '\\"'),
    fc.array(tie("value")),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("a", '"', "\\", "__proto__")),
      tie("value"),
    ),
  ),
})).value;
