/** An engine that is a module of this process. */
import { importDefault } from "../config/import_default.ts";
import { error, GateError, messageOf } from "../diagnostic.ts";
import type { Host } from "../host/host.ts";
import { stopIfInterrupted } from "../host/interrupt.ts";
import { inexactPart } from "../trace/inexact.ts";
import { type Decision, wrongDecision } from "../trace/schema.ts";
import type { Json } from "../trace/json.ts";
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
  let answer: unknown;
  let wrong: string | undefined;
  try {
    // Every engine is given these events: one that changed them would spoil them for the next.
    answer = module.replay({ ...request, events: frozen(request.events) });
    wrong = malformedPart(answer);
  } catch (cause) {
    return fail(
      "engine_declined",
      `threw "${messageOf(cause)}"`,
      "The engine takes the events for malformed: compare its codec with the model's",
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

/** The value itself, which cannot be changed from now on. */
function frozen<T extends Json | readonly Json[]>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part as Json);
  return Object.freeze(value);
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
