/**
 * The reducer alone, without the codec and its dependency zod: for programs that already hold events as
 * the reducer takes them.
 *
 * @module
 */
export {
  decisions,
  finalState,
  reduce,
  type Replay,
  replay,
  type Step,
} from "./src/lifecycle/reduce.ts";
export * from "./src/lifecycle/state.ts";
export * from "./src/lifecycle/event.ts";
export * from "./src/lifecycle/decision.ts";
export * from "./src/lifecycle/value.ts";
