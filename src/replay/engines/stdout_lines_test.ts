import assert from "node:assert/strict";
import fc from "fast-check";
import { type Line, readLines } from "./stdout_lines.ts";

/** A stream of these chunks; ends after them unless `open`. */
function streamOf(chunks: readonly Uint8Array[], open = false): ReadableStream<Uint8Array> {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (!open) controller.close();
    },
  });
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Readings up to the first that is not a line. */
async function readAll(chunks: readonly Uint8Array[], maxBytes = 1_000): Promise<Line[]> {
  const reader = readLines(streamOf(chunks), maxBytes);
  const lines: Line[] = [];
  while (true) {
    const line = await reader.next();
    lines.push(line);
    if (line.type === "line") continue;
    assert.deepEqual(await reader.next(), line, "A spent reader stays so");
    return lines;
  }
}

function line(text: string): Line {
  return { type: "line", text };
}

const END: Line = { type: "end", partial: 0 };

Deno.test("readLines() gives the same lines however the bytes are cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", ""))),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (texts, sizes) => {
        const whole = bytes(texts.map((text) => `${text}\n`).join(""));
        const chunks: Uint8Array[] = [];
        for (let at = 0, i = 0; at < whole.length; i++) {
          const size = sizes[i % sizes.length]!;
          chunks.push(whole.slice(at, at + size));
          at += size;
        }
        assert.deepEqual(await readAll(chunks), [
          ...texts.map((text) => line(text.toWellFormed())),
          END,
        ]);
      },
    ),
    { seed: 17, numRuns: 200 },
  );
});

Deno.test("readLines() gives nothing for an empty stream", async () => {
  assert.deepEqual(await readAll([]), [END]);
});

Deno.test("readLines() counts the bytes of an unfinished last line", async () => {
  assert.deepEqual(await readAll([bytes("a\nbé"), bytes("c")]), [
    line("a"),
    { type: "end", partial: 4 },
  ]);
});

Deno.test("readLines() tells how much of a line has come while it waits", async () => {
  const reader = readLines(streamOf([bytes("a\nbcd")], true), 1_000);
  assert.deepEqual(await reader.next(), line("a"));
  const pending = reader.next();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(reader.partial(), 3);
  await reader.cancel();
  assert.equal((await pending).type, "end");
});

Deno.test("readLines() refuses a line that is too long, and gives those before it", async () => {
  const ten = "x".repeat(10);
  assert.deepEqual(await readAll([bytes(`${ten}\n`)], 10), [line(ten), END]);
  assert.deepEqual(await readAll([bytes(`${ten}x\n`)], 10), [{ type: "too_long" }]);
  assert.deepEqual(await readAll([bytes(ten), bytes("x"), bytes("\n")], 10), [{
    type: "too_long",
  }]);
  assert.deepEqual(await readAll([bytes(`a\nb\n${ten}`), bytes("xx")], 10), [
    line("a"),
    line("b"),
    { type: "too_long" },
  ]);
});

Deno.test("readLines() stops to read a line without end", async () => {
  let given = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      given++;
      controller.enqueue(new Uint8Array(1_000).fill(120));
    },
  }, { highWaterMark: 0 });
  assert.deepEqual(await readLines(endless, 10_000).next(), { type: "too_long" });
  assert.equal(given, 11);
});

Deno.test("readLines() refuses bytes that are not UTF-8, and gives the lines before them", async () => {
  const bad = new Uint8Array([...bytes("a\nb\nc"), 0xff, ...bytes("d\ne\n")]);
  assert.deepEqual(await readAll([bad]), [line("a"), line("b"), { type: "not_utf8" }]);
  // A character cut off by the line end; the rest of it on the next line.
  const cut = new Uint8Array([0xc3, 10, 0xa9, 10]);
  assert.deepEqual(await readAll([cut]), [{ type: "not_utf8" }]);
});

Deno.test("readLines() keeps a byte order mark, which the parse will refuse", async () => {
  assert.deepEqual(await readAll([bytes("\ufeff{}\n")]), [line("\ufeff{}"), END]);
});
