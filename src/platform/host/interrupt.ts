/** The failure that an interrupt by the user ends in. */
import { GateError } from "../diagnostic.ts";
import type { Host } from "./host.ts";

/** The error to throw where work stops because the user interrupted it. */
export function interrupted(): GateError {
  return new GateError("interrupted", {
    code: "interrupted",
    message: "Interrupted",
    hint: "Run it again when you are ready: what was built by then is kept.",
  });
}

/** Throws {@linkcode interrupted} when the user interrupted; to be asked between pieces of long work. */
export function stopIfInterrupted({ signal }: Pick<Host, "signal">): void {
  if (signal.aborted) throw interrupted();
}
