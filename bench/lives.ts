/** Lives of tasks, told one after the other: the log on which the reducers are compared. */
import type { WireEvent, WireKey } from "../src/lifecycle/wire.ts";
import {
  accept,
  claim,
  cleaned,
  declare,
  exit,
  failRequest,
  fault,
  finish,
  intend,
  kill,
  lateCommit,
  lost,
  probed,
  promoting,
  RECEIPT,
  release,
  type Saying,
  success,
  validate,
} from "../src/lifecycle/testing/events.ts";

/** The log of so many tasks, each of which lives one of {@linkcode LIVES}. Every 50th event comes twice. */
export function lives(tasks: number): readonly WireEvent[] {
  const sayings = Array.from(
    { length: tasks },
    (_, task) => [declare(task, [], 1), ...LIVES[task % LIVES.length]!(task)],
  ).flat();
  const log = sayings.map((saying, i) => ({ ...saying, eid: i + 1 }) as WireEvent);
  return log.flatMap((event, i) => i % 50 === 0 ? [event, event] : [event]);
}

const LIVES: readonly ((task: number) => readonly Saying[])[] = [
  // It succeeds, and late diagnostics come: what the lifecycle is about.
  (task) => {
    const key = attempt(task, 1);
    return [...success(key), exit(key, 1, "wrapper"), fault(key), lateCommit(key)];
  },
  // It fails, and an acceptance comes too late.
  (task) => {
    const key = attempt(task, 1);
    return [claim(key), exit(key, 1), lost(key), accept(key)];
  },
  // It is killed while its promotion is in flight, claimed again once its worker is gone, and given back.
  (task) => {
    const [one, two] = [attempt(task, 1), attempt(task, 2)];
    return [
      ...promoting(one),
      kill(one),
      fault(one),
      probed(one, null),
      exit(one, 1),
      claim(two),
      exit(one, 1),
      release(two),
      lost([1, task, 0, 2, 1]),
    ];
  },
  // Its candidate is refused, and it is asked to fail.
  (task) => {
    const key = attempt(task, 1);
    return [
      claim(key),
      finish(key),
      validate(key, false),
      finish(key),
      validate(key),
      failRequest(key),
    ];
  },
  // It succeeds by a probe.
  (task) => {
    const key = attempt(task, 1);
    return [...promoting(key), intend(key), probed(key, RECEIPT), cleaned(key)];
  },
];

function attempt(task: number, n: number): WireKey {
  return [1, task, 0, n, n];
}
