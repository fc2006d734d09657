//! Rules of tasks, by examples from the specification.

mod common;

use common::*;
use lean_gate_lifecycle::state::State;
use serde_json::{Value, json};

#[test]
fn a_declaration_wants_a_new_id_and_known_dependencies() {
    let state = after(&[declare(1, &[], 0)]);
    let cases = [
        (declare(1, &[9], 0), "rejected(taskExists)"),
        (imported(1, "open", false, &[], 0), "rejected(taskExists)"),
        (declare(2, &[1, 9], 0), "rejected(unknownDependency)"),
        (declare(2, &[2], 0), "rejected(unknownDependency)"),
        (
            imported(2, "done", true, &[9], 0),
            "rejected(unknownDependency)",
        ),
    ];
    for (saying, expected) in cases {
        assert_eq!(on(&state, &[saying]), only(expected));
    }
}

#[test]
fn an_import_keeps_the_recorded_status_but_an_active_one_failed() {
    let statuses = [
        ("open", "open"),
        ("active", "failed"),
        ("done", "done"),
        ("failed", "failed"),
        ("abandoned", "abandoned"),
    ];
    for (recorded, status) in statuses {
        let (decisions, state) =
            further(&State::initial(1), &[imported(7, recorded, false, &[], 2)]);
        let expected = if status == "open" {
            json!(["applied", ready(7, 0)])
        } else {
            json!(["applied"])
        };
        assert_eq!(decisions, [expected]);
        let task = task(&state, 7);
        assert_eq!(task["status"], status);
        // The outside still shows what the record says.
        assert_eq!(task["projection"], shown(recorded, None));
        assert_eq!(
            task["origin"],
            json!({ "type": "legacy", "trusted": false })
        );
    }
}

#[test]
fn a_claim_wants_the_next_attempt_and_a_higher_fence() {
    let one = [1, 1, 0, 1, 7];
    let state = after(&[declare(1, &[], 1), claim(one), exit(one, 1), retry(1, 0)]);
    let claims: [(Key, &str); 9] = [
        ([1, 1, 0, 2, 8], "rejected(staleGeneration)"),
        ([1, 1, 2, 1, 1], "rejected(unknownGeneration)"),
        ([1, 1, 1, 1, 8], "rejected(staleAttempt)"),
        ([1, 1, 1, 0, 1], "rejected(staleAttempt)"),
        ([1, 1, 1, 3, 1], "rejected(unknownAttempt)"),
        ([1, 1, 1, 2, 6], "rejected(staleFence)"),
        ([1, 1, 1, 2, 7], "rejected(staleFence)"),
        ([1, 1, 1, 2, 8], "applied"),
        ([1, 1, 1, 2, 1000], "applied"),
    ];
    for (key, expected) in claims {
        assert_eq!(on(&state, &[claim(key)]), only(expected), "{key:?}");
    }
    let wrong = claim([1, 1, 9, 9, 0]);
    let refused = [
        (
            vec![declare(1, &[], 0), abandon(1, 0)],
            "rejected(abandoned)",
        ),
        (
            vec![imported(1, "failed", false, &[], 0)],
            "rejected(notReady)",
        ),
        (
            vec![imported(1, "done", true, &[], 0)],
            "rejected(notReady)",
        ),
        (
            vec![declare(2, &[], 0), declare(1, &[2], 0)],
            "rejected(notReady)",
        ),
    ];
    for (sayings, expected) in refused {
        assert_eq!(
            on(&after(&sayings), std::slice::from_ref(&wrong)),
            only(expected)
        );
    }
}

