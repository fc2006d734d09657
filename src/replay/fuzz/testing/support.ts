/** For tests: a source of lists of numbers. */
import type { FuzzModule } from "../module.ts";
import { type Source, sourceOf } from "../generate.ts";

/** Lists of numbers up to 20. */
export const numbers: FuzzModule = {
  lists: (fc, longest) =>
    fc.array(fc.nat(20), { maxLength: longest, size: "max" }).map((events) => ({
      graph: 1,
      events,
    })),
};

/** The source of a module. */
export function sourceFor(module: FuzzModule = numbers): Source {
  return sourceOf(module, "fuzz.ts");
}
