import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeDecisions, decodeEvent, decodeEvents } from "./codec.ts";
import { encodeDecision, encodeEvent } from "./codec.ts";
import { replay } from "./reduce.ts";
import { initialState } from "./state.ts";
import { anyLog } from "./testing/arbitrary.ts";
import { refuses } from "./testing/refuses.ts";

const key = [1, 2, 3, 4, 5];
const INTEGER = "expected an integer from 0 to 9007199254740991, got";

/** One event of each type, with every field, as the wire format writes it. */
const EVENTS: readonly Record<string, unknown>[] = [
  { type: "TaskDeclared", eid: 1, task: 2, deps: [3, 4], retries: 5 },
  {
    type: "LegacyImported",
    eid: 1,
    task: 2,
    deps: [],
    retries: 5,
    status: "active",
    trusted: true,
  },
  { type: "AttemptClaimed", eid: 1, key },
  { type: "AttemptReleased", eid: 1, key },
  { type: "FinishBegun", eid: 1, key, tx: 6, candidate: 7, contract: "deliver" },
  { type: "CandidateValidated", eid: 1, key, tx: 6, candidate: 7, passed: false },
  { type: "PromotionIntended", eid: 1, key, tx: 6, candidate: 7 },
  { type: "OutcomeAccepted", eid: 1, key, tx: 6, candidate: 7, receipt: 8 },
  { type: "PromotionProbed", eid: 1, key, tx: 6, found: 8 },
  { type: "CleanupRecorded", eid: 1, key, tx: 6, receipt: 8, cleanup: 9 },
  { type: "FailRequested", eid: 1, key },
  { type: "ProcessExited", eid: 1, key, role: "wrapper", code: 137 },
  { type: "ProviderFault", eid: 1, key, fault: "unavailable" },
  { type: "OwnerLost", eid: 1, key },
  { type: "LateCommitSeen", eid: 1, key, commit: 10 },
  {
    type: "ProjectionObserved",
    eid: 1,
    task: 2,
    generation: 3,
    projection: { status: "done", receipt: 8 },
  },
  { type: "KillRequested", eid: 1, key },
  { type: "AbandonRequested", eid: 1, task: 2, generation: 3 },
  { type: "RetryRequested", eid: 1, task: 2, generation: 3 },
  { type: "ConvergeRequested", eid: 1, task: 2 },
];

Deno.test("decodeEvent() reads every type of event, and encodeEvent() writes it back", () => {
  for (const json of EVENTS) {
    const event = decodeEvent(json);
    assert.equal(event.eid, 1);
    assert.equal(JSON.stringify(encodeEvent(event)), JSON.stringify(json));
  }
  assert.equal(new Set(EVENTS.map(({ type }) => type)).size, 20);
});

Deno.test("decodeEvent() reads what stands in the fields", () => {
  Deno.test("decodeEvent() and decodeDecision() read back what was written", () => {
  fc.assert(fc.property(anyLog, (log) => {
    const events = JSON.parse(JSON.stringify(log.map(encodeEvent)));
    assert.deepEqual(decodeEvents(events), log);
    const { decisions } = replay(initialState(1), log);
    const json = JSON.parse(JSON.stringify(decisions.map(encodeDecision)));
    assert.deepEqual(decodeDecisions(json), decisions);
  }));
});
