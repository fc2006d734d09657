import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { all, withModule } from "../modules/testing/support.ts";
import { type Drawn, seedAfter, SEEDS, sourceOf } from "./generate.ts";
import { type FuzzModule, openFuzz } from "./module.ts";
import { numbers, sourceFor } from "./testing/support.ts";

const SEEDS_200 = Array.from({ length: 200 }, (_, i) => i);

/** Numbers as a fuzz module of its own. */
const NUMBERS = `export default {
  lists: (fc, longest) =>
    fc.array(fc.nat(20), { maxLength: longest, size: "max" })
      .map((events) => ({ graph: 1, events })),
};`;

Deno.test("draw() gives the same list for a seed, whatever was drawn before", async () => {
  const [one, other] = [sourceFor(), sourceFor()];
  await other.draw([3]);
  const [[a], [b]] = [await one.draw([7]), await other.draw([7])];
  assert.deepEqual(a!.list, b!.list);
});

Deno.test("draw() gives unlike lists for neighbouring seeds", async () => {
  const drawn = await sourceFor().draw(SEEDS_200);
  assert.ok(new Set(drawn.map(({ list }) => JSON.stringify(list))).size > 190);
});

Deno.test("within() keeps to the length that is asked for", async () => {
  const drawn = await sourceFor().within(3).draw(SEEDS_200);
  assert.equal(Math.max(...drawn.map(({ list }) => list.events.length)), 3);
});

Deno.test("shrink() leads to lists of the same module", async () => {
  const [drawn] = await sourceFor().draw([12]);
  const simpler = await all(drawn!.shrink());
  assert.ok(simpler.length > 10);
  for (const { list } of simpler) {
    assert.ok(list.events.every((event) => typeof event === "number" && event <= 20));
  }
});

Deno.test("openFuzz() draws and shrinks in a child as in this process", () =>
  withModule(NUMBERS, async (folder, host) => {
    await using drawing = await openFuzz("module.js", folder, host);
    /** The lists on the way down, the last simplification but one of each. */
    const descent = async (source: ReturnType<typeof sourceFor>) => {
      const lists: unknown[] = [];
      let [at] = await source.draw([12]) as [Drawn | undefined];
      while (at !== undefined && lists.length < 6) {
        lists.push(at.list);
        // Something else is asked for in between: the way is found again.
        await source.draw([3]);
        at = (await all(at.shrink())).at(-2);
      }
      return lists;
    };
    const expected = await descent(sourceFor());
    assert.ok(expected.length > 3);
    assert.deepEqual(await descent(sourceOf(drawing, "module.js")), expected);
  }));

Deno.test("seedAfter() begins again behind the last seed", () => {
  assert.equal(seedAfter(SEEDS - 1, 1), 0);
  assert.equal(seedAfter(5, 3), 8);
});

/** Checks that a module is refused as malformed, for this reason. */
async function refuses(source: string, reason: RegExp): Promise<void> {
  await withModule(`export default { lists: (fc) => ${source} };`, async (folder, host) => {
    await using drawing = await openFuzz("module.js", folder, host);
    await assert.rejects(sourceOf(drawing, "fuzz.ts").draw([1]), (cause) => {
      assert.ok(cause instanceof GateError);
      assert.deepEqual([cause.kind, cause.diagnostic.code], ["setup", "fuzz_module_malformed"]);
      assert.match(cause.message, reason);
      return true;
    });
  });
}

Deno.test("sourceOf() refuses a module that gives no arbitrary, throws, or draws no lists", async () => {
  await refuses("[1]", /threw "lists\(\) gave no arbitrary of fast-check"$/);
  await refuses('{ throw new Error("no idea"); }', /threw "no idea"$/);
  const drawing = (list: string) => `fc.constant(${list})`;
  await refuses(drawing("{ graph: 1 }"), /gave a malformed list: "events" is not a list$/);
  await refuses(drawing("{ graph: -1, events: [] }"), /-1 is not an integer from 0 to/);
  await refuses(drawing('{ graph: "1", events: [] }'), /"graph" is no integer from 0 on$/);
  await refuses(drawing("{ graph: 1, events: [1.5] }"), /"\[0\]\.events\[0\]": 1\.5 is not/);
  await refuses(drawing("3"), /malformed list/);
  const [drawn] = await sourceFor(numbers as FuzzModule).draw([1]);
  assert.equal(drawn!.list.graph, 1);
});

Deno.test("openFuzz() refuses a module that is absent or has no lists", async () => {
  for (
    const [text, code] of [
      [undefined, "fuzz_module_failed"],
      ["export default {};", "fuzz_module_malformed"],
    ] as const
  ) {
    await withModule(text, async (folder, host) => {
      await assert.rejects(openFuzz("module.js", folder, host), (cause) => {
        assert.ok(cause instanceof GateError);
        assert.deepEqual([cause.kind, cause.diagnostic.code], ["setup", code]);
        return true;
      });
    });
  }
});
