/** Replays traces and has every answer judged: what is timed, and fails where an engine disagrees. */
import { judgeOf } from "../src/replay/diff/diff.ts";
import type { Engine, ReplayRequest } from "../src/replay/engines/engine.ts";
import { replayAll, requestFor } from "../src/replay/engines/replay.ts";
import type { PlacedTrace } from "../src/replay/trace/read.ts";

/** Replays traces as they come, and keeps none; `count` is how many there are to be. */
export async function judged(
  engine: Engine,
  traces: Iterable<PlacedTrace>,
  count: number,
): Promise<void> {
  const judge = judgeOf(engine.name);
  const asked = new Map<string, PlacedTrace>();
  function* requests(): Generator<ReplayRequest> {
    for (const placed of traces) {
      asked.set(placed.trace.id, placed);
      yield requestFor(placed);
    }
  }
  const { findings } = await replayAll(engine, requests(), {
    keep: false,
    onResult({ type, request, ...result }) {
      const placed = asked.get(request.id)!;
      asked.delete(request.id);
      if (type === "answer" && "answer" in result) judge.add(placed, result.answer);
    },
  });
  if (findings.length > 0) throw new Error(findings[0]!.message);
  if (judge.compared() !== count || judge.diverged() > 0) {
    throw new Error(
      `${judge.compared()} of ${count} answers compared, ${judge.diverged()} diverge`,
    );
  }
}
