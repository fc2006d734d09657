/**
 * Index of this wing: the lifecycle reducer, a tenant of the gate.
 *
 * Code outside the wing may import these modules and no others; a test holds it to that.
 */
export const PUBLIC: readonly string[] = [
  "codec.ts",
  "decision.ts",
  "decision_codec.ts",
  "effects.ts",
  "event.ts",
  "event_codec.ts",
  "readiness.ts",
  "reduce.ts",
  "schema.ts",
  "state.ts",
  "table.ts",
  "table_of.ts",
  "testing/events.ts",
  "testing/logs.ts",
  "value.ts",
  "variant.ts",
  "wire.ts",
];
