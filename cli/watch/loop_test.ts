import assert from "node:assert/strict";
import type { StageName, StageStatus } from "../../src/gate/report/report.ts";
import type { WatchCommand } from "./keys.ts";
import { watchLoop } from "./loop.ts";

/** A queue that a test fills. */
function queue<Item>() {
  const waiting: ((result: IteratorResult<Item>) => void)[] = [];
  return {
    iterator: {
      next: () => new Promise<IteratorResult<Item>>((done) => waiting.push(done)),
    },
    give: (value: Item) => waiting.shift()!({ done: false, value }),
    end: () => waiting.shift()!({ done: true, value: undefined }),
  };
}

/** A config that cannot be read. */
const BROKEN = "broken.jsonc";

/**
 * The loop with a world that a test moves.
 *
 * Paths are the names of the stages that they affect.
 */
function started(asked: readonly StageName[]) {
  const changes = queue<readonly string[]>();
  const keys = queue<WatchCommand>();
  const said: string[] = [];
  const runs: { stages: readonly StageName[]; end: (bad?: StageName) => void; aborted: boolean }[] =
    [];
  const loop = watchLoop({
    changes: changes.iterator,
    commands: keys.iterator as AsyncIterator<WatchCommand, never>,
    affected: (paths) =>
      Promise.resolve(paths.includes(BROKEN) ? undefined : new Set(paths as StageName[])),
    say: (line) => said.push(line),
    run(stages, signal) {
      return new Promise((resolve) => {
        const run = {
          stages,
          aborted: false,
          end: (bad?: StageName) =>
            resolve(
              new Map(stages.map((name): [StageName, StageStatus] => [
                name,
                name === bad ? "failed" : "passed",
              ])),
            ),
        };
        signal.addEventListener("abort", () => {
          run.aborted = true;
          resolve(undefined);
        });
        runs.push(run);
      });
    },
  }, asked);
  const change = (...paths: string[]) => changes.give(paths);
  return { change, end: changes.end, type: keys.give, said, runs, loop };
}

/** Lets everything happen that can. */
async function settled() {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

Deno.test("the loop runs what was asked for, then what each change affects of it", async () => {
  const { runs, change, end, loop, said } = started(["scan", "replay", "diff"]);
  assert.deepEqual(runs[0]!.stages, ["scan", "replay", "diff"]);
  runs[0]!.end();
  await settled();
  assert.match(said.at(-1)!, /^Everything agrees\./);
  change("diff", "replay", "certify");
  await settled();
  assert.deepEqual(runs[1]!.stages, ["replay", "diff"]);
  assert.equal(said.at(-1), "diff, replay, certify changed: replay, diff");
  runs[1]!.end();
  await settled();
  end();
  await loop;
  assert.equal(runs.length, 2);
});

Deno.test("what failed stays failed until it runs again and passes", async () => {
  const { runs, change, end, loop, said } = started(["scan", "replay"]);
  runs[0]!.end("scan");
  await settled();
  assert.match(said.at(-1)!, /^Refused: scan\./);
  change("replay");
  await settled();
  runs[1]!.end();
  await settled();
  assert.match(said.at(-1)!, /^Refused: scan\./);
  change("scan");
  await settled();
  runs[2]!.end();
  await settled();
  assert.match(said.at(-1)!, /^Everything agrees\./);
  end();
  await loop;
});

Deno.test("a change during a run ends it, and what it had left is judged with the rest", async () => {
  const { runs, change, end, loop } = started(["scan", "replay"]);
  change("replay");
  await settled();
  assert.equal(runs[0]!.aborted, true);
  assert.deepEqual(runs[1]!.stages, ["scan", "replay"]);
  runs[1]!.end();
  await settled();
  end();
  await loop;
});

Deno.test("a change that no stage reads starts nothing, and leaves a run alone", async () => {
  const { runs, change, end, loop, said } = started(["scan"]);
  change("README.md");
  await settled();
  assert.deepEqual([runs[0]!.aborted, said], [false, []]);
  runs[0]!.end();
  await settled();
  change("a", "b", "c", "d");
  await settled();
  assert.equal(said.at(-1), "a, b, c and 1 more changed: no stage reads it");
  assert.equal(runs.length, 1);
  end();
  await loop;
});

Deno.test("what nobody can judge is not said to be read by no stage", async () => {
  const { runs, change, end, loop, said } = started(["scan"]);
  runs[0]!.end();
  await settled();
  const before = said.length;
  change(BROKEN, "scan");
  await settled();
  assert.equal(said.length, before);
  change("scan");
  await settled();
  assert.equal(runs.length, 2);
  runs[1]!.end();
  await settled();
  end();
  await loop;
});

Deno.test("an interrupt ends the run that goes on, and then the loop", async () => {
  const { runs, end, loop } = started(["scan"]);
  end();
  await loop;
  assert.equal(runs[0]!.aborted, true);
});

Deno.test("a rerun ends the run that goes on, and runs everything selected", async () => {
  const { runs, type, loop } = started(["scan", "replay"]);
  type({ type: "rerun" });
  await settled();
  assert.equal(runs[0]!.aborted, true);
  assert.deepEqual(runs[1]!.stages, ["scan", "replay"]);
  runs[1]!.end("scan");
  await settled();
  type({ type: "quit" });
  assert.deepEqual([...await loop], [["scan", "failed"], ["replay", "passed"]]);
});

Deno.test("a filter runs its stages alone, until it is empty again", async () => {
  const { runs, change, type, loop, said } = started(["scan", "replay", "diff"]);
  runs[0]!.end();
  await settled();
  type({ type: "filter", stages: ["diff", "certify"] });
  await settled();
  assert.deepEqual(runs[1]!.stages, ["diff"]);
  runs[1]!.end();
  await settled();
  change("scan");
  await settled();
  assert.equal(said.at(-1), "scan changed: no stage reads it");
  type({ type: "filter", stages: [] });
  await settled();
  assert.deepEqual(runs[2]!.stages, ["scan", "replay", "diff"]);
  type({ type: "quit" });
  await loop;
  assert.equal(runs[2]!.aborted, true);
});
