/** Chooses the backend that provides Lean for a formal package. */
import type { Host } from "../host/host.ts";
import { openEmbedded } from "./embedded/toolchain.ts";
import { type PackagePlace, readPin } from "./formal_package.ts";
import type { BackendChoice, Progress, Toolchain } from "./toolchain.ts";

/** What to open a toolchain for. */
export interface ToolchainRequest extends PackagePlace {
  readonly choice: BackendChoice;
  /** How long Lean may take for one module, in milliseconds; 10 minutes unless given. */
  readonly deadlineMs?: number;
}

/**
 * Opens a Lean of the pinned version.
 *
 * @throws GateError (set-up) when the pin cannot be read or no allowed backend can provide it.
 */
export async function openToolchain(
  host: Host,
  request: ToolchainRequest,
  progress: Progress,
): Promise<Toolchain> {
  const pin = await readPin(host, request);
  return await openEmbedded(host, request, pin, progress, request.deadlineMs);
}
