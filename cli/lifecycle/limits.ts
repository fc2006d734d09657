/** What bounds a worker: flags, and the store's configuration where they are silent. */
import type { ServiceConfig } from "../../src/service/config.ts";
import type { Limits } from "../../src/service/worker.ts";

/** The limits of a worker; flags are in milliseconds. */
export function limitsOf(
  config: ServiceConfig,
  flags: { readonly deadline?: number; readonly heartbeat?: number },
): Limits {
  const deadlineMs = flags.deadline ?? inMs(config.deadline);
  const heartbeatMs = flags.heartbeat ?? inMs(config.heartbeat);
  return {
    outputBytes: config.output,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  };
}

function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
