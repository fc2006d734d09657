/** For tests: engines in this process that add numbers, rightly or wrongly. */
import type { Host } from "../../../platform/host/host.ts";
import { memoryHost } from "../../../platform/host/memory.ts";
import type { Engine, EngineModuleAnswer } from "../../engines/engine.ts";
import { moduleEngine } from "../../engines/testing/in_process.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { NamedList } from "../list.ts";

/** How an engine decides an event, given the sum before it; the sum after it. */
export type Step = (sum: number, event: Json) => readonly [verdict: string, sum: number];

/** Adds a number; anything else is malformed. */
export const adds: Step = (sum, event) => {
  if (typeof event !== "number") throw new Error("not a number");
  return ["applied", sum + event];
};

/** An engine of this name that decides so. */
export function engineOf(name: string, step: Step, host: Host = memoryHost().host): Engine {
  return moduleEngine(
    name,
    { name, version: "1", replay: ({ events }) => all(step, events) },
    host,
  );
}

function all(step: Step, events: readonly Json[]): EngineModuleAnswer {
  let sum = 0;
  const decisions = events.map((event) => {
    const [verdict, next] = step(sum, event);
    sum = next;
    return [verdict];
  });
  return { decisions, final: sum };
}

/** A list of events. */
export function list(
  id: string,
  events: readonly Json[],
  rest: Partial<NamedList> = {},
): NamedList {
  return { id, graph: 1, events, ...rest };
}
