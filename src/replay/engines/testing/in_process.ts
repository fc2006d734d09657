/** For tests: an engine module in this process, served and judged as its child would be. */
import { messageOf } from "../../../platform/diagnostic.ts";
import type { Host } from "../../../platform/host/host.ts";
import { stopIfInterrupted } from "../../../platform/host/interrupt.ts";
import { engineOf } from "../../modules/child/engine.ts";
import type { Engine, EngineModule, ReplayOutcome, ReplayRequest } from "../engine.ts";
import { engineFinding } from "../faults.ts";
import { judgeLine } from "../protocol.ts";

const WAITING = { isInFlight: () => false, wasAnswered: () => false, nameOf: (id: string) => id };

/** The engine of a module. */
export function moduleEngine(name: string, module: EngineModule, host: Host): Engine {
  const served = engineOf(module);
  const config = { name, command: ["module"] } as const;

  function lineFor({ id, graph, events }: ReplayRequest): string {
    try {
      return JSON.stringify(served.answer({ id, graph, events: structuredClone(events) }));
    } catch (cause) {
      return JSON.stringify({ id, error: { code: "Error", message: messageOf(cause) } });
    }
  }

  async function* replay(requests: Iterable<ReplayRequest>): AsyncGenerator<ReplayOutcome> {
    for (const request of requests) {
      await Promise.resolve();
      stopIfInterrupted(host);
      const judged = judgeLine(lineFor(request), request, WAITING);
      if (judged.type === "answer") yield { type: "answer", request, answer: judged.answer };
      else {
        const finding = engineFinding(config, judged.fault, undefined, request);
        yield { type: "failure", request, finding };
      }
    }
  }

  return {
    name,
    version: module.version,
    replay,
    close: () => Promise.resolve([]),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
