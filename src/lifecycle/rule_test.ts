import assert from "node:assert/strict";
import { encodeDecision } from "./decision_codec.ts";
import type { Act } from "./event.ts";
import type { Outcome } from "./guard.ts";
import { reduce } from "./reduce.ts";
import { phaseRule } from "./rule.ts";
import { type Attempt, closedOf, findTask, type State, tasksOf } from "./state.ts";
import {
  abandon,
  accept,
  after,
  CANDIDATE,
  claim,
  cleaned,
  converge,
  declare,
  exit,
  failRequest,
  fault,
  finish,
  further,
  intend,
  kill,
  lateCommit,
  log,
  lost,
  observe,
  on,
  probed,
  RECEIPT,
  release,
  type Saying,
  success,
  TX,
  validate,
} from "./testing/events.ts";
import { type Column, COLUMNS, key, start, TABLE } from "./testing/table.ts";
import type { WireProjection } from "./wire.ts";

for (const [name, saying, row] of TABLE) {
  Deno.test(`reduce() decides ${name} as the table says, in every phase`, () => {
    for (const [column, state] of Object.entries(COLUMNS)) {
      assert.equal(cell(state, saying), row[column as Column], column);
    }
  });
}

/** Verdict, the phase that task 1 enters, and the effects, as the table writes them. */
function cell(state: State, saying: Saying): string {
  const { decision, state: next } = reduce(state, log([saying], 100)[0]!);
  const [verdict, ...effects] = encodeDecision(decision);
  const [before, now] = [phaseOf(state), phaseOf(next)];
  const entered = before === now ? "" : ` → ${now}`;
  const requested = effects.map(({ type }) => ` ${type}`).join("");
  return verdict + entered + (requested === "" ? "" : `:${requested}`);
}

function phaseOf(state: State): string {
  const t = findTask(1, state.tasks)!;
  const { phase } = t.current ?? closedOf(t).at(-1)!;
  switch (phase.type) {
    case "finishing":
      return phase.validated ? "validated" : "finishing";
    case "promoting":
      return `promoting(${phase.deferred.type})`;
    case "cancelled":
      return `cancelled(${phase.reason})`;
    default:
      return phase.type;
  }
}

Deno.test("reduce() defers the first reason to end a promoting attempt and observes the next", () => {
  // Only a kill wants the worker stopped after all when the promotion has come about.
  const reasons = [
    [exit(key, 1), "applied → accepted: succeeded startCleanup"],
    [kill(key), "applied → accepted: succeeded startCleanup stopProcess"],
    [abandon(1), "applied → accepted: succeeded startCleanup"],
  ] as const;
  for (const [reason, accepted] of reasons) {
    const { decisions, state } = further(COLUMNS.promoting, reason);
    assert.deepEqual(decisions, [["applied", { type: "probe", key, tx: TX }]], reason.type);
    for (const next of [...reasons.map(([next]) => next), lost(key)]) {
      assert.deepEqual(
        on(state, next),
        [["observed(alreadyDeferred)", { type: "probe", key, tx: TX }]],
        reason.type,
      );
    }
    assert.equal(cell(state, exit(key, 0)), "observed(promotionInFlight): probe");
    assert.equal(cell(state, accept(key)), accepted);
    assert.equal(cell(state, probed(key, 5)), accepted);
    assert.equal(cell(state, converge(1)), "observed(converging): probe");
  }
});

Deno.test("reduce() marks the worker by a kill while promoting, whatever is deferred already", () => {
  for (const first of [fault(key), abandon(1), kill(key)]) {
    const { state } = further(COLUMNS.promoting, first, kill(key), kill(key));
    assert.equal(findTask(1, state.tasks)!.current!.worker, "stopping", first.type);
    assert.equal(
      cell(state, accept(key)),
      "applied → accepted: succeeded startCleanup stopProcess",
    );
  }
  const { state } = further(COLUMNS.promoting, lost(key), kill(key));
  assert.equal(findTask(1, state.tasks)!.current!.worker, "gone");
  assert.equal(cell(state, accept(key)), "applied → accepted: succeeded startCleanup");
});

