import assert from "node:assert/strict";
import { decodeDecision } from "./decision_codec.ts";
import { decodeEvent } from "./event_codec.ts";
import certificates from "./certificate.ts";
import { decisionTerm, eventTerm, taskTerm } from "./lean_term.ts";
import { findTask } from "./state.ts";
import { accept, after, claim, declare, first, kill, waive } from "./testing/events.ts";

// The terms are Lean's own notation of the constructors in formal/Lifecycle.

Deno.test("eventTerm() writes an event about an attempt", () => {
  const event = decodeEvent({
    type: "FinishBegun",
    eid: 7,
    key: [1, 2, 3, 4, 5],
    tx: 6,
    candidate: 8,
    contract: "land",
  });
  assert.equal(eventTerm(event), "⟨7, .onAttempt ⟨1, 2, 3, 4, 5⟩ (.finishBegun 6 8 .land)⟩");
});

Deno.test("eventTerm() puts arguments that have arguments in parentheses", () => {
  const found = decodeEvent({
    type: "PromotionProbed",
    eid: 1,
    key: [1, 1, 0, 1, 1],
    tx: 2,
    found: 3,
  });
  assert.equal(eventTerm(found), "⟨1, .onAttempt ⟨1, 1, 0, 1, 1⟩ (.promotionProbed 2 (some 3))⟩");
  const seen = decodeEvent({
    type: "ProjectionObserved",
    eid: 1,
    task: 1,
    generation: 0,
    projection: { status: "done", receipt: 9 },
  });
  assert.equal(eventTerm(seen), "⟨1, .onTask 1 0 (.projectionObserved (.shown .done (some 9)))⟩");
});

Deno.test("eventTerm() writes lists and the missing projection", () => {
  const declared = decodeEvent({ type: "TaskDeclared", eid: 1, task: 3, deps: [1, 2], retries: 0 });
  assert.equal(eventTerm(declared), "⟨1, .taskDeclared 3 [1, 2] 0⟩");
  const missing = decodeEvent({
    type: "ProjectionObserved",
    eid: 2,
    task: 1,
    generation: 0,
    projection: null,
  });
  assert.equal(eventTerm(missing), "⟨2, .onTask 1 0 (.projectionObserved .missing)⟩");
});

Deno.test("taskTerm() writes the fields in the model's order", () => {
  const key = first(1);
  const state = after(
    declare(2),
    declare(1, [2], 3),
    waive(1, 2),
    claim(key),
    kill(key),
    accept(key, 9),
  );
  assert.equal(
    taskTerm(findTask(1, state.tasks)!),
    "⟨1, [2], [2], 3, 0, 1, 1, false, .open, .missing, some ⟨⟨1, 1, 0, 1, 1⟩, 9⟩, none, " +
      "[⟨⟨1, 1, 0, 1, 1⟩, .cancelled .killed, .stopping⟩], .native⟩",
  );
});

Deno.test("decisionTerm() writes verdict and effects", () => {
  const decision = decodeDecision([
    "observed(alreadyDeferred)",
    { type: "probe", key: [1, 1, 0, 1, 1], tx: 1 },
  ]);
  assert.equal(decisionTerm(decision), "⟨.observed .alreadyDeferred, [.probe ⟨1, 1, 0, 1, 1⟩ 1]⟩");
  assert.equal(decisionTerm(decodeDecision(["applied"])), "⟨.applied, []⟩");
});

Deno.test("the certificate of a trace is refused with path and reason when an event is malformed", () => {
  assert.throws(
    () =>
      certificates.terms({
        id: "t",
        graph: 1,
        events: [{ type: "OwnerLost", eid: 1, key: [1, 1, 0, 1] }],
        decisions: [["applied"]],
        final: { graph: 1, tasks: [], evidence: [] },
      }),
    /events\[0\]\.key/,
  );
});
