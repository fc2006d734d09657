/** The fuzz loop: draws lists, replays them on every engine, and shrinks the first that shows a difference. */
import { agree, type Judged, type Problem } from "../agree/agree.ts";
import { eventsOf, type NamedList } from "../agree/list.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Host } from "../host/host.ts";
import { stopIfInterrupted } from "../host/interrupt.ts";
import type { Engine } from "../replay/engine.ts";
import { counted } from "../report/counted.ts";
import { seedAfter, type Source } from "./generate.ts";
import { type Example, type Found, shows, shrink } from "./shrink.ts";

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

/** Fuzzes the engines, of which the first is the reference. Throws GateError `interrupted`. */
export async function fuzz(
  host: Host,
  engines: readonly Engine[],
  source: Source,
  { seed, stride = 1, runs, ms = Infinity, batch = BATCH, progress = () => {} }: FuzzOptions,
): Promise<Fuzzed> {
  const start = host.now();
  let [lists, events] = [0, 0];
  while (lists < runs && (lists === 0 || host.now() - start < ms)) {
    stopIfInterrupted(host);
    const examples = Array.from({ length: Math.min(batch, runs - lists) }, (_, i): Example => {
      const own = seedAfter(seed, stride * (lists + i));
      return { seed: own, drawn: source.draw(own) };
    });
    const { judged, complaints } = await agree(engines, examples.map(named));
    lists += examples.length;
    events += eventsOf(examples.map(({ drawn }) => drawn.list));
    progress(`${counted(lists, "list")}, ${counted(events, "event")}`);
    const problems = firstOfEach(judged);
    if (problems.length === 0 && complaints.length === 0) continue;
    const found: Found[] = [];
    for (const problem of problems) {
      const showing = examples.filter((_, i) => shows(judged[i]!, problem));
      const partners = partnersOf(problem, engines);
      found.push(await shrink(partners, source, showing, problem, { batch, progress }));
    }
    return { lists, events, found, complaints };
  }
  return { lists, events, found: [], complaints: [] };
}

/** The first problem that each engine has. */
function firstOfEach(judged: readonly Judged[]): readonly Problem[] {
  const first = new Map<string, Problem>();
  for (const problem of judged.flatMap(({ problems }) => problems)) {
    if (!first.has(problem.engine)) first.set(problem.engine, problem);
  }
  return [...first.values()];
}

/** The engines that the problem needs: its own, and the one that it is compared with. */
function partnersOf(problem: Problem, engines: readonly Engine[]): readonly Engine[] {
  return engines.filter(({ name }, i) =>
    name === problem.engine ||
    (problem.type === "divergence" ? name === problem.reference : i === 0)
  );
}

function named({ seed, drawn: { list: { graph, events } } }: Example): NamedList {
  return { id: `fuzz/${seed}`, graph, events };
}
