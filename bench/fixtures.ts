/** The committed traces, as the benchmarks take them. */
import { join } from "node:path";
import { requestLine } from "../src/replay/engines/protocol.ts";
import { requestFor } from "../src/replay/engines/replay.ts";
import { type PlacedTrace, readTraceFile } from "../src/replay/trace/read.ts";

/** The repository. */
export const ROOT = join(import.meta.dirname!, "..");

/** A trace file's content. */
export interface Fixture {
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The trace files of `fixtures/traces`. */
export async function readFixtures(): Promise<readonly Fixture[]> {
  const fixtures: Fixture[] = [];
  for await (const { name } of Deno.readDir(join(ROOT, "fixtures/traces"))) {
    const file = `fixtures/traces/${name}`;
    if (name.endsWith(".ndjson")) {
      fixtures.push({ file, bytes: await Deno.readFile(join(ROOT, file)) });
    }
  }
  return fixtures.sort((a, b) => a.file < b.file ? -1 : 1);
}

/** Their traces; the fixtures must be in order. */
export function tracesOf(fixtures: readonly Fixture[]): readonly PlacedTrace[] {
  return fixtures.flatMap(({ file, bytes }) => {
    const { traces, findings } = readTraceFile(file, bytes);
    if (findings.length > 0) throw new Error(`${file}: ${findings[0]!.message}`);
    return traces;
  });
}

/** The same traces again and again, with ids of their own. */
export function repeated(traces: readonly PlacedTrace[], times: number): readonly PlacedTrace[] {
  return Array.from({ length: times }, (_, n) =>
    traces.map((placed) => ({
      ...placed,
      trace: { ...placed.trace, id: `${placed.trace.id}/again/${n}` },
    }))).flat();
}

/** The lines that ask an engine for these traces. */
export function requestText(traces: readonly PlacedTrace[]): string {
  return traces.map((placed) => requestLine(requestFor(placed), placed.trace.id)).join("");
}
