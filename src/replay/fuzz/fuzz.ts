/**
 * The fuzz loop.
 *
 * Draws lists, replays them on every engine, and shrinks the first that shows a difference.
 */
import { agree, type Judged, type Problem } from "../agree/agree.ts";
import { eventsOf, type NamedList } from "../agree/list.ts";
import { type Diagnostic, error } from "../../platform/diagnostic.ts";
import type { Host } from "../../platform/host/host.ts";
import { stopIfInterrupted } from "../../platform/host/interrupt.ts";
import type { Engine } from "../engines/engine.ts";
import { counted } from "../../platform/text/counted.ts";
import { seedAfter, type Source } from "./generate.ts";
import { partnersFor } from "./partners.ts";
import { type Example, type Found, lateAfter, shows, shrink } from "./shrink.ts";

/** How much to fuzz. */
export interface FuzzOptions {
  /** Seed of the first list. */
  readonly seed: number;
  /** From one seed to the next; default 1. */
  readonly stride?: number;
  /** Lists to draw, at most. */
  readonly runs: number;
  /** Milliseconds after which no further batch is begun. */
  readonly ms?: number;
  /** Lists that are replayed at once. */
  readonly batch?: number;
  /** The reference in place of the first engine; it is asked as seldom as can be. */
  readonly oracle?: Engine;
  readonly progress?: (note: string) => void;
}

/** What fuzzing came to. */
export interface Fuzzed {
  /** Lists drawn and replayed on every engine, and their events. */
  readonly lists: number;
  readonly events: number;
  /** The first problem of each engine; good when empty, and there are lists. */
  readonly found: readonly Found[];
  /** What concerns an engine and no single list. */
  readonly complaints: readonly Diagnostic[];
}

/** Lists that are replayed at once, unless the caller knows better. */
const BATCH = 128;

/**
 * Fuzzes the engines, of which the first is the reference unless there is an oracle. Throws GateError
 * `interrupted`.
 */
export async function fuzz(
  host: Host,
  engines: readonly Engine[],
  source: Source,
  options: FuzzOptions,
): Promise<Fuzzed> {
  const { seed, stride = 1, runs, ms = Infinity, batch = BATCH, oracle, progress = () => {} } =
    options;
  const all = oracle === undefined ? engines : [oracle, ...engines];
  const start = host.now();
  let [lists, events] = [0, 0];
  const texts = new Set<string>();
  while (lists < runs && (lists === 0 || host.now() - start < ms)) {
    stopIfInterrupted(host);
    const seeds = Array.from(
      { length: Math.min(batch, runs - lists) },
      (_, i) => seedAfter(seed, stride * (lists + i)),
    );
    const drawn = await source.draw(seeds);
    const examples = seeds.map((seed, i): Example => ({ seed, drawn: drawn[i]! }));
    const { judged, complaints } = await agree(all, examples.map(named));
    lists += examples.length;
    events += eventsOf(examples.map(({ drawn }) => drawn.list));
    // Two are enough to know that not all are alike.
    for (const { drawn: { list } } of texts.size < 2 ? examples : []) {
      texts.add(JSON.stringify(list));
    }
    progress(`${counted(lists, "list")}, ${counted(events, "event")}`);
    const first = firstOfEach(judged);
    if (first.length === 0 && complaints.length === 0) continue;
    const found: Found[] = [];
    for (const { problem, on } of first) {
      const showing = examples.filter((_, i) => shows(judged[i]!, problem));
      const partners = partnersFor(problem, on, engines, oracle);
      const small = await shrink(partners, source, showing, {
        batch,
        isLate: lateAfter(host),
        progress,
      });
      found.push(oracle === undefined ? small : await confirmed(small, all));
    }
    return { lists, events, found, complaints };
  }
  return { lists, events, found: [], complaints: trivial(lists, events, texts.size) };
}

/** The finding for sequences that try nothing, or one thing again and again. */
function trivial(lists: number, events: number, distinct: number): Diagnostic[] {
  if (events > 0 && (lists === 1 || distinct > 1)) return [];
  const what = events === 0 ? "without an event" : "all alike";
  return [error("fuzz_trivial", `The fuzz module made up ${counted(lists, "list")} ${what}`, {
    hint: "Let it draw event sequences that differ: a check that tried nothing is no agreement.",
  })];
}

/** With the oracle's word on the list that an engine has shrunk in its place. */
async function confirmed(found: Found, all: readonly Engine[]): Promise<Found> {
  const { judged: [judged] } = await agree(all, [{ id: `fuzz/${found.seed}`, ...found.list }]);
  const { engine } = found.problem;
  return {
    ...found,
    problem: judged?.problems.find((it) => it.engine === engine) ?? found.problem,
  };
}

/** A problem, and the first list that shows it. */
interface First {
  readonly problem: Problem;
  readonly on: Judged;
}

/** The first problem that each engine has. */
function firstOfEach(judged: readonly Judged[]): readonly First[] {
  const first = new Map<string, First>();
  for (const on of judged) {
    for (const problem of on.problems) {
      if (!first.has(problem.engine)) first.set(problem.engine, { problem, on });
    }
  }
  return [...first.values()];
}

function named({ seed, drawn: { list: { graph, events } } }: Example): NamedList {
  return { id: `fuzz/${seed}`, graph, events };
}
