import assert from "node:assert/strict";
import { isTrusted, usesCaches } from "./kept.ts";

const MAIN = { event: "push", ref: "refs/heads/main", defaultBranch: "main" };

Deno.test("isTrusted() takes the default branch's own runs alone", () => {
  for (const event of ["push", "schedule", "workflow_dispatch"]) {
    assert.ok(isTrusted({ ...MAIN, event }), event);
  }
  // The first three have the default branch as their ref, whatever they check out.
  for (
    const event of [
      "pull_request_target",
      "workflow_run",
      "issue_comment",
      "pull_request",
      "merge_group",
      "",
    ]
  ) {
    assert.ok(!isTrusted({ ...MAIN, event }), event);
  }
  for (
    const ref of ["refs/heads/feature", "refs/pull/7/merge", "refs/tags/main", "refs/heads/main2"]
  ) {
    assert.ok(!isTrusted({ ...MAIN, ref }), ref);
  }
  assert.ok(!isTrusted({ event: "push", ref: "refs/heads/", defaultBranch: "" }));
});

Deno.test("usesCaches() goes by the input, and by trust where it says true", () => {
  const stranger = { ...MAIN, event: "pull_request", ref: "refs/pull/7/merge" };
  const table = ["true", "false", "always"].map((input) => [
    usesCaches(input, MAIN),
    usesCaches(input, stranger),
  ]);
  assert.deepEqual(table, [[true, false], [false, false], [true, true]]);
});
