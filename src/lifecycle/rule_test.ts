import assert from "node:assert/strict";
import { encodeDecision } from "./decision_codec.ts";
import type { Act } from "./event.ts";
import type { Outcome } from "./guard.ts";
import { reduce } from "./reduce.ts";
import { phaseRule } from "./rule.ts";
import { type Attempt, closedOf, evidenceOf, findTask, type State, tasksOf } from "./state.ts";
import { decodeState, encodeState } from "./state_codec.ts";
import {
  abandon,
  accept,
  after,
  CANDIDATE,
  claim,
  cleaned,
  converge,
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
  const reasons = { failure: exit(key, 1), kill: kill(key), abandon: abandon(1) };
  for (const [name, reason] of Object.entries(reasons)) {
    const { decisions, state } = further(COLUMNS.promoting, reason);
    assert.deepEqual(decisions, [["applied", { type: "probe", key, tx: TX }]], name);
    for (const next of [...Object.values(reasons), lost(key)]) {
      assert.deepEqual(
        on(state, next),
        [["observed(alreadyDeferred)", { type: "probe", key, tx: TX }]],
        name,
      );
    }
    assert.equal(cell(state, exit(key, 0)), "observed(promotionInFlight): probe");
    assert.equal(cell(state, accept(key)), "applied → accepted: succeeded startCleanup");
    assert.equal(cell(state, probed(key, 5)), "applied → accepted: succeeded startCleanup");
    assert.equal(
      cell(state, converge(1)),
      "observed(converging): probe",
    );
  }
});

Deno.test("reduce() ends an attempt for the deferred reason once a probe finds nothing", () => {
  const failed = (cls: string) => [
    "applied",
    { type: "attemptFailed", key, class: cls },
    { type: "projectFailed", task: 1, generation: 0, class: cls },
  ];
  const cases: readonly (readonly [Saying, unknown, string])[] = [
    [exit(key, 3), failed("exit"), "failed"],
    [failRequest(key), failed("requested"), "failed"],
    [fault(key), failed("fault"), "failed"],
    [lost(key), failed("lost"), "failed"],
    [kill(key), ["applied", { type: "stopProcess", key }, {
      type: "ready",
      task: 1,
      generation: 0,
    }], "cancelled(killed)"],
    [abandon(1), ["applied", { type: "stopProcess", key }, {
      type: "projectAbandoned",
      task: 1,
      generation: 0,
    }], "cancelled(abandoned)"],
  ];
  for (const [reason, expected, phase] of cases) {
    const { decisions, state } = further(COLUMNS.promoting, reason, probed(key, null));
    assert.deepEqual(decisions[1], expected, reason.type);
    assert.equal(phaseOf(state), phase);
  }
});

Deno.test("reduce() names the class of each failure", () => {
  const classes: readonly (readonly [Saying, string])[] = [
    [failRequest(key), "requested"],
    [fault(key, "timeout"), "fault"],
    [fault(key, "unavailable"), "fault"],
    [lost(key), "lost"],
    [exit(key, 1), "exit"],
    [exit(key, 0), "noCompletion"],
  ];
  for (const [saying, cls] of classes) {
    const { decisions, state } = further(COLUMNS.running, saying);
    assert.deepEqual(decisions, [[
      "applied",
      { type: "attemptFailed", key, class: cls },
      { type: "projectFailed", task: 1, generation: 0, class: cls },
    ]]);
    assert.deepEqual(findTask(1, state.tasks)!.current!.phase, { type: "failed", class: cls });
  }
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

/** A state as it was saved, but for what task 1 displays: no log leads to a wrong display for long. */
function displaying(state: State, projection: WireProjection): State {
  const { tasks, ...rest } = encodeState(state);
  const shown = tasks.map((t) => t.id === 1 ? { ...t, projection } : t);
  const events = evidenceOf(state).map(({ event }) => event);
  return decodeState({ ...rest, tasks: shown }, events);
}

const WRONG: readonly WireProjection[] = [
  null,
  { status: "failed", receipt: null },
  { status: "active", receipt: null },
  { status: "done", receipt: null },
  { status: "done", receipt: 99 },
];

Deno.test("reduce() displays a cleaned task again when a diagnostic finds it contradicted", () => {
  const effect = {
    type: "projectDone",
    task: 1,
    generation: 0,
    disposition: "landed",
    receipt: RECEIPT,
  };
  const causes = [failRequest(key), fault(key), lost(key), exit(key, 1), exit(key, 0)];
  for (const projection of WRONG) {
    const state = displaying(COLUMNS.cleaned, projection);
    for (const cause of causes) {
      const decisions = on(state, cause, cause);
      assert.deepEqual(decisions, [["observed(afterSuccess)", effect], ["observed(afterSuccess)"]]);
    }
    assert.deepEqual(on(state, converge(1), converge(1)), [
      ["observed(projectionContradiction)", effect],
      ["noop(agrees)"],
    ]);
  }
});

Deno.test("reduce() makes failed and abandoned tasks converge to their own display", () => {
  const failed = { type: "projectFailed", task: 1, generation: 0, class: "exit" };
  const abandoned = { type: "projectAbandoned", task: 1, generation: 0 };
  const cases = [
    [COLUMNS.failed, failed],
    [after(...start, claim(key), exit(key, 1), abandon(1)), abandoned],
    [after(...start, abandon(1)), abandoned],
  ] as const;
  for (const [state, effect] of cases) {
    for (const projection of [null, { status: "open", receipt: null }] as const) {
      assert.deepEqual(on(displaying(state, projection), converge(1), converge(1)), [
        ["observed(projectionContradiction)", effect],
        ["noop(agrees)"],
      ]);
    }
  }
});

Deno.test("phaseRule() answers for a cancelled attempt as the guard does for a closed one", () => {
  // The reducer closes an attempt as it cancels it, so that the guard of keys answers first.
  const [t] = tasksOf(COLUMNS.running);
  const a: Attempt = { key: t!.current!.key, phase: { type: "cancelled", reason: "killed" } };
  const expected: readonly (readonly [Saying, string])[] = [
    [finish(key), "rejected(closed)"],
    [validate(key, true), "rejected(closed)"],
    [validate(key, false), "rejected(closed)"],
    [intend(key), "rejected(closed)"],
    [accept(key), "hold(acceptedAfterClose)"],
    [probed(key, RECEIPT), "hold(acceptedAfterClose)"],
    [probed(key, null), "rejected(closed)"],
    [cleaned(key), "rejected(closed)"],
    [failRequest(key), "observed(closed)"],
    [exit(key, 0), "observed(closed)"],
    [exit(key, 1), "observed(closed)"],
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