Deno.test("reduce() ends an attempt for the deferred reason once a probe finds nothing", () => {
  const stop = { type: "stopProcess", key };
  const failed = (cls: string, ...stopped: readonly unknown[]) => [
    "applied",
    { type: "attemptFailed", key, class: cls },
    ...stopped,
    { type: "projectFailed", task: 1, generation: 0, class: cls },
  ];
  const cases: readonly (readonly [Saying, unknown, string])[] = [
    [exit(key, 3), failed("exit"), "failed"],
    [exit(key, 3, "wrapper"), failed("exit", stop), "failed"],
    [failRequest(key), failed("requested", stop), "failed"],
    [fault(key), failed("fault", stop), "failed"],
    [lost(key), failed("lost"), "failed"],
    [kill(key), ["applied", stop], "cancelled(killed)"],
    [
      abandon(1),
      ["applied", stop, { type: "projectAbandoned", task: 1, generation: 0 }],
      "cancelled(abandoned)",
    ],
  ];
  for (const [reason, expected, phase] of cases) {
    const { decisions, state } = further(COLUMNS.promoting, reason, probed(key, null));
    assert.deepEqual(decisions[1], expected, reason.type);
    assert.equal(phaseOf(state), phase);
  }
  // The worker of a killed attempt may be gone before the probe has an answer.
  const { decisions } = further(COLUMNS.promoting, kill(key), lost(key), probed(key, null));
  assert.deepEqual(decisions[2], ["applied", { type: "ready", task: 1, generation: 0 }]);
});

Deno.test("reduce() names the class of each failure, and stops a worker that is not gone", () => {
  const classes: readonly (readonly [Saying, string, "stopping" | "gone"])[] = [
    [failRequest(key), "requested", "stopping"],
    [fault(key, "timeout"), "fault", "stopping"],
    [fault(key, "unavailable"), "fault", "stopping"],
    [lost(key), "lost", "gone"],
    [exit(key, 1), "exit", "gone"],
    [exit(key, 1, "wrapper"), "exit", "stopping"],
    [exit(key, 0), "noCompletion", "gone"],
    [exit(key, 0, "wrapper"), "noCompletion", "stopping"],
    [release(key), "released", "gone"],
  ];
  for (const [saying, cls, worker] of classes) {
    const { decisions, state } = further(COLUMNS.running, saying);
    assert.deepEqual(decisions, [[
      "applied",
      { type: "attemptFailed", key, class: cls },
      ...worker === "stopping" ? [{ type: "stopProcess", key }] : [],
      { type: "projectFailed", task: 1, generation: 0, class: cls },
    ]]);
    const { current, projection } = findTask(1, state.tasks)!;
    assert.deepEqual(current!.phase, { type: "failed", class: cls });
    assert.equal(current!.worker, worker);
    assert.deepEqual(projection, { type: "missing" });
  }
});

Deno.test("reduce() takes a retry for a release, and opens the task again", () => {
  const state = after(declare(1, [], 1), claim(key));
  assert.equal(cell(state, release(key)), "applied → cancelled(released): ready");
  const t = findTask(1, further(state, release(key)).state.tasks)!;
  assert.deepEqual([t.retries, t.status, t.generation], [0, "open", 0]);
  assert.equal(closedOf(t)[0]!.worker, "gone");
});

Deno.test("reduce() fails an attempt whose validation fails when its worker is gone", () => {
  const state = after(...start, claim(key), finish(key), exit(key, 0));
  assert.deepEqual(on(state, validate(key, false)), [[
    "applied",
    { type: "attemptFailed", key, class: "noCompletion" },
    { type: "projectFailed", task: 1, generation: 0, class: "noCompletion" },
  ]]);
  assert.equal(cell(state, validate(key)), "applied → validated");
  const wrapper = after(...start, claim(key), finish(key), exit(key, 0, "wrapper"));
  assert.equal(cell(wrapper, validate(key, false)), "applied → running");
});

Deno.test("reduce() promotes, accepts and cleans with the transaction's own values", () => {
  const dispositions = { land: "landed", deliver: "delivered", report: "reported" } as const;
  for (const [contract, disposition] of Object.entries(dispositions)) {
    const decisions = on(after(...start), ...success(key, contract as keyof typeof dispositions));
    assert.deepEqual(decisions.slice(3), [
      ["applied", { type: "promote", key, tx: TX, candidate: CANDIDATE }],
      [
        "applied",
        { type: "succeeded", key, disposition, receipt: RECEIPT },
        { type: "startCleanup", key, tx: TX },
      ],
      [
        "applied",
        { type: "projectDone", task: 1, generation: 0, disposition, receipt: RECEIPT },
        { type: "ready", task: 2, generation: 0 },
      ],
    ]);
  }
});

