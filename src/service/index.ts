/**
 * Index of this wing: the lifecycle service, which hosts the reducer.
 *
 * Code outside the wing may import these modules and no others; a test holds it to that.
 */
export const PUBLIC: readonly string[] = [
  "compact.ts",
  "config.ts",
  "converge.ts",
  "facts.ts",
  "finish.ts",
  "follow.ts",
  "graph.ts",
  "init.ts",
  "journal.ts",
  "ledger.ts",
  "legacy.ts",
  "output.ts",
  "overview.ts",
  "record.ts",
  "run.ts",
  "segments.ts",
  "service.ts",
  "store.ts",
  "supervise.ts",
  "tasks.ts",
  "testing/memory.ts",
  "testing/successes.ts",
  "trace.ts",
  "worker.ts",
  "worktree.ts",
];
