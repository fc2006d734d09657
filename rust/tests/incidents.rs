//! The two incidents that the lifecycle was made for, and the first terminal result that wins.

mod common;

use common::*;
use serde_json::{Value, json};

#[test]
fn formalize_lifecycle_finish_lean4() {
    let mut before = vec![
        imported(1, "failed", false, &[], 5),
        declare(2, &[1], 0),
        retry(1, 0),
    ];
    for n in 1..=4 {
        let key = [1, 1, n, n, n];
        before.extend([claim(key), exit(key, 1), retry(1, n)]);
    }
    let key = [1, 1, 5, 5, 5];
    let landed = 347;
    let done = json!({
        "type": "projectDone", "task": 1, "generation": 5, "disposition": "landed", "receipt": landed
    });
    let decisions = on(
        &after(&before),
        &[
            claim(key),
            finish(key, "land"),
            validate(key, true),
            intend(key),
            accept(key, landed),
            cleaned(key, landed, CLEANUP),
            fault(key, "timeout"),
            observe(1, 5, shown("failed", None)),
            observe(1, 5, shown("done", Some(landed))),
            observe(1, 5, shown("done", Some(landed))),
        ],
    );
    assert_eq!(
        decisions,
        [
            json!(["applied"]),
            json!(["applied", {
                "type": "continueFinish", "key": key, "tx": TX, "candidate": CANDIDATE
            }]),
            json!(["applied"]),
            json!(["applied", { "type": "promote", "key": key, "tx": TX, "candidate": CANDIDATE }]),
            json!([
                "applied",
                { "type": "succeeded", "key": key, "disposition": "landed", "receipt": landed },
                { "type": "startCleanup", "key": key, "tx": TX }
            ]),
            json!(["applied", done, ready(2, 0)]),
            json!(["observed(afterSuccess)", done]),
            json!(["observed(projectionContradiction)", done]),
            json!(["observed(projectionAgrees)"]),
            json!(["noop(agrees)"]),
        ]
    );
}

#[test]
fn fix_brokered_deliverable_preflight_worktree() {
    let key = first(1);
    let state = after(&all([vec![declare(1, &[], 2)], success(key)]));
    let mut late: Vec<Value> = (1..=5).map(|commit| late_commit(key, commit)).collect();
    late.extend([fault(key, "unavailable"), retry(1, 0)]);
    let (decisions, next) = further(&state, &late);
    let mut expected = vec![json!(["observed(lateCommit)"]); 5];
    expected.extend([
        json!(["observed(afterSuccess)", {
            "type": "projectDone",
            "task": 1,
            "generation": 0,
            "disposition": "landed",
            "receipt": RECEIPT
        }]),
        json!(["rejected(alreadyAccepted)"]),
    ]);
    assert_eq!(decisions, expected);
    assert_eq!(tasks(&next), tasks(&state));
}

#[test]
fn an_old_generation_blesses_no_newer_one() {
    let old = first(1);
    let one = [1, 1, 1, 2, 2];
    let state = after(&all([
        vec![declare(1, &[], 2)],
        promoting(old),
        vec![exit(old, 1), probed(old, None), retry(1, 0)],
        promoting(one),
    ]));
    let late = [
        (accept(old, RECEIPT), "hold(acceptedAfterClose)"),
        (probed(old, Some(RECEIPT)), "hold(acceptedAfterClose)"),
        (probed(old, None), "observed(closed)"),
        (cleaned(old, RECEIPT, CLEANUP), "observed(closed)"),
        (exit(old, 1), "observed(closed)"),
        (fault(old, "unavailable"), "observed(closed)"),
    ];
    for (saying, expected) in late {
        let (decisions, next) = further(&state, &[saying]);
        assert_eq!(decisions, only(expected));
        let mut now = task(&next, 1);
        let held = now["held"].take();
        assert_eq!(now, task(&state, 1));
        let receipt = expected.starts_with("hold").then_some(RECEIPT);
        assert_eq!(held["receipt"].as_u64(), receipt);
    }
}

#[test]
fn exit_and_acceptance_commute_while_promoting() {
    let key = first(1);
    let state = after(&all([vec![declare(1, &[], 0)], promoting(key)]));
    let (_, one) = further(&state, &[exit(key, 1), accept(key, RECEIPT)]);
    let (_, other) = further(&state, &[accept(key, RECEIPT), exit(key, 1)]);
    assert_eq!(tasks(&one), tasks(&other));
    assert_eq!(task(&one, 1)["current"]["phase"]["type"], "accepted");
}

#[test]
fn kill_and_abandonment_commute_with_the_acceptance() {
    let key = first(1);
    let state = after(&all([vec![declare(1, &[], 0)], promoting(key)]));
    for reason in [kill(key), abandon(1, 0)] {
        let (_, one) = further(&state, &[reason.clone(), accept(key, RECEIPT)]);
        let (_, other) = further(&state, &[accept(key, RECEIPT), reason]);
        assert_eq!(tasks(&one), tasks(&other));
    }
}

/// The verdict, then the types of the effects.
fn told(decisions: &[Value]) -> Vec<String> {
    decisions
        .iter()
        .map(|decision| {
            let parts = decision.as_array().unwrap();
            let word = |part: &Value| part.as_str().or(part["type"].as_str()).unwrap().to_owned();
            parts.iter().map(word).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

#[test]
fn a_late_acceptance_after_a_retry_is_held_and_binds() {
    let (old, key) = (first(1), [1, 1, 1, 2, 2]);
    let mut before = vec![declare(1, &[], 1)];
    before.extend_from_slice(&promoting(old)[..3]);
    before.extend([lost(old), retry(1, 0)]);
    before.extend_from_slice(&promoting(key)[..3]);
    let decisions = on(
        &after(&before),
        &[
            accept(old, RECEIPT),
            intend(key),
            clear(1, 1),
            intend(key),
            accept(old, RECEIPT),
            probed(key, None),
            clear(1, 1),
            probed(key, None),
        ],
    );
    assert_eq!(
        told(&decisions),
        [
            "hold(acceptedAfterClose)",
            "rejected(held)",
            "applied continueFinish",
            "applied promote",
            "hold(acceptedAfterClose)",
            "observed(promotionAbsent)",
            "applied probe",
            "observed(promotionAbsent) promote",
        ]
    );
}

#[test]
fn a_kill_then_a_claim_waits_for_the_exit() {
    let (key, next) = (first(1), [1, 1, 0, 2, 2]);
    let decisions = on(
        &after(&[declare(1, &[], 0), claim(key)]),
        &[
            kill(key),
            claim(next),
            wrapper_exit(key, 0),
            converge(1),
            exit(key, 0),
            claim(next),
        ],
    );
    assert_eq!(
        told(&decisions),
        [
            "applied stopProcess",
            "rejected(notReady)",
            "observed(closed)",
            "observed(converging) stopProcess",
            "applied ready",
            "applied",
        ]
    );
}

#[test]
fn an_abandoned_prerequisite_is_waived_and_reopened() {
    let key = first(1);
    let decisions = on(
        &after(&[declare(1, &[], 0), declare(2, &[1], 0), claim(key)]),
        &[
            abandon(1, 0),
            waive(2, 0, 1),
            reopen(1, 0),
            claim([1, 1, 1, 2, 2]),
            exit(key, 0),
        ],
    );
    assert_eq!(
        told(&decisions),
        [
            "applied stopProcess projectAbandoned",
            "applied ready",
            "applied openGeneration",
            "rejected(notReady)",
            "applied ready",
        ]
    );
}
