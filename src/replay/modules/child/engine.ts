/** Serves an engine module by the engine protocol. */
import { inexactPart } from "../../../platform/json/inexact.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { EngineModule } from "../../engines/engine.ts";
import { type Decision, wrongDecision } from "../../trace/schema.ts";
import { ANSWER_MALFORMED } from "../protocol.ts";
import type { Served } from "./served.ts";

/** Serves the engine. */
export function engineOf(module: EngineModule): Served {
  const { name, version } = module;
  if (typeof name !== "string" || typeof version !== "string") {
    const message = 'has a "name" or "version" that is no text';
    return { hello: { error: { code: "module_malformed", message } }, answer: () => undefined };
  }
  return {
    hello: { engine: name, version },
    answer({ id, graph, events }) {
      const answer: unknown = module.replay({
        id,
        graph: graph as number,
        events: events as readonly Json[],
      });
      const message = malformedPart(answer);
      if (message !== undefined) return { id, error: { code: ANSWER_MALFORMED, message } };
      const { decisions, final } = answer as { decisions: Decision[]; final: Json };
      return { id, decisions, final };
    },
  };
}

function malformedPart(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return "not an object";
  const { decisions, final } = answer as { decisions?: Decision[]; final?: Json };
  if (!Array.isArray(decisions)) return '"decisions" is not a list';
  if (final === undefined) return '"final" is missing';
  const bad = wrongDecision(decisions);
  if (bad >= 0) return `"decisions[${bad}]" is not a list headed by a verdict`;
  const inexact = inexactPart({ decisions, final });
  return inexact && `"${inexact.path}": ${inexact.message}`;
}
