/** What a project gives the gate so that it can make up lists of events. */
import type fastCheck from "fast-check";
import type { EventList } from "../agree/list.ts";
import type { Host } from "../../platform/host/host.ts";
import type { GateError } from "../../platform/diagnostic.ts";
import type { Json } from "../../platform/json/json.ts";
import { moduleError, openProjectModule } from "../modules/open.ts";
import type { DrawRequest, ShrinkRequest } from "../modules/protocol.ts";

/** The default export of the module that `fuzz.module` of the config names. */
export interface FuzzModule {
  /**
   * Makes, with the gate's own fast-check, the arbitrary of lists of at most `longest` events (at least
   * 1). Every engine must take each list for well-formed, what it shrinks to included.
   */
  lists(fc: typeof fastCheck, longest: number): fastCheck.Arbitrary<EventList>;
}

/** Draws and shrinks in the module's process; what it gives is not judged yet. */
export interface Drawing {
  /** One sequence for each seed. */
  draw(request: DrawRequest): Promise<readonly Json[]>;
  /** The boldest simplifications first; fewer than asked for when there are no more. */
  shrink(request: ShrinkRequest): Promise<readonly Json[]>;
}

/**
 * Starts the module at `path`, which is relative to `root`. Throws GateError `fuzz_module_failed` or
 * `fuzz_module_malformed` (set-up).
 */
export async function openFuzz(
  path: string,
  root: string,
  host: Host,
): Promise<Drawing & AsyncDisposable> {
  const module = await openProjectModule(host, { kind: "fuzz", path, root });
  async function ask(method: string, request: unknown): Promise<readonly Json[]> {
    for await (const called of module.call(method, [JSON.stringify(request)])) {
      if (!called.ok) throw malformed(path, called.phrase);
      if (Array.isArray(called.value)) return called.value;
    }
    throw malformed(path, "answered with something else than event sequences");
  }
  return {
    draw: (request) => ask("draw", request),
    shrink: (request) => ask("shrink", request),
    [Symbol.asyncDispose]: () => module[Symbol.asyncDispose](),
  };
}

/** The failure of a module that does not keep to its type; `phrase` follows its path. */
export function malformed(path: string, phrase: string): GateError {
  return moduleError({ kind: "fuzz", path }, "malformed", phrase);
}
