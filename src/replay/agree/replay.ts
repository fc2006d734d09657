/** Replays any number of lists, in batches that bound memory. */
import type { Diagnostic } from "../../platform/diagnostic.ts";
import { error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import type { Engine } from "../engines/engine.ts";
import { counted } from "../../platform/text/counted.ts";
import { agree, type Judged } from "./agree.ts";
import { eventsOf, type NamedList } from "./list.ts";
import { judgedFindings } from "./report.ts";

/** What replaying came to. */
export interface Replayed {
  /** Lists that every engine was given, and their events. */
  readonly lists: number;
  readonly events: number;
  /** Those of the lists that came with the decisions that were taken. */
  readonly recorded: number;
  /** Lists on which something was wrong. */
  readonly bad: number;
  /** The first of them. */
  readonly first?: Judged;
  /**
   * The first problems, and how many more there are.
   *
   * All agree exactly when empty, and there are lists.
   */
  readonly findings: readonly Diagnostic[];
}

/**
 * Lists and events of a batch, at most.
 *
 * A longer list is a batch of its own.
 */
const BATCH_LISTS = 256;
const BATCH_EVENTS = 50_000;
/** Lists whose problems are listed in full. */
const LISTED = 10;

/** Replays the lists on all engines; the first is the reference. Throws GateError `interrupted`. */
export async function replayLists(
  host: Host,
  engines: readonly Engine[],
  lists: readonly NamedList[],
  progress: (note: string) => void = () => {},
): Promise<Replayed> {
  const findings: Diagnostic[] = [];
  let [done, events, bad] = [0, 0, 0];
  let first: Judged | undefined;
  for (const batch of batchesOf(lists)) {
    stopIfInterrupted(host);
    const { judged, complaints } = await agree(engines, batch);
    findings.push(...complaints);
    const wrong = judged.filter(({ problems }) => problems.length > 0);
    first ??= wrong[0];
    for (const one of wrong.slice(0, Math.max(0, LISTED - bad))) {
      findings.push(...await judgedFindings(one, engines));
    }
    bad += wrong.length;
    done += batch.length;
    events += eventsOf(batch);
    progress(`${done} of ${counted(lists.length, "list")}`);
  }
  if (bad > LISTED) {
    const message = `There are findings on ${bad} lists, of which those on ${LISTED} are listed`;
    findings.push(error("replay_more", message, {
      hint: "Correct what is listed first; the others may have the same cause.",
    }));
  }
  const recorded = lists.filter(({ decisions }) => decisions !== undefined).length;
  return { lists: done, events, recorded, bad, ...(first && { first }), findings };
}

/** The lists with ids that differ: they are asked for together, wherever they come from. */
export function distinct(lists: readonly NamedList[]): readonly NamedList[] {
  const used = new Map<string, number>();
  return lists.map((list) => {
    const times = (used.get(list.id) ?? 0) + 1;
    used.set(list.id, times);
    return times === 1 ? list : { ...list, id: `${list.id} (${times})` };
  });
}

function* batchesOf(lists: readonly NamedList[]): Generator<readonly NamedList[]> {
  let batch: NamedList[] = [];
  for (const list of lists) {
    const full = batch.length >= BATCH_LISTS ||
      eventsOf(batch) + list.events.length > BATCH_EVENTS;
    if (full && batch.length > 0) {
      yield batch;
      batch = [];
    }
    batch.push(list);
  }
  if (batch.length > 0) yield batch;
}
