import assert from "node:assert/strict";
import { watchdog, within } from "./watchdog.ts";

const now = () => performance.now();

function elapse(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Keeps the event loop from doing anything else. */
function stall(ms: number): void {
  for (const until = now() + ms; now() < until;);
}

Deno.test("watchdog() expires once after its deadline, not before", async () => {
  const started = now();
  let count = 0;
  let after = 0;
  await new Promise<void>((resolve) => {
    const dog = watchdog(now, () => {
      count++;
      after = now() - started;
      setTimeout(() => {
        dog.dispose();
        resolve();
      }, 150);
    });
    dog.arm(200);
  });
  assert.equal(count, 1);
  assert.ok(after >= 200, `Expired after ${after} ms`);
});

Deno.test("watchdog() counts from zero each time it is armed", async () => {
  let expired = false;
  const dog = watchdog(now, () => expired = true);
  for (let i = 0; i < 10; i++) {
    dog.arm(2_000);
    await elapse(30);
  }
  dog.dispose();
  assert.ok(!expired);
});

Deno.test("watchdog() does not expire while it rests, nor after it was disposed", async () => {
  let expired = false;
  const dog = watchdog(now, () => expired = true);
  dog.arm(60);
  dog.rest();
  await elapse(200);
  dog.arm(60);
  dog.dispose();
  await elapse(200);
  assert.ok(!expired);
});

Deno.test("watchdog() does not count time in which this process could not look", async () => {
  let expired = false;
  const dog = watchdog(now, () => expired = true);
  dog.arm(400);
  await elapse(30);
  stall(1_000);
  // The late ticks have their turn before an answer that came meanwhile would have.
  await elapse(30);
  dog.dispose();
  assert.ok(!expired);
});

Deno.test("within() tells whether something happened in time", async () => {
  assert.equal(await within(5_000, Promise.resolve()), true);
  assert.equal(await within(5_000, Promise.reject(new Error("also an end"))), true);
  assert.equal(await within(20, new Promise(() => {})), false);
});
