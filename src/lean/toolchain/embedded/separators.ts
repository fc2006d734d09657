/** Which folders embedded Lean can be given. */
import { GateError } from "../../../platform/diagnostic.ts";

/**
 * Refuses folders that cannot be told to the process that Lean runs in: Deno takes what may be read as one
 * text with commas between the paths, and Lean its search path with colons; neither knows an escape.
 *
 * @throws GateError (set-up) `path_unsupported`
 */
export function checkSeparators(formalRoot: string, cache: string): void {
  check(formalRoot, "Move the project, or use native Lean (--lean native).");
  check(cache, "Set LEAN_GATE_CACHE to another folder, or use native Lean (--lean native).");
}

function check(folder: string, hint: string): void {
  const [separator] = /[,:]/.exec(folder) ?? [];
  if (separator === undefined) return;
  throw new GateError("setup", {
    code: "path_unsupported",
    message: `Failed to use embedded Lean in "${folder}": the path has a "${separator}" in it`,
    hint,
  });
}