#[test]
fn a_retry_opens_the_next_generation_while_retries_are_left() {
    let key = first(1);
    let state = after(&[declare(1, &[], 1), claim(key), exit(key, 1)]);
    let again = [1, 1, 1, 2, 2];
    let (decisions, next) = further(
        &state,
        &[retry(1, 0), claim(again), exit(again, 1), retry(1, 1)],
    );
    let opened = json!({ "type": "openGeneration", "task": 1, "generation": 1 });
    assert_eq!(decisions[0], json!(["applied", opened, ready(1, 1)]));
    assert_eq!(decisions[3], json!(["hold(retriesExhausted)"]));
    assert_eq!(task(&next, 1)["retries"], 0);
    let refused = [
        (vec![declare(1, &[], 1)], "rejected(notFailed)"),
        (
            vec![imported(1, "done", true, &[], 1)],
            "rejected(alreadyAccepted)",
        ),
        (
            vec![declare(1, &[], 1), claim(key), exit(key, 1), accept(key, 5)],
            "rejected(held)",
        ),
        (
            vec![declare(1, &[], 1), abandon(1, 0)],
            "rejected(abandoned)",
        ),
    ];
    for (sayings, expected) in refused {
        assert_eq!(on(&after(&sayings), &[retry(1, 0)]), only(expected));
    }
}

#[test]
fn an_abandonment_gives_up_a_task_that_no_attempt_holds() {
    let effect = json!({ "type": "projectAbandoned", "task": 1, "generation": 0 });
    let open = [
        vec![declare(1, &[], 0)],
        vec![imported(1, "active", false, &[], 0)],
        vec![imported(1, "open", false, &[], 0)],
        vec![imported(1, "done", false, &[], 0)],
    ];
    for sayings in open {
        let (decisions, state) = further(&after(&sayings), &[abandon(1, 0), abandon(1, 0)]);
        assert_eq!(
            decisions,
            [json!(["applied", effect]), json!(["noop(already)"])]
        );
        assert_eq!(task(&state, 1)["ready"], false);
        assert_eq!(task(&state, 1)["projection"], Value::Null);
    }
    let done = after(&[imported(1, "done", true, &[], 0)]);
    assert_eq!(
        on(&done, &[abandon(1, 0)]),
        only("rejected(alreadyAccepted)")
    );
}

#[test]
fn an_observation_is_judged_by_the_truth() {
    let key = first(1);
    let start = vec![declare(1, &[], 0)];
    let done = json!({
        "type": "projectDone", "task": 1, "generation": 0, "disposition": "landed", "receipt": RECEIPT
    });
    let cleaned = after(&all([start.clone(), success(key)]));
    let right = observe(1, 0, shown("done", Some(RECEIPT)));
    assert_eq!(
        on(&cleaned, &[right.clone(), right.clone()]),
        [
            json!(["observed(projectionAgrees)"]),
            json!(["noop(agrees)"])
        ]
    );
    for seen in [Value::Null, shown("done", None), shown("failed", None)] {
        let decisions = on(&cleaned, &[observe(1, 0, seen), converge(1), right.clone()]);
        assert_eq!(
            decisions,
            [
                json!(["observed(projectionContradiction)", done]),
                json!(["observed(converging)", done]),
                json!(["observed(projectionAgrees)"]),
            ]
        );
    }

    let accepted = after(&all([
        start.clone(),
        promoting(key),
        vec![accept(key, RECEIPT)],
    ]));
    let cleanup = json!({ "type": "startCleanup", "key": key, "tx": TX });
    assert_eq!(
        on(&accepted, &[observe(1, 0, shown("active", None))]),
        only("observed(projectionAgrees)")
    );
    let (decisions, next) = further(&accepted, &[observe(1, 0, shown("done", Some(RECEIPT)))]);
    assert_eq!(
        decisions,
        [json!(["observed(projectionContradiction)", cleanup])]
    );
    assert_eq!(task(&next, 1)["projection"], shown("done", Some(RECEIPT)));

    let failed = after(&all([start.clone(), vec![claim(key), exit(key, 2)]]));
    let (decisions, next) = further(
        &failed,
        &[
            observe(1, 0, shown("done", None)),
            observe(1, 0, shown("failed", None)),
            observe(1, 0, shown("open", None)),
            converge(1),
        ],
    );
    let project = json!({ "type": "projectFailed", "task": 1, "generation": 0, "class": "exit" });
    assert_eq!(
        decisions,
        [
            json!(["hold(doneWithoutTransaction)"]),
            json!(["observed(projectionAgrees)"]),
            json!(["observed(projectionContradiction)", project]),
            json!(["observed(converging)", project]),
        ]
    );
    assert_eq!(task(&next, 1)["projection"], shown("open", None));

    let legacy = after(&[imported(1, "done", false, &[], 0)]);
    assert_eq!(
        on(&legacy, &[observe(1, 0, shown("done", Some(5)))]),
        only("noop(agrees)")
    );
    let (decisions, next) = further(&legacy, &[observe(1, 0, Value::Null), converge(1)]);
    assert_eq!(
        decisions,
        [
            json!(["observed(projectionContradiction)"]),
            json!(["noop(agrees)"])
        ]
    );
    assert_eq!(task(&next, 1)["projection"], Value::Null);
    let failed = after(&[imported(1, "failed", false, &[], 0)]);
    assert_eq!(
        on(&failed, &[observe(1, 0, shown("done", None))]),
        only("hold(doneWithoutTransaction)")
    );
}

