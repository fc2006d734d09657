/**
 * The loop of `verify --watch`.
 *
 * Runs what a change affects, and shows the status of every stage.
 */
import { KEYS, type WatchCommand } from "./keys.ts";
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
  /** What the user's keys ask for; never ends. Absent without a terminal. */
  readonly commands?: AsyncIterator<WatchCommand, never>;
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

/**
 * Runs the stages, then those that each change affects, until there are no more changes or the user quits.
 * Returns the last status of every stage.
 */
export async function watchLoop(
  world: WatchWorld,
  asked: readonly StageName[],
): Promise<ReadonlyMap<StageName, StageStatus>> {
  const { changes, commands, say } = world;
  const statuses = new Map<StageName, StageStatus>();
  let selected = asked;
  const pending = new Set(selected);
  let running: Running | undefined;
  let next = changes.next();
  let key = commands?.next();
  for (;;) {
    if (running === undefined && pending.size > 0) running = start(world, pending);
    const event = await Promise.race([
      next.then((change) => ({ change })),
      ...(running === undefined ? [] : [running.ended.then((result) => ({ result }))]),
      ...(key === undefined ? [] : [key.then(({ value }) => ({ command: value }))]),
    ]);
    if ("result" in event) {
      for (const [name, status] of event.result ?? []) statuses.set(name, status);
      pending.clear();
      running = undefined;
      say(statusLine(statuses, commands !== undefined));
      continue;
    }
    if ("command" in event) {
      key = commands!.next();
      const { command } = event;
      await stop(running);
      running = undefined;
      if (command.type === "quit") return statuses;
      if (command.type === "filter") {
        const { stages } = command;
        selected = stages.length === 0 ? asked : asked.filter((name) => stages.includes(name));
        pending.clear();
        statuses.clear();
        if (selected.length === 0) say("No such stage was asked for. Press f to select others.");
      }
      for (const name of selected) pending.add(name);
      continue;
    }
    if (event.change.done === true) {
      await stop(running);
      return statuses;
    }
    next = changes.next();
    const affected = await world.affected(event.change.value);
    if (affected === undefined) continue;
    const again = STAGE_NAMES.filter((name) => selected.includes(name) && affected.has(name));
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
export function statusLine(
  statuses: ReadonlyMap<StageName, StageStatus>,
  hasKeys: boolean,
): string {
  const bad = failedStages(statuses);
  const said = statuses.size === 0
    ? "Nothing was judged"
    : bad.length === 0
    ? "Everything agrees"
    : `Refused: ${bad.join(", ")}`;
  return `${said}. Watching for changes; ${hasKeys ? KEYS : "Ctrl-C ends"}.`;
}

/** The stages that failed or could not judge. */
export function failedStages(statuses: ReadonlyMap<StageName, StageStatus>): StageName[] {
  return STAGE_NAMES.filter((name) => ["failed", "blocked"].includes(statuses.get(name) ?? ""));
}
