/** Runs a child to its end, draining what it writes. */
import { Buffer } from "node:buffer";
import type { Child, Command, Finished } from "./host.ts";
import { splitLines } from "./lines.ts";

/**
 * How long a stream may stay open after the child has ended, in milliseconds. What the child wrote is
 * there by then; only a descendant that left its process group still holds the other end.
 */
const STRAGGLER_MS = 2_000;

/**
 * Closes the child's stdin and reads both of its streams at once until it has ended, so that neither
 * fills up and blocks it.
 */
export async function runToEnd(child: Child, onLine: Command["onLine"]): Promise<Finished> {
  const readers = [child.stdout.getReader(), child.stderr.getReader()] as const;
  const closing = child.stdin.close().catch(() => {});
  let straggling: ReturnType<typeof setTimeout> | undefined;
  const exited = child.exit.then((exit) => {
    straggling = setTimeout(() => readers.map((reader) => reader.cancel()), STRAGGLER_MS);
    return exit;
  });
  try {
    const [stdout, stderr, exit] = await Promise.all([
      collect(readers[0], onLine && ((line) => onLine("stdout", line))),
      collect(readers[1], onLine && ((line) => onLine("stderr", line))),
      exited,
      closing,
    ]);
    return { ...exit, stdout, stderr };
  } finally {
    await child.end();
    clearTimeout(straggling);
  }
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onLine: ((line: string) => void) | undefined,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const lines = onLine && splitLines(onLine);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    lines?.push(value);
  }
  lines?.flush();
  return Buffer.concat(chunks).toString("utf8");
}
