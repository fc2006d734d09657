/** Shrinks a list that was not drawn: it comes from a file. */
import { type Judged, RECORD } from "../agree/agree.ts";
import type { Diagnostic } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import type { Engine } from "../engines/engine.ts";
import { partnersFor } from "./partners.ts";
import { shrunkFinding } from "./report.ts";
import { lateAfter, shrinkList, type Small } from "./shrink.ts";

/** Lists that are replayed at once while one is shrunk. */
const BATCH = 64;

/** A shrunk list, and the finding that shows it. */
export interface Shrunk {
  readonly small: Small;
  readonly finding: Diagnostic;
}

/**
 * Shrinks a list on which engines disagree; `undefined` when they all agree with one another: a record is
 * of these events, and says nothing of fewer.
 */
export async function shrinkListed(
  host: Host,
  judged: Judged,
  engines: readonly Engine[],
  oracle: Engine | undefined,
  progress: (note: string) => void,
): Promise<Shrunk | undefined> {
  const { list: { id, graph, events }, problems } = judged;
  const problem = problems[0];
  if (problem === undefined) return undefined;
  const partners = partnersFor(problem, judged, engines, oracle);
  const { problem: shown } = partners;
  if (shown.type === "divergence" && shown.reference === RECORD) return undefined;
  const step = shown.type === "divergence" && "step" in shown.divergence
    ? shown.divergence.step
    : events.length;
  // What comes behind the divergent event has no part in it.
  const start = { graph, events: events.slice(0, step) };
  const small = await shrinkList(partners, start, {
    batch: BATCH,
    isLate: lateAfter(host),
    progress,
  });
  const finding = await shrunkFinding(small, `${id}, shrunk`, events.length, partners.engines);
  return { small, finding };
}
