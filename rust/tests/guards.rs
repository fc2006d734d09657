//! Guards, by examples from the specification.

mod common;

use common::*;
use lean_gate_lifecycle::reduce::reduce;
use lean_gate_lifecycle::state::State;
use serde_json::{Value, json};

/// Everything that can be said about an attempt, but the claim of it.
fn acts(key: Key) -> Vec<Value> {
    vec![
        release(key),
        finish(key, "land"),
        validate(key, true),
        validate(key, false),
        intend(key),
        accept(key, RECEIPT),
        probed(key, Some(RECEIPT)),
        probed(key, None),
        cleaned(key, RECEIPT, CLEANUP),
        fail_request(key),
        exit(key, 0),
        exit(key, 1),
        fault(key, "timeout"),
        lost(key),
        late_commit(key, 1),
        kill(key),
    ]
}

/// Generation 1, attempt 3, fence 30 runs; attempts 1 (failed) and 2 (killed) are closed.
fn third_attempt() -> State {
    let (one, two, three) = ([1, 1, 0, 1, 10], [1, 1, 1, 2, 20], [1, 1, 1, 3, 30]);
    after(&[
        declare(1, &[], 2),
        claim(one),
        exit(one, 1),
        retry(1, 0),
        claim(two),
        kill(two),
        lost(two),
        claim(three),
    ])
}

#[test]
fn a_closed_attempt_is_answered_before_the_key_is_compared() {
    let state = third_attempt();
    for key in [[1, 1, 0, 1, 10], [1, 1, 1, 2, 20]] {
        for act in acts(key) {
            let expected = match act["type"].as_str().unwrap() {
                "OutcomeAccepted" => "hold(acceptedAfterClose)",
                "PromotionProbed" if act["found"] != Value::Null => "hold(acceptedAfterClose)",
                "AttemptReleased" | "KillRequested" => "noop(already)",
                _ => "observed(closed)",
            };
            assert_eq!(on(&state, &[act]), only(expected));
        }
    }
}

#[test]
fn a_foreign_key_is_compared_by_generation_attempt_and_fence() {
    let state = third_attempt();
    let keys: [(Key, &str); 9] = [
        ([1, 1, 0, 3, 30], "observed(staleGeneration)"),
        ([1, 1, 0, 9, 99], "observed(staleGeneration)"),
        ([1, 1, 2, 1, 1], "rejected(unknownAttempt)"),
        ([1, 1, 1, 2, 21], "observed(staleAttempt)"),
        ([1, 1, 1, 0, 99], "observed(staleAttempt)"),
        ([1, 1, 1, 4, 30], "rejected(unknownAttempt)"),
        ([1, 1, 1, 4, 1], "rejected(unknownAttempt)"),
        ([1, 1, 1, 3, 29], "observed(staleFence)"),
        ([1, 1, 1, 3, 31], "rejected(unknownAttempt)"),
    ];
    for (key, expected) in keys {
        for act in acts(key) {
            let (decisions, next) = further(&state, &[act]);
            assert_eq!(decisions, only(expected), "{key:?}");
            assert_eq!(tasks(&next), tasks(&state));
        }
    }
    let open = after(&[declare(1, &[], 0)]);
    assert_eq!(
        on(&open, &[exit([1, 1, 0, 0, 0], 1)]),
        only("rejected(unknownAttempt)")
    );
}

#[test]
fn the_transaction_is_compared_by_tx_candidate_and_contract() {
    let key = first(1);
    let state = after(&all([vec![declare(1, &[], 0)], promoting(key)]));
    let with = |mut act: Value, name: &str, value: Value| {
        act[name] = value;
        act
    };
    let acts = [
        finish(key, "land"),
        validate(key, true),
        intend(key),
        accept(key, RECEIPT),
        probed(key, None),
        probed(key, Some(RECEIPT)),
        cleaned(key, RECEIPT, CLEANUP),
    ];
    for act in acts {
        let wrong = with(act.clone(), "tx", json!(1));
        assert_eq!(on(&state, &[wrong]), only("rejected(txMismatch)"));
        if act.get("candidate").is_some() {
            let wrong = with(act, "candidate", json!(1));
            assert_eq!(on(&state, &[wrong]), only("rejected(candidateMismatch)"));
        }
    }
    assert_eq!(
        on(&state, &[finish(key, "report")]),
        only("rejected(txMismatch)")
    );
    let both = with(finish(key, "report"), "candidate", json!(1));
    assert_eq!(on(&state, &[both]), only("rejected(candidateMismatch)"));
}

