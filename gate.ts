/**
 * What a project gives the gate: the types of the modules that `lean-gate.jsonc` names. To the gate events,
 * effects and states are JSON; what they mean, these modules tell.
 *
 * An engine replays the events of a trace, and is held against the model's decisions:
 *
 * ```ts
 * // @ts-nocheck: `deno test --doc` imports every export, used or not
 * import type { EngineModule } from "@lean-gate/lean-gate/gate";
 * import assert from "node:assert/strict";
 *
 * const engine: EngineModule = {
 *   name: "turnstile",
 *   version: "1.0.0",
 *   replay({ events }) {
 *     let locked = true;
 *     const decisions = (events as readonly { type: string }[]).map(({ type }) => {
 *       if (locked === (type === "push")) return ["refused"];
 *       locked = !locked;
 *       return ["applied"];
 *     });
 *     return { decisions, final: { locked } };
 *   },
 * };
 *
 * const events = [{ type: "push" }, { type: "coin" }, { type: "push" }];
 * assert.deepEqual(engine.replay({ id: "a", graph: 0, events }), {
 *   decisions: [["refused"], ["applied"], ["applied"]],
 *   final: { locked: true },
 * });
 * ```
 *
 * A coverage module tells which cell of the model's table each step falls into, and a view module what a
 * reader of the HTML report sees of it:
 *
 * ```ts
 * // @ts-nocheck: `deno test --doc` imports every export, used or not
 * import type { CoverageModule, Json, ViewModule, ViewTrace } from "@lean-gate/lean-gate/gate";
 * import assert from "node:assert/strict";
 *
 * function* places(events: readonly Json[]) {
 *   let place = "locked";
 *   for (const { type } of events as readonly { type: string }[]) {
 *     const from = place;
 *     place = type === "coin" ? "unlocked" : "locked";
 *     yield { type, from, to: place };
 *   }
 * }
 *
 * const coverage: CoverageModule = {
 *   reasons: [],
 *   effects: [],
 *   steps: ({ events, decisions }) =>
 *     [...places(events)].map(({ type, from }, i) => ({
 *       cell: [type, from, decisions[i]![0]],
 *       reason: null,
 *       effects: [],
 *     })),
 * };
 * const view: ViewModule = {
 *   places: [{ id: "locked", column: 0, row: 0 }, { id: "unlocked", column: 1, row: 0 }],
 *   tones: { applied: "good", refused: "bad" },
 *   steps: ({ events }) =>
 *     [...places(events)].map(({ type, from, to }) => ({
 *       title: type,
 *       detail: "",
 *       about: "turnstile",
 *       from,
 *       to,
 *       state: { place: to },
 *     })),
 * };
 *
 * const trace: ViewTrace = {
 *   graph: 0,
 *   names: {},
 *   events: [{ type: "coin" }],
 *   decisions: [["applied"]],
 * };
 * assert.deepEqual(coverage.steps(trace)[0]!.cell, ["coin", "locked", "applied"]);
 * assert.deepEqual(view.steps(trace)[0]!.state, { place: "unlocked" });
 * ```
 *
 * A fuzz module makes up lists of events on which the engines are to agree. It is given the gate's own
 * fast-check, and needs no import; a list has at most as many events as it is asked for:
 *
 * ```ts
 * // @ts-nocheck: `deno test --doc` imports every export, used or not
 * import fc from "fast-check";
 * import assert from "node:assert/strict";
 *
 * const fuzz = {
 *   lists: (given: typeof fc, longest: number) =>
 *     given.array(given.record({ type: given.constantFrom("coin", "push") }), { maxLength: longest })
 *       .map((events) => ({ graph: 0, events })),
 * };
 *
 * for (const { events } of fc.sample(fuzz.lists(fc, 5), { seed: 1 })) {
 *   assert.ok(events.length <= 5);
 * }
 * ```
 *
 * @module
 */

export type {
  EngineModule,
  EngineModuleAnswer,
  EngineModuleRequest,
} from "./src/replay/engines/engine.ts";
export type { CoverageModule, CoverageStep, CoverageTrace } from "./src/replay/coverage/module.ts";
export type { Cell } from "./src/replay/coverage/cell.ts";
export {
  type Tone,
  TONES,
  type ViewModule,
  type ViewPlace,
  type ViewStep,
  type ViewTrace,
} from "./src/replay/view/module.ts";
export type { CertificateModule, CertificateTerms } from "./src/gate/certify/module.ts";
export type { Decision, Trace } from "./src/replay/trace/schema.ts";
export type { Json, JsonObject } from "./src/platform/json/json.ts";
