/** The loop of `verify --watch`: runs what a change affects, and shows the status of every stage. */
import { STAGE_NAMES, type StageName, type StageStatus } from "../../src/gate/report/report.ts";

/** The world around the loop. */
export interface WatchWorld {
  /** Batches of changed paths, relative to the project. Ends when the user interrupts. */
  readonly changes: AsyncIterator<readonly string[]>;
  /**
   * The stages that a change affects; asked anew for every batch, since the config may be what changed.
   * `undefined` when nobody can tell, and it was said why: what mends that affects them all.
   */
  affected(paths: readonly string[]): Promise<ReadonlySet<StageName> | undefined>;
  /** Judges the stages, and returns how each came out; `undefined` when the abort ended it. */
  run(
    stages: readonly StageName[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<StageName, StageStatus> | undefined>;
  /** Shows a line. */
  say(line: string): void;
}

/** Paths that a line names. */
const NAMED = 3;

/** A run that goes on. */
interface Running {
  readonly ended: ReturnType<WatchWorld["run"]>;
  readonly abort: AbortController;
}

/** Runs the stages, then those that each change affects, until there are no more changes. */
export async function watchLoop(world: WatchWorld, asked: readonly StageName[]): Promise<void> {
  const { changes, say } = world;
  const standing = new Map<StageName, StageStatus>();
  const pending = new Set(asked);
  let running: Running | undefined;
  let next = changes.next();
  for (;;) {
    if (running === undefined && pending.size > 0) running = start(world, pending);
    const event = await Promise.race([
      next.then((change) => ({ change })),
      ...(running === undefined ? [] : [running.ended.then((result) => ({ result }))]),
    ]);
    if ("result" in event) {
      for (const [name, status] of event.result ?? []) standing.set(name, status);
      pending.clear();
      running = undefined;
      say(standingLine(standing));
      continue;
    }
    if (event.change.done === true) return await stop(running);
    next = changes.next();
    const affected = await world.affected(event.change.value);
    if (affected === undefined) continue;
    const again = STAGE_NAMES.filter((name) => asked.includes(name) && affected.has(name));
    if (again.length > 0) {
      // What was not judged to its end is judged again, with what the change affects.
      await stop(running);
      running = undefined;
    }
    // What a run shows is left alone.
    if (running === undefined) say(changeLine(event.change.value, again));
    for (const name of again) pending.add(name);
  }
}

function start({ run }: WatchWorld, pending: ReadonlySet<StageName>): Running {
  const abort = new AbortController();
  const ended = run(STAGE_NAMES.filter((name) => pending.has(name)), abort.signal);
  return { ended, abort };
}

async function stop(running: Running | undefined): Promise<void> {
  running?.abort.abort();
  await running?.ended;
}

/** What changed, and what is done about it. */
export function changeLine(paths: readonly string[], stages: readonly StageName[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  const what = `${paths.slice(0, NAMED).join(", ")}${more} changed`;
  return stages.length === 0 ? `${what}: no stage reads it` : `${what}: ${stages.join(", ")}`;
}

/** The status of every stage, including those that did not run again. */
export function standingLine(standing: ReadonlyMap<StageName, StageStatus>): string {
  const bad = STAGE_NAMES.filter((name) =>
    ["failed", "blocked"].includes(standing.get(name) ?? "")
  );
  const said = standing.size === 0
    ? "Nothing was judged"
    : bad.length === 0
    ? "Everything agrees"
    : `Refused: ${bad.join(", ")}`;
  return `${said}. Watching for changes; Ctrl-C ends.`;
}
