import assert from "node:assert/strict";
import { slots } from "./slots.ts";

Deno.test("slots() runs no more than its count at once, in order, and goes on after a failure", async () => {
  const run = slots(2);
  const log: string[] = [];
  const release: (() => void)[] = [];
  const work = (name: string) =>
    run(async () => {
      log.push(name);
      await new Promise<void>((resolve) => release.push(resolve));
      if (name === "a") throw new Error("a failed");
      return name;
    });
  const results = ["a", "b", "c", "d"].map(work);
  const settled = Promise.allSettled(results);
  const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  await turn();
  assert.deepEqual(log, ["a", "b"]);
  release.shift()?.();
  await turn();
  assert.deepEqual(log, ["a", "b", "c"]);
  release.shift()?.();
  release.shift()?.();
  await turn();
  release.shift()?.();
  assert.deepEqual((await settled).map(({ status }) => status), [
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  assert.deepEqual(log, ["a", "b", "c", "d"]);
});
