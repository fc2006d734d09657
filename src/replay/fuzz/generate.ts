/** Draws lists of events: each has a seed of its own, by which it alone can be drawn again. */
import fc from "fast-check";
import { mersenne } from "pure-rand/generator/mersenne";
import type { EventList } from "../agree/list.ts";
import { messageOf } from "../../platform/diagnostic.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { inexactPart } from "../../platform/json/inexact.ts";
import { type FuzzModule, malformed } from "./module.ts";

/** Seeds are integers from 0 on, below this. */
export const SEEDS = 2 ** 32;

/** A list as fast-check draws it, with what it needs to shrink it. */
export interface Drawn {
  readonly list: EventList;
  /** Simpler lists, the boldest simplification first. */
  shrink(): Iterable<Drawn>;
}

/** Draws lists. */
export interface Source {
  /** Draws the list of a seed. Throws GateError `fuzz_module_malformed` (set-up). */
  draw(seed: number): Drawn;
  /** The same source of lists of at most so many events. */
  within(longest: number): Source;
}

/** Most events of a list, unless it is asked for shorter ones. */
const LONGEST = 60;

/** The seed that follows another by so many. */
export function seedAfter(seed: number, steps: number): number {
  return (seed + steps) % SEEDS;
}

/** Prepares the drawing of lists from a module, whose path is for messages. */
export function sourceOf(module: FuzzModule, path: string, longest: number = LONGEST): Source {
  const guarded = <T>(body: () => T): T => {
    try {
      return body();
    } catch (cause) {
      throw malformed(path, `threw "${messageOf(cause)}"`);
    }
  };
  const arbitrary = guarded(() => module.lists(fc, longest));
  if (!(arbitrary instanceof fc.Arbitrary)) {
    throw malformed(path, "gives no arbitrary of fast-check");
  }
  const drawn = (value: fc.Value<EventList>): Drawn => {
    const wrong = malformedList(value.value);
    if (wrong !== undefined) throw malformed(path, `gave a malformed list: ${wrong}`);
    return {
      list: value.value,
      *shrink() {
        const simpler = guarded(() => arbitrary.shrink(value.value, value.context));
        while (true) {
          const { value, done } = guarded(() => simpler.next());
          if (done) return;
          yield drawn(value);
        }
      },
    };
  };
  return {
    // Without bias: lists are to be as varied in the middle of a run as at its start.
    draw: (seed) =>
      drawn(guarded(() => arbitrary.generate(new fc.Random(mersenne(seed | 0)), undefined))),
    within: (longest) => sourceOf(module, path, longest),
  };
}

/** What is wrong with a list, if anything is. */
function malformedList(list: unknown): string | undefined {
  const { graph, events } = isObject(list as Json) ? list as Partial<EventList> : {};
  if (!Number.isSafeInteger(graph) || graph! < 0) return '"graph" is no integer from 0 on';
  if (!Array.isArray(events)) return '"events" is not a list';
  const inexact = inexactPart(events);
  return inexact && `"events${inexact.path}": ${inexact.message}`;
}
