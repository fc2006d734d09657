/** An engine that is a child process: hello, many requests in flight, restart after a fault. */
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import type { CommandConfig, Engine } from "./engine.ts";
import { type Connection, exchange } from "./exchange.ts";
import { engineFinding, noisyFinding } from "./faults.ts";
import { newIds, openFlight } from "./flight.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { faultAtEnd, greet } from "./greeting.ts";

/**
 * Starts the engine and greets it. Throws GateError (set-up) with code `engine_not_started`,
 * `engine_hello_malformed`, `engine_hello_protocol`, `engine_hello_timeout` or `engine_hello_exit`.
 */
export async function openSubprocess(
  config: CommandConfig,
  root: string,
  host: Host,
  overrides: Partial<Limits> = {},
): Promise<Engine> {
  const limits: Limits = {
    ...DEFAULT_LIMITS,
    ...(config.deadlineMs !== undefined && { answerMs: config.deadlineMs }),
    ...overrides,
  };
  const { session, hello } = await greet(config, root, host, limits);
  const connection: Connection = { config, root, host, limits, session, noise: 0 };
  const newId = newIds();
  let flight = openFlight([], limits, newId);

  function detach() {
    const { session } = connection;
    connection.session = undefined;
    return session;
  }

  async function close(): Promise<readonly Diagnostic[]> {
    const closing = detach();
    if (closing === undefined) return [];
    closing.closeInput();
    const fault = await faultAtEnd(closing, flight, limits);
    const ending = await closing.stop();
    stopIfInterrupted(host);
    const noise = connection.noise + ending.noise;
    return [
      ...(fault === undefined ? [] : [engineFinding(config, fault(ending), ending)]),
      ...(noise <= limits.noiseBytes ? [] : [noisyFinding(config, noise)]),
    ];
  }

  return {
    name: config.name,
    version: hello.version,
    replay(requests) {
      flight = openFlight(requests, limits, newId);
      return exchange(connection, flight);
    },
    close,
    async [Symbol.asyncDispose]() {
      await detach()?.stop();
    },
  };
}
