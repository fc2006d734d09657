import assert from "node:assert/strict";
import { tailOf } from "./stderr_tail.ts";

async function tail(chunks: readonly string[], lines = 3, bytes = 100): Promise<string> {
  const stream = ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
  const tail = tailOf(stream, lines, bytes);
  await tail.done;
  return tail.text();
}

Deno.test("tailOf() keeps everything of a short stream", async () => {
  assert.equal(await tail([]), "");
  assert.equal(await tail(["a\n", "b", "c\n"]), "a\nbc");
});

Deno.test("tailOf() keeps the last lines", async () => {
  assert.equal(await tail(["1\n2\n3\n4\n", "5\n"]), "3\n4\n5");
});

Deno.test("tailOf() keeps the last bytes, in whole lines where it can", async () => {
  assert.equal(await tail(["x".repeat(300), "\nlast\n"]), "last");
  assert.equal(await tail(["x".repeat(300)]), "x".repeat(100));
});

Deno.test("tailOf() drops colours and replaces other control characters", async () => {
  assert.equal(
    await tail(["\u001b[0m\u001b[31merror\u001b[0m: \u0007bell\r\n"]),
    "error: \ufffdbell",
  );
});

Deno.test("tailOf() replaces bytes that are not UTF-8", async () => {
  const stream = ReadableStream.from([new Uint8Array([97, 0xff, 98, 10])]);
  const tail = tailOf(stream, 3, 100);
  await tail.done;
  assert.equal(tail.text(), "a\ufffdb");
});

Deno.test("tailOf() survives a stream that breaks", async () => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("before\n"));
    },
    pull(controller) {
      controller.error(new Error("broken"));
    },
  });
  const tail = tailOf(stream, 3, 100);
  await tail.done;
  assert.equal(tail.text(), "before");
});
