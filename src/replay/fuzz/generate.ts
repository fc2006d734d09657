/**
 * Draws lists of events.
 *
 * Each has a seed of its own, by which it alone can be drawn again.
 */
import type { EventList } from "../agree/list.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { inexactPart } from "../../platform/json/inexact.ts";
import { type Drawing, malformed } from "./module.ts";

/** Seeds are integers from 0 on, below this. */
export const SEEDS = 2 ** 32;

/** A list as fast-check draws it, and how to shrink it. */
export interface Drawn {
  readonly list: EventList;
  /** Simpler lists, the boldest simplification first. */
  shrink(): AsyncIterable<Drawn>;
}

/** Draws lists. */
export interface Source {
  /** Draws the lists of these seeds. Throws GateError `fuzz_module_malformed` (set-up). */
  draw(seeds: readonly number[]): Promise<readonly Drawn[]>;
  /** The same source of lists of at most so many events. */
  within(longest: number): Source;
}

/** Most events of a list, unless it is asked for shorter ones. */
const LONGEST = 60;

/** Simplifications that are asked for at once, at most. */
const SHRUNK = 64;

/** The seed that follows another by so many. */
export function seedAfter(seed: number, steps: number): number {
  return (seed + steps) % SEEDS;
}

/** A source of what is drawn from a module, whose path is for messages. */
export function sourceOf(drawing: Drawing, path: string, longest: number = LONGEST): Source {
  const drawn = (value: Json | undefined, seed: number, at: readonly number[]): Drawn => {
    const wrong = malformedList(value);
    if (wrong !== undefined) throw malformed(path, `gave a malformed list: ${wrong}`);
    return {
      list: value as unknown as EventList,
      async *shrink() {
        // Few at first: the first simplification often serves, and the rest is for nothing.
        for (let from = 0, count = 1;; from += count, count = Math.min(2 * count, SHRUNK)) {
          const simpler = await drawing.shrink({ longest, seed, path: at, from, count });
          for (const [i, value] of simpler.entries()) yield drawn(value, seed, [...at, from + i]);
          if (simpler.length < count) return;
        }
      },
    };
  };
  return {
    async draw(seeds) {
      const lists = await drawing.draw({ longest, seeds });
      return seeds.map((seed, i) => drawn(lists[i], seed, []));
    },
    within: (longest) => sourceOf(drawing, path, longest),
  };
}

/** What is wrong with a list, if anything is. */
function malformedList(list: unknown): string | undefined {
  const { graph, events } = isObject(list as Json | undefined) ? list as Partial<EventList> : {};
  if (!Number.isSafeInteger(graph) || graph! < 0) return '"graph" is no integer from 0 on';
  if (!Array.isArray(events)) return '"events" is not a list';
  const inexact = inexactPart(events);
  return inexact && `"events${inexact.path}": ${inexact.message}`;
}
