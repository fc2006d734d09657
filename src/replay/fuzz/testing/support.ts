/** For tests: a source of lists of numbers. */
import type { Json } from "../../../platform/json/json.ts";
import { drawingOf } from "../../modules/child/fuzz.ts";
import type { Drawing, FuzzModule } from "../module.ts";
import { type Source, sourceOf } from "../generate.ts";

/** Lists of numbers up to 20. */
export const numbers: FuzzModule = {
  lists: (fc, longest) =>
    fc.array(fc.nat(20), { maxLength: longest, size: "max" }).map((events) => ({
      graph: 1,
      events,
    })),
};

/** The source of a module, which draws in this process. */
export function sourceFor(module: FuzzModule = numbers): Source {
  const { draw, shrink } = drawingOf(module);
  const drawing: Drawing = {
    draw: (request) => Promise.try(() => draw(request) as unknown as readonly Json[]),
    shrink: (request) => Promise.try(() => shrink(request) as unknown as readonly Json[]),
  };
  return sourceOf(drawing, "fuzz.ts");
}
