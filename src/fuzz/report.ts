/** What fuzzing found, as findings. */
import { eventLines, problemFinding } from "../agree/report.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Engine } from "../replay/engine.ts";
import { counted } from "../report/counted.ts";
import type { Found } from "./shrink.ts";

/** The finding for a problem, with the shrunk list and how to draw it again. */
export async function foundFinding(
  found: Found,
  engines: readonly Engine[],
  command: (seed: number) => string,
): Promise<Diagnostic> {
  const { list: { graph, events }, problem, seed, drawn, minimal } = found;
  const finding = await problemFinding({ id: `fuzz/${seed}`, graph, events }, problem, engines);
  const size = `${counted(events.length, "event")} of graph ${graph}, shrunk from ${drawn}`;
  return {
    ...finding,
    detail: [
      ...(finding.detail === undefined ? [] : [finding.detail]),
      `list: ${size}${minimal ? "" : ", and not to the end: it has more than it needs"}`,
      ...eventLines(events).map((line) => `  ${line}`),
      `again: ${command(seed)}`,
    ].join("\n"),
  };
}
