/** An engine that is a module of this process. */
import { importDefault } from "../config/import_default.ts";
import { error, GateError, messageOf } from "../diagnostic.ts";
import type { Host } from "../host/host.ts";
import { stopIfInterrupted } from "../host/interrupt.ts";
import { inexactPart } from "../trace/inexact.ts";
import { type Decision, wrongDecision } from "../trace/schema.ts";
import type { Json } from "../trace/json.ts";
import { DECLINED_HINT } from "./faults.ts";
import type {
  Engine,
  EngineModule,
  ModuleConfig,
  ReplayAnswer,
  ReplayOutcome,
  ReplayRequest,
} from "./engine.ts";

/** Longest stretch of replaying before timers and signals get their turn, in milliseconds. */
const SLICE_MS = 20;

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
  const before = request.known?.text.events ?? JSON.stringify(events);
  let answer: unknown;
  let wrong: string | undefined;
  let thrown: { readonly cause: unknown } | undefined;
  try {
    answer = module.replay({ id, graph, events: [...events] });
    wrong = malformedPart(answer);
  } catch (cause) {
    thrown = { cause };
  }
  if (!keptUnchanged(events, before)) {
    return fail(
      "engine_changed_events",
      "changed the events that it was given",
      "Let it build new values: every engine is given the same events",
    );
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

/**
 * Whether the events are still those of the text. If they are not, they are made so: every engine is
 * given the same ones. (To freeze them takes longer, and slows down `JSON.parse` of all that looks alike.)
 */
function keptUnchanged(events: readonly Json[], text: string): boolean {
  const now = JSON.stringify(events);
  if (now === text) return true;
  const original: Json[] = JSON.parse(text);
  if (now === JSON.stringify(original)) return true;
  original.forEach((event, i) => (events as Json[])[i] = event);
  return false;
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