#[test]
fn an_operator_opens_what_nothing_else_opens() {
    let key = first(1);
    let opened = json!({ "type": "openGeneration", "task": 1, "generation": 1 });
    let abandoned = after(&[declare(1, &[], 0), abandon(1, 0)]);
    assert_eq!(
        on(&abandoned, &[reopen(1, 0)]),
        [json!(["applied", opened, ready(1, 1)])]
    );
    let legacy = after(&[imported(1, "done", false, &[], 1), declare(2, &[1], 0)]);
    assert_eq!(
        on(&legacy, &[trust(1, 0), trust(1, 0), retry(1, 0)]),
        [
            json!(["applied", ready(2, 0)]),
            json!(["noop(already)"]),
            json!(["rejected(alreadyAccepted)"]),
        ]
    );
    // A release costs a retry; the loop of claims ends with the retries.
    let next = [1, 1, 0, 2, 2];
    let looped = after(&[declare(1, &[], 1), claim(key)]);
    let (decisions, state) = further(
        &looped,
        &[
            release(key),
            claim(next),
            release(next),
            retry(1, 0),
            grant(1, 0, 1),
            retry(1, 0),
        ],
    );
    assert_eq!(decisions[0], json!(["applied", ready(1, 0)]));
    let failed = json!({ "type": "attemptFailed", "key": next, "class": "released" });
    assert_eq!(decisions[2][1], failed);
    assert_eq!(decisions[3], json!(["hold(retriesExhausted)"]));
    assert_eq!(decisions[5], json!(["applied", opened, ready(1, 1)]));
    assert_eq!(task(&state, 1)["retries"], 0);
    let most = (1 << 53) - 1;
    let (_, rich) = further(&state, &[grant(1, 1, most), grant(1, 1, 1)]);
    assert_eq!(task(&rich, 1)["retries"], most);
}

#[test]
fn a_waived_dependency_is_waited_for_no_longer() {
    let state = after(&[
        declare(1, &[], 0),
        declare(2, &[], 0),
        declare(3, &[1, 2], 0),
    ]);
    assert_eq!(
        on(
            &state,
            &[
                waive(3, 0, 1),
                waive(3, 0, 1),
                waive(3, 0, 9),
                waive(3, 0, 2)
            ]
        ),
        [
            json!(["applied"]),
            json!(["noop(already)"]),
            json!(["rejected(unknownDependency)"]),
            json!(["applied", ready(3, 0)]),
        ]
    );
    // That it is satisfied later counts for nothing more.
    let one = after(&all([
        vec![
            declare(1, &[], 0),
            declare(2, &[], 0),
            declare(3, &[1, 2], 0),
            waive(3, 0, 2),
        ],
        success(first(2)),
    ]));
    assert_eq!(task(&one, 3)["ready"], false);
    assert_eq!(task(&one, 3)["waived"], json!([2]));
    let decisions = on(&one, &success(first(1)));
    assert_eq!(
        decisions.last().unwrap().as_array().unwrap().last(),
        Some(&ready(3, 0))
    );
}

