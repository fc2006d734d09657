/**
 * Shrinks lists on which engines disagree. First fast-check simplifies what a list was drawn from, by which
 * its events stay plausible; then the events themselves are simplified, until nothing can be left out or
 * lowered; and at last shorter lists are drawn, for not every shorter list is a part of a longer one.
 */
import { agree, type Judged, type Problem } from "../agree/agree.ts";
import type { EventList, NamedList } from "../agree/list.ts";
import type { Host } from "../../platform/host/host.ts";
import type { Engine } from "../engines/engine.ts";
import type { Drawn, Source } from "./generate.ts";
import type { Partners } from "./partners.ts";
import { simpler } from "./simplify.ts";

/**
 * Most lists tried from one example.
 *
 * A count, so that the result does not depend on the machine.
 */
const TRIED = 20_000;
/** Shorter lists that are drawn for each length that was reached. */
const SEARCHED = 8_192;
/** Examples that are shrunk, the shortest ones: each may lead to another end. */
const EXAMPLES = 6;

/** A list that shows a problem, and its seed. */
export interface Example {
  readonly seed: number;
  readonly drawn: Drawn;
}

/** A problem, and the smallest list that was found for it. */
export interface Small {
  readonly list: EventList;
  readonly problem: Problem;
  /** How many other lists were replayed. */
  readonly tried: number;
  /** Whether nothing simpler shows the problem, as far as is known. */
  readonly minimal: boolean;
}

/** As {@linkcode Small}, from lists that were drawn. */
export interface Found extends Small {
  /** By which a list that shows the problem is drawn again. */
  readonly seed: number;
  /** Events of that list. */
  readonly drawn: number;
}

/** How long shrinking may take, in milliseconds; it is seldom reached, unless an engine hangs. */
const LONGEST_MS = 120_000;

/** Tells when shrinking has taken long enough. */
export function lateAfter(host: Host, ms: number = LONGEST_MS): () => boolean {
  const start = host.now();
  return () => host.now() - start > ms;
}

/** What shrinking needs to know. */
export interface ShrinkOptions {
  /** Lists that are replayed at once, at most. */
  readonly batch: number;
  /**
   * Whether to come to an end.
   *
   * An engine may hang on each list that shows the problem.
   */
  readonly isLate: () => boolean;
  readonly progress: (note: string) => void;
}

/**
 * Whether a list shows the same problem, as far as can be told.
 *
 * Of the same engine and kind.
 */
export function shows({ problems }: Judged, problem: Problem): boolean {
  return problems.some((it) => isSame(it, problem));
}

/** Shrinks a list of any origin that shows a problem, by its events alone. */
export async function shrinkList(
  partners: Partners,
  list: EventList,
  options: ShrinkOptions,
): Promise<Small> {
  return await descend(list, simpler, (list) => list, { ...partners, ...options });
}

/** Shrinks one or more failing lists to the smallest. */
export async function shrink(
  partners: Partners,
  source: Source,
  examples: readonly Example[],
  options: ShrinkOptions,
): Promise<Found> {
  const context = { ...partners, ...options };
  const shortest = examples.toSorted((a, b) => lengthOf(a.drawn) - lengthOf(b.drawn));
  const all: Found[] = [];
  let tried = 0;
  for (const { seed, drawn } of shortest.slice(0, EXAMPLES)) {
    if (all.length > 0 && options.isLate()) break;
    const small = await smallest(drawn, context);
    tried += small.tried;
    all.push({ ...small, seed, drawn: lengthOf(drawn) });
  }
  let best = all.reduce((a, b) => b.list.events.length < a.list.events.length ? b : a);
  while (best.list.events.length > 1) {
    const { drawn, searched } = await searchBelow(best.list.events.length, source, context);
    tried += searched;
    if (drawn === undefined) break;
    const small = await smallest(drawn, context);
    tried += small.tried;
    best = { ...best, ...small };
  }
  return { ...best, tried };
}

