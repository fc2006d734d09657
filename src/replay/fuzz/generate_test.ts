import assert from "node:assert/strict";
import { GateError } from "../../platform/diagnostic.ts";
import { memoryHost } from "../../platform/host/memory.ts";
import { seedAfter, SEEDS, sourceOf } from "./generate.ts";
import { type FuzzModule, openFuzz } from "./module.ts";
import { numbers, sourceFor } from "./testing/support.ts";

Deno.test("draw() gives the same list for a seed, whatever was drawn before", () => {
  const [one, other] = [sourceFor(), sourceFor()];
  other.draw(3);
  assert.deepEqual(one.draw(7).list, other.draw(7).list);
});

Deno.test("draw() gives unlike lists for neighbouring seeds", () => {
  const source = sourceFor();
  const texts = Array.from({ length: 200 }, (_, i) => JSON.stringify(source.draw(i).list));
  assert.ok(new Set(texts).size > 190);
});

Deno.test("within() keeps to the length that is asked for", () => {
  const short = sourceFor().within(3);
  const lengths = Array.from({ length: 200 }, (_, i) => short.draw(i).list.events.length);
  assert.equal(Math.max(...lengths), 3);
});

Deno.test("shrink() leads to lists of the same module", () => {
  const drawn = sourceFor().draw(12);
  for (const { list } of drawn.shrink()) {
    assert.ok(list.events.every((event) => typeof event === "number" && event <= 20));
  }
});

Deno.test("seedAfter() begins again behind the last seed", () => {
  assert.equal(seedAfter(SEEDS - 1, 1), 0);
  assert.equal(seedAfter(5, 3), 8);
});

/** Checks that a module is refused as malformed, for this reason. */
function refuses(module: FuzzModule, reason: RegExp): void {
  assert.throws(() => sourceOf(module, "fuzz.ts").draw(1), (cause) => {
    assert.ok(cause instanceof GateError);
    assert.deepEqual([cause.kind, cause.diagnostic.code], ["setup", "fuzz_module_malformed"]);
    assert.match(cause.message, reason);
    return true;
  });
}

Deno.test("sourceOf() refuses a module that gives no arbitrary, throws, or draws no lists", () => {
  const module = (lists: unknown) => ({ lists }) as FuzzModule;
  refuses(module(() => [1]), /"fuzz\.ts" gives no arbitrary of fast-check$/);
  refuses(
    module(() => {
      throw new Error("no idea");
    }),
    /threw "no idea"$/,
  );
  const lists = (list: unknown): FuzzModule =>
    module((fc: typeof import("fast-check")) => fc.constant(list));
  refuses(lists({ graph: 1 }), /gave a malformed list: "events" is not a list$/);
  refuses(lists({ graph: -1, events: [] }), /"graph" is no integer from 0 on$/);
  refuses(lists({ graph: 1, events: [1.5] }), /"events\[0\]": 1\.5 is not an integer/);
  refuses(lists(3), /malformed list/);
  assert.deepEqual(sourceOf(numbers, "fuzz.ts").draw(1).list.graph, 1);
});

Deno.test("openFuzz() refuses a module that is absent or has no lists", async () => {
  const { files } = memoryHost().host;
  assert.ok(files);
  const folder = await Deno.makeTempDir({ prefix: "fuzz-" });
  await Deno.writeTextFile(`${folder}/empty.ts`, "export default {};\n");
  for (
    const [path, code] of [["no.ts", "fuzz_module_failed"], ["empty.ts", "fuzz_module_malformed"]]
  ) {
    await assert.rejects(openFuzz(path!, folder), (cause) => {
      assert.ok(cause instanceof GateError);
      assert.deepEqual([cause.kind, cause.diagnostic.code], ["setup", code]);
      return true;
    });
  }
  await Deno.remove(folder, { recursive: true });
});