#[test]
fn guards_are_asked_in_the_order_of_the_specification() {
    let key = first(1);
    let state = after(&[declare(1, &[], 1), claim(key), exit(key, 1), retry(1, 0)]);
    let cases = [
        (exit([2, 9, 9, 9, 9], 1), "rejected(wrongGraph)"),
        (claim([2, 1, 1, 2, 2]), "rejected(wrongGraph)"),
        (exit([1, 9, 9, 9, 9], 1), "rejected(unknownTask)"),
        (abandon(9, 9), "rejected(unknownTask)"),
        (converge(9), "rejected(unknownTask)"),
        (abandon(1, 0), "rejected(staleGeneration)"),
        (retry(1, 0), "rejected(staleGeneration)"),
        (observe(1, 0, Value::Null), "observed(staleGeneration)"),
        (abandon(1, 2), "rejected(unknownGeneration)"),
        (retry(1, 2), "rejected(unknownGeneration)"),
        (reopen(1, 0), "rejected(staleGeneration)"),
        (clear(1, 0), "rejected(staleGeneration)"),
        (grant(1, 0, 1), "rejected(staleGeneration)"),
        (trust(1, 2), "rejected(unknownGeneration)"),
        (waive(1, 2, 9), "rejected(unknownGeneration)"),
        (observe(1, 2, Value::Null), "rejected(unknownGeneration)"),
    ];
    for (saying, expected) in cases {
        assert_eq!(on(&state, &[saying]), only(expected));
    }
}

#[test]
fn duplicates_and_conflicts_leave_no_evidence() {
    let sayings = [declare(1, &[], 3), claim(first(1)), exit(first(1), 1)];
    let mut state = after(&sayings);
    let before = serde_json::to_value(&state).unwrap();
    for event in log(&sayings, 1) {
        assert_eq!(
            reduce(&mut state, event).verdict.to_string(),
            "noop(duplicate)"
        );
    }
    for (eid, saying) in [
        (1, declare(1, &[], 4)),
        (2, claim([2, 1, 0, 1, 1])),
        (3, exit(first(1), 2)),
    ] {
        let event = log(&[saying], eid).remove(0);
        assert_eq!(
            reduce(&mut state, event).verdict.to_string(),
            "rejected(eidConflict)"
        );
    }
    assert_eq!(serde_json::to_value(&state).unwrap(), before);
}

#[test]
fn the_worker_of_the_last_attempt_opens_the_task_when_it_is_gone() {
    let key = first(1);
    let waiting = after(&[declare(1, &[], 0), claim(key), kill(key)]);
    for act in acts(key) {
        let (decisions, next) = further(&waiting, std::slice::from_ref(&act));
        let gone = act["type"] == "OwnerLost" || act["type"] == "ProcessExited";
        if gone {
            assert_eq!(decisions, [json!(["applied", ready(1, 0)])]);
        }
        let worker = if gone { "gone" } else { "stopping" };
        assert_eq!(task(&next, 1)["closed"][0]["worker"], worker, "{act}");
    }
    let decisions = on(&waiting, &[lost(key), lost(key)]);
    assert_eq!(decisions[1], json!(["observed(closed)"]));
    let held = on(&waiting, &[accept(key, RECEIPT), lost(key), clear(1, 0)]);
    assert_eq!(
        held,
        [
            json!(["hold(acceptedAfterClose)"]),
            json!(["observed(closed)"]),
            json!(["applied", ready(1, 0)]),
        ]
    );
}