type Context = Partners & ShrinkOptions;

/** The smallest list that simplifications lead to. */
async function smallest(drawn: Drawn, context: Context): Promise<Small> {
  // An engine that does not decide the same twice may show the problem no more.
  const own = await firstShowing(context.engines, [drawn.list], context.problem);
  const start = { ...context, problem: own?.problem ?? context.problem };
  const plain = await descend(drawn, (at) => at.shrink(), ({ list }) => list, start);
  const goal = { ...context, problem: plain.problem };
  const small = await shrinkList(goal, plain.list, context);
  return { ...small, tried: plain.tried + small.tried };
}

/** Simplifies as long as the same problem shows. */
async function descend<T>(
  start: T,
  simplerThan: (at: T) => Iterable<T> | AsyncIterable<T>,
  listOf: (at: T) => EventList,
  { engines, problem, batch, isLate, progress }: Context,
): Promise<Small> {
  let best = { list: listOf(start), problem };
  let candidates = iteratorOf(simplerThan(start));
  let tried = 0;
  // Few at first: a bold simplification often succeeds, and the rest of its batch is for nothing.
  let width = 1;
  while (tried < TRIED && !isLate()) {
    const next = await take(candidates, width);
    if (next.length === 0) return { ...best, tried, minimal: true };
    tried += next.length;
    const found = await firstShowing(engines, next.map(listOf), problem);
    width = found === undefined ? Math.min(2 * width, batch) : 1;
    if (found === undefined) continue;
    best = { list: listOf(next[found.index]!), problem: found.problem };
    candidates = iteratorOf(simplerThan(next[found.index]!));
    progress(`shrinking: ${best.list.events.length} events`);
  }
  return { ...best, tried, minimal: false };
}

/** Draws lists of fewer events than `length`, until one shows the problem. */
async function searchBelow(
  length: number,
  source: Source,
  { engines, problem, batch, isLate, progress }: Context,
): Promise<{ readonly drawn?: Drawn; readonly searched: number }> {
  const shorter = source.within(length - 1);
  for (let seed = 0; seed < SEARCHED && !isLate(); seed += batch) {
    progress(`shrinking: ${length} events, ${seed} shorter lists drawn`);
    // A module that gives longer lists than it is asked for would have this go on for ever.
    const seeds = Array.from({ length: batch }, (_, i) => seed + i);
    const drawn = (await shorter.draw(seeds)).filter((one) => lengthOf(one) < length);
    const found = await firstShowing(engines, drawn.map(({ list }) => list), problem);
    if (found !== undefined) return { drawn: drawn[found.index]!, searched: seed + batch };
  }
  return { searched: SEARCHED };
}

/** The first of the lists that shows the problem, and how it does. */
async function firstShowing(
  engines: readonly Engine[],
  lists: readonly EventList[],
  problem: Problem,
): Promise<{ readonly index: number; readonly problem: Problem } | undefined> {
  const named = lists.map(({ graph, events }, i): NamedList => ({ id: `${i}`, graph, events }));
  const { judged } = await agree(engines, named);
  for (const [index, { problems }] of judged.entries()) {
    // A list that its partner declines too is no list.
    const [only, ...others] = problems;
    if (only !== undefined && others.length === 0 && isSame(only, problem)) {
      return { index, problem: only };
    }
  }
  return undefined;
}

function isSame(a: Problem, b: Problem): boolean {
  if (a.engine !== b.engine) return false;
  return a.type === "failure"
    ? b.type === "failure" && a.finding.code === b.finding.code
    : b.type === "divergence";
}

function iteratorOf<T>(items: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.iterator in items ? items[Symbol.iterator]() : items[Symbol.asyncIterator]();
}

async function take<T>(items: Iterator<T> | AsyncIterator<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = await items.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

function lengthOf({ list }: Drawn): number {
  return list.events.length;
}
