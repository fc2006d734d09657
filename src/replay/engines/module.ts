/** An engine that is a module of this process. */
import { importDefault } from "../modules/import_default.ts";
import { error, GateError, messageOf } from "../../platform/diagnostic.ts";
import { sameJson } from "../diff/normalize.ts";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import { inexactPart } from "../../platform/json/inexact.ts";
import { type Decision, wrongDecision } from "../trace/schema.ts";
import type { Json } from "../../platform/json/json.ts";
import { DECLINED_HINT } from "./faults.ts";
import type {
  Engine,
  EngineModule,
  Known,
  ModuleConfig,
  ReplayAnswer,
  ReplayOutcome,
  ReplayRequest,
} from "./engine.ts";
import { CHANGED, CHANGED_HINT, keptUnchanged } from "./unchanged.ts";

/** Longest stretch of replaying before timers and signals get their turn, in milliseconds. */
const SLICE_MS = 50;

/** Imports the module. Throws GateError `engine_module_failed` or `engine_module_malformed` (set-up). */
export async function openModule(config: ModuleConfig, root: string, host: Host): Promise<Engine> {
  const loaded = await importDefault(root, config.module, (reason) =>
    new GateError("setup", {
      code: "engine_module_failed",
      message: `Failed to import engine "${config.name}" from "${config.module}": ${reason}`,
      hint: `Correct "module" of the engine in lean-gate.jsonc`,
    }));
  if (!isEngineModule(loaded)) {
    throw new GateError("setup", {
      code: "engine_module_malformed",
      message:
        `Engine module "${config.module}" has no default export with "name", "version" and "replay"`,
      hint: "Export an object of the type EngineModule as the default",
    });
  }
  return moduleEngine(config.name, loaded, host);
}

/** Wraps an engine module that is loaded already. */
export function moduleEngine(name: string, module: EngineModule, host: Host): Engine {
  async function* replay(requests: Iterable<ReplayRequest>): AsyncGenerator<ReplayOutcome> {
    let slice = host.now();
    for (const request of requests) {
      if (host.now() - slice > SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        slice = host.now();
      }
      stopIfInterrupted(host);
      yield replayOne(name, module, request);
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

function replayOne(name: string, module: EngineModule, request: ReplayRequest): ReplayOutcome {
  const fail = (code: string, phrase: string, hint: string): ReplayOutcome => ({
    type: "failure",
    request,
    finding: error(code, `On trace "${request.id}", engine "${name}" ${phrase}`, {
      ...(request.location && { location: request.location }),
      hint,
    }),
  });
  const { id, graph, events } = request;
  // Those of a trace file are checked once for all, when the engine has done with them.
  const before = request.known === undefined ? JSON.stringify(events) : undefined;
  let answer: unknown;
  let wrong: string | undefined;
  let thrown: { readonly cause: unknown } | undefined;
  try {
    answer = module.replay({ id, graph, events: [...events] });
    if (saysAsKnown(answer, request.known)) answer = request.known!.answer;
    else wrong = malformedPart(answer);
  } catch (cause) {
    thrown = { cause };
  }
  if (before !== undefined && !keptUnchanged(events, before)) {
    return fail(CHANGED, "changed the events that it was given", CHANGED_HINT);
  }
  if (thrown !== undefined) {
    return fail(
      "engine_declined",
      `threw "${messageOf(thrown.cause)}"`,
      DECLINED_HINT,
    );
  }
  if (wrong !== undefined) {
    return fail(
      "engine_answer_malformed",
      `returned a malformed answer (${wrong})`,
      "Return { decisions, final } made of JSON values with integers from 0 to 2^53 - 1",
    );
  }
  return { type: "answer", request, answer: answer as ReplayAnswer };
}

/** Whether an answer is the known one, which needs no checks any more. */
function saysAsKnown(answer: unknown, known: Known | undefined): boolean {
  if (known === undefined || typeof answer !== "object" || answer === null) return false;
  const { decisions, final } = answer as ReplayAnswer;
  return sameJson(known.answer.decisions, decisions) && sameJson(known.answer.final, final);
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

function isEngineModule(value: unknown): value is EngineModule {
  if (typeof value !== "object" || value === null) return false;
  const { name, version, replay } = value as Record<string, unknown>;
  return typeof name === "string" && typeof version === "string" && typeof replay === "function";
}
