/** What fuzzing found, as findings. */
import { eventLines, problemFinding } from "../agree/report.ts";
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Engine } from "../engines/engine.ts";
import { counted } from "../../platform/text/counted.ts";
import type { Found, Small } from "./shrink.ts";

/** The finding for a problem, with the shrunk list and how to draw it again. */
export async function foundFinding(
  found: Found,
  engines: readonly Engine[],
  command: (seed: number) => string,
): Promise<Diagnostic> {
  const { seed, drawn } = found;
  const finding = await shrunkFinding(found, `fuzz/${seed}`, drawn, engines);
  return { ...finding, detail: `${finding.detail}\nagain: ${command(seed)}` };
}

/** The finding for a problem, with the list that was shrunk from one of `length` events. */
export async function shrunkFinding(
  { list: { graph, events }, problem, minimal }: Small,
  id: string,
  length: number,
  engines: readonly Engine[],
): Promise<Diagnostic> {
  const finding = await problemFinding({ id, graph, events }, problem, engines);
  const size = `${counted(events.length, "event")} of graph ${graph}, shrunk from ${length}`;
  return {
    ...finding,
    detail: [
      ...(finding.detail === undefined ? [] : [finding.detail]),
      `list: ${size}${minimal ? "" : ", and not to the end: it has more than it needs"}`,
      ...eventLines(events).map((line) => `  ${line}`),
    ].join("\n"),
  };
}
