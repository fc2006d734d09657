/**
 * For tests and benchmarks: events of tasks that succeed one after the other, each after the last.
 */
import type { Body } from "../../lifecycle/event.ts";
import type { Facts } from "../facts.ts";

/** An event, and what is recorded with it. */
export type Success = readonly [body: Body, facts?: Facts];

const BASE = "0".repeat(40);
const COMMIT = "1".repeat(40);

/** The first events of the tasks; the `eid` of each is its place, from 1 on. */
export function* successes(count: number): Generator<Success> {
  let eid = 0;
  for (let task = 1;; task++) {
    for (const success of successOf(task, eid)) {
      if (++eid > count) return;
      yield success;
    }
  }
}

/** Declared, claimed, landed, cleaned, and then the worker exits nonzero. */
function successOf(task: number, before: number): readonly Success[] {
  const key = { graph: 1, task, generation: 0, attempt: 1, fence: 1 };
  const [tx, receipt, cleanup] = [before + 3, before + 6, before + 7];
  const on = (act: Extract<Body, { type: "onAttempt" }>["act"]): Body => ({
    type: "onAttempt",
    key,
    act,
  });
  const offered = { tx, candidate: tx };
  const worktree = `worktrees/task-${task}-1`;
  return [
    [
      { type: "taskDeclared", task, deps: task === 1 ? [] : [task - 1], retries: 1 },
      { name: `task-${task}` },
    ],
    [{ type: "attemptClaimed", key }, { worktree, base: BASE, supervised: true }],
    [on({ type: "finishBegun", ...offered, contract: "land" }), {
      candidate: { type: "commit", commit: COMMIT, worktree },
    }],
    [on({ type: "candidateValidated", ...offered, passed: true })],
    [on({ type: "promotionIntended", ...offered }), { plan: { from: BASE, to: COMMIT } }],
    [on({ type: "outcomeAccepted", ...offered, receipt }), { receipt: COMMIT }],
    [on({ type: "cleanupRecorded", tx, receipt, cleanup })],
    [on({ type: "processExited", role: "worker", code: 1 })],
  ];
}
