/** What supervise tells of an attempt that has not succeeded. */
import assert from "node:assert/strict";
import type { Exit } from "../../src/platform/host/host.ts";
import type { Supervised } from "../../src/service/supervise.ts";
import { unsuccessful } from "./commands/supervise.ts";

const exited = (code: number): Exit => ({ code, signal: null, timedOut: false });

Deno.test("a failed attempt, a closed one and one under way are told apart", () => {
  const cases: readonly (readonly [Supervised, string, RegExp, RegExp])[] = [
    [
      { exit: exited(0), phase: "failed", failure: "noCompletion" },
      "attempt_failed",
      /it is failed, and its worker ended without calling finish or fail$/,
      /lifecycle retry build/,
    ],
    [
      { exit: exited(0), phase: "failed", failure: "requested" },
      "attempt_failed",
      /it is failed, and its worker ended with exit code 0$/,
      /lifecycle retry build/,
    ],
    [
      { exit: exited(0), phase: "promoting" },
      "attempt_pending",
      /did not succeed yet: it is promoting, and its worker ended with exit code 0$/,
      /"lifecycle converge" carries/,
    ],
    [{ exit: exited(137) }, "attempt_failed", /it is closed, .* exit code 137$/, /lifecycle retry/],
  ];
  for (const [result, code, message, hint] of cases) {
    const { kind, diagnostic } = unsuccessful("build", result);
    assert.deepEqual([kind, diagnostic.code], ["verdict", code]);
    assert.match(diagnostic.message, message);
    assert.match(diagnostic.hint!, hint);
  }
});
