/** What a finished child wrote, for a reader. */
import type { Finished } from "./host.ts";

/** Lines that are shown. */
const SHOWN_LINES = 20;

/** The last lines that a failed program wrote to stdout, then to stderr. */
export function outputTail(
  { stdout, stderr, timedOut = false }:
    & Pick<Finished, "stdout" | "stderr">
    & Partial<Pick<Finished, "timedOut">>,
): string {
  const lines = `${stdout}\n${stderr}`.trim().split("\n").slice(-SHOWN_LINES);
  return [...lines, ...(timedOut ? ["(ended by the deadline)"] : [])].join("\n").trim();
}
