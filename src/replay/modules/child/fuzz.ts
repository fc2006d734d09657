/** Draws event sequences from a fuzz module, and shrinks them: their generators never leave the child. */
import fc from "fast-check";
import { mersenne } from "pure-rand/generator/mersenne";
import type { EventList } from "../../agree/list.ts";
import type { FuzzModule } from "../../fuzz/module.ts";
import type { DrawRequest, ShrinkRequest } from "../protocol.ts";

/** Draws and shrinks; a type, so that its methods can be called by name. */
export type Drawing = {
  /** One sequence for each seed. */
  readonly draw: (request: DrawRequest) => readonly EventList[];
  /** The boldest simplifications first; fewer than asked for when there are no more. */
  readonly shrink: (request: ShrinkRequest) => readonly EventList[];
};

/** The simplifications of one sequence, as far as they were asked for. */
interface Simpler {
  readonly key: string;
  readonly source: Iterator<fc.Value<EventList>>;
  readonly taken: fc.Value<EventList>[];
}

/** Prepares the drawing from a module. */
export function drawingOf(module: FuzzModule): Drawing {
  const arbitraries = new Map<number, fc.Arbitrary<EventList>>();
  let last: Simpler | undefined;

  function arbitraryOf(longest: number): fc.Arbitrary<EventList> {
    const known = arbitraries.get(longest);
    if (known !== undefined) return known;
    const made = module.lists(fc, longest);
    if (!(made instanceof fc.Arbitrary)) {
      throw new TypeError("lists() gave no arbitrary of fast-check");
    }
    arbitraries.set(longest, made);
    return made;
  }

  // Without bias: sequences are to be as varied in the middle of a run as at its start.
  const drawn = (longest: number, seed: number) =>
    arbitraryOf(longest).generate(new fc.Random(mersenne(seed | 0)), undefined);

  function valueAt(longest: number, seed: number, path: readonly number[]): fc.Value<EventList> {
    const index = path.at(-1);
    if (index === undefined) return drawn(longest, seed);
    return simplerThan(longest, seed, path.slice(0, -1), index + 1).taken[index]!;
  }

  /** The simplifications of a sequence, at least so many of them if there are. */
  function simplerThan(longest: number, seed: number, path: readonly number[], count: number) {
    const key = JSON.stringify([longest, seed, path]);
    if (last?.key !== key) {
      const { value, context } = valueAt(longest, seed, path);
      last = {
        key,
        source: arbitraryOf(longest).shrink(value, context)[Symbol.iterator](),
        taken: [],
      };
    }
    const { source, taken } = last;
    while (taken.length < count) {
      const { value, done } = source.next();
      if (done) break;
      taken.push(value);
    }
    return last;
  }

  return {
    draw: ({ longest, seeds }) => seeds.map((seed) => drawn(longest, seed).value),
    shrink({ longest, seed, path, from, count }) {
      const { taken } = simplerThan(longest, seed, path, from + count);
      return taken.slice(from, from + count).map(({ value }) => value);
    },
  };
}
