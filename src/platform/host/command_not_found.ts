/** The failure to start a program that is not there. */
import { GateError } from "../diagnostic.ts";
import type { Command } from "./host.ts";

/** The set-up error for a command that could not be started; `reason` is the system's. */
export function commandNotFound(
  { argv: [program], cwd }: Pick<Command, "argv" | "cwd">,
  reason: string,
): GateError {
  return new GateError("setup", {
    code: "command_not_found",
    message: `Failed to start "${program}"${cwd === undefined ? "" : ` in "${cwd}"`}: ${reason}`,
    hint:
      "Check that the program is installed, executable and on PATH, and that its folder exists.",
  });
}