#[test]
fn converge_asks_for_every_outstanding_effect_in_order() {
    let key = first(1);
    let stop = json!({ "type": "stopProcess", "key": key });
    let state = after(&[
        declare(1, &[], 1),
        claim(key),
        wrapper_exit(key, 1),
        retry(1, 0),
    ]);
    let opened = json!({ "type": "openGeneration", "task": 1, "generation": 1 });
    assert_eq!(
        on(&state, &[converge(1), lost(key), converge(1)]),
        [
            json!(["observed(converging)", stop, opened]),
            json!(["applied", ready(1, 1)]),
            json!(["observed(converging)", opened, ready(1, 1)]),
        ]
    );
    let held = after(&[
        declare(1, &[], 1),
        claim(key),
        exit(key, 1),
        retry(1, 0),
        accept(key, 5),
    ]);
    assert_eq!(
        on(
            &held,
            &[
                converge(1),
                claim([1, 1, 1, 2, 2]),
                clear(1, 1),
                clear(1, 1)
            ]
        ),
        [
            json!(["noop(agrees)"]),
            json!(["rejected(held)"]),
            json!(["applied", opened, ready(1, 1)]),
            json!(["noop(already)"]),
        ]
    );
}

/// The tasks of which a claim is requested, in order.
fn readies(sayings: &[Value]) -> Vec<u64> {
    on(&State::initial(1), sayings)
        .iter()
        .flat_map(|decision| decision.as_array().unwrap())
        .filter(|effect| effect["type"] == "ready")
        .map(|effect| effect["task"].as_u64().unwrap())
        .collect()
}

#[test]
fn ready_is_latched_until_a_claim_and_comes_in_order_of_declaration() {
    let key = first(1);
    let one = vec![declare(1, &[], 0)];
    assert_eq!(
        readies(&[declare(1, &[], 1), claim(key), release(key)]),
        [1, 1]
    );
    assert_eq!(
        readies(&all([one.clone(), vec![claim(key), kill(key)]])),
        [1]
    );
    assert_eq!(
        readies(&all([one.clone(), vec![claim(key), kill(key), lost(key)]])),
        [1, 1]
    );
    assert_eq!(
        readies(&all([one.clone(), vec![claim(key), abandon(1, 0)]])),
        [1]
    );
    assert_eq!(
        readies(&all([one.clone(), vec![declare(2, &[], 0), converge(1)]])),
        [1, 2, 1]
    );

    let two = vec![
        declare(1, &[], 0),
        declare(2, &[], 0),
        declare(3, &[1, 2], 0),
    ];
    assert_eq!(
        readies(&all([two.clone(), success(first(1)), success(first(2))])),
        [1, 2, 3]
    );
    assert_eq!(
        readies(&all([two.clone(), success(first(2)), success(first(1))])),
        [1, 2, 3]
    );
    assert_eq!(
        readies(&all([
            two,
            vec![abandon(3, 0)],
            success(first(2)),
            success(first(1))
        ])),
        [1, 2]
    );

    let star = vec![
        declare(9, &[], 0),
        declare(5, &[9], 0),
        declare(7, &[9], 0),
        declare(1, &[9], 0),
    ];
    assert_eq!(readies(&all([star, success(first(9))])), [9, 5, 7, 1]);
    assert_eq!(
        readies(&[imported(1, "done", true, &[], 0), declare(2, &[1], 0)]),
        [2]
    );
    assert!(readies(&[imported(1, "done", false, &[], 0), declare(2, &[1], 0)]).is_empty());
    assert_eq!(
        readies(&all([one, success(key), vec![declare(2, &[1], 0)]])),
        [1, 2]
    );
}