const WRONG: readonly WireProjection[] = [
  null,
  { status: "failed", receipt: null },
  { status: "active", receipt: null },
  { status: "done", receipt: null },
  { status: "done", receipt: 99 },
];

Deno.test("reduce() asks for a cleaned task's display until it is seen", () => {
  const effect = {
    type: "projectDone",
    task: 1,
    generation: 0,
    disposition: "landed",
    receipt: RECEIPT,
  };
  const causes = [failRequest(key), fault(key), lost(key), exit(key, 1), exit(key, 0)];
  for (const projection of WRONG) {
    const { decisions, state } = further(COLUMNS.cleaned, observe(1, 0, projection));
    assert.deepEqual(decisions, [["observed(projectionContradiction)", effect]]);
    for (const cause of causes) {
      const expected = ["observed(afterSuccess)", effect];
      assert.deepEqual(on(state, cause, cause), [expected, expected]);
    }
    const seen = { status: "done", receipt: RECEIPT } as const;
    assert.deepEqual(on(state, converge(1), observe(1, 0, seen), converge(1), fault(key)), [
      ["observed(converging)", effect],
      ["observed(projectionAgrees)"],
      ["noop(agrees)"],
      ["observed(afterSuccess)"],
    ]);
  }
});

Deno.test("reduce() makes failed and abandoned tasks converge to their own display", () => {
  const failed = { type: "projectFailed", task: 1, generation: 0, class: "exit" };
  const abandoned = { type: "projectAbandoned", task: 1, generation: 0 };
  const cases = [
    [COLUMNS.failed, failed, "failed"],
    [after(...start, claim(key), exit(key, 1), abandon(1)), abandoned, "abandoned"],
    [after(...start, abandon(1)), abandoned, "abandoned"],
  ] as const;
  for (const [state, effect, status] of cases) {
    for (const projection of [null, { status: "open", receipt: null }] as const) {
      const seen = observe(1, 0, { status, receipt: null });
      assert.deepEqual(on(state, observe(1, 0, projection), converge(1), seen, converge(1)), [
        ["observed(projectionContradiction)", effect],
        ["observed(converging)", effect],
        ["observed(projectionAgrees)"],
        ["noop(agrees)"],
      ]);
    }
  }
});

Deno.test("phaseRule() answers for a cancelled attempt as for a failed one", () => {
  // The reducer closes an attempt as it cancels it, so that the guard of keys answers first.
  const [t] = tasksOf(COLUMNS.running);
  const a: Attempt = {
    key: t!.current!.key,
    phase: { type: "cancelled", reason: "killed" },
    worker: "gone",
  };
  const expected: readonly (readonly [Saying, string])[] = [
    [finish(key), "rejected(closed)"],
    [validate(key, true), "rejected(closed)"],
    [validate(key, false), "rejected(closed)"],
    [intend(key), "rejected(closed)"],
    [accept(key), "hold(acceptedAfterClose)"],
    [probed(key, RECEIPT), "hold(acceptedAfterClose)"],
    [probed(key, null), "rejected(closed)"],
    [cleaned(key), "rejected(closed)"],
    [failRequest(key), "observed(afterFailure)"],
    [exit(key, 0), "observed(afterFailure)"],
    [exit(key, 1), "observed(afterFailure)"],
    [release(key), "noop(already)"],
    [kill(key), "noop(already)"],
    [lateCommit(key), "observed(closed)"],
  ];
  for (const [saying, verdict] of expected) {
    assert.equal(verdictOf(phaseRule(t!, a, actOf(saying))), verdict, saying.type);
  }
});

Deno.test("phaseRule() has the guard's answer where an attempt has no transaction to name", () => {
  for (const [name, saying, row] of TABLE) {
    const event = log([saying], 100)[0]!;
    if (event.body.type !== "onAttempt") continue;
    for (const column of ["running", "failed"] as const) {
      const [t] = tasksOf(COLUMNS[column]);
      const outcome = phaseRule(t!, t!.current!, event.body.act);
      assert.equal(verdictOf(outcome), row[column].split(" ")[0]!.replace(":", ""), name);
    }
  }
});

function actOf(saying: Saying): Act {
  const { body } = log([saying], 100)[0]!;
  assert(body.type === "onAttempt");
  return body.act;
}

function verdictOf(outcome: Outcome): string {
  return outcome.type === "applied" ? "applied" : `${outcome.type}(${outcome.why})`;
}
