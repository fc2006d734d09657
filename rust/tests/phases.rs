//! Rules that no log reaches through the reducer, as an attempt is closed when it is cancelled, and what a
//! task is asked by the rules.

mod common;

use common::*;
use lean_gate_lifecycle::decision::{Effect, Verdict, Why};
use lean_gate_lifecycle::event::{Act, Body};
use lean_gate_lifecycle::guard::Outcome;
use lean_gate_lifecycle::moves::Move;
use lean_gate_lifecycle::rule::phase_rule;
use lean_gate_lifecycle::state::{Attempt, Phase, Task};
use lean_gate_lifecycle::task_rule::converge_rule;
use lean_gate_lifecycle::value::{Cancel, Class, Disposition, Projection, Status};
use serde_json::Value;

fn act(saying: Value) -> Act {
    match log(&[saying], 1).remove(0).body {
        Body::OnAttempt { act, .. } => act,
        body => panic!("{body:?} is no act"),
    }
}

fn verdict(outcome: &Outcome) -> String {
    let verdict = match outcome {
        Outcome::Applied(..) => Verdict::Applied,
        Outcome::Observed(why, ..) => Verdict::Observed(*why),
        Outcome::Noop(why) => Verdict::Noop(*why),
        Outcome::Rejected(why) => Verdict::Rejected(*why),
        Outcome::Hold(why, _) => Verdict::Hold(*why),
    };
    verdict.to_string()
}

fn task_after(sayings: &[Value]) -> Task {
    after(sayings).find_task(1).unwrap().clone()
}

#[test]
fn a_cancelled_attempt_is_answered_as_a_failed_one() {
    let key = first(1);
    let t = task_after(&[declare(1, &[], 0), claim(key)]);
    let phase = Phase::Cancelled {
        reason: Cancel::Killed,
    };
    let a = Attempt {
        phase,
        ..t.current.unwrap()
    };
    let expected = [
        (finish(key, "land"), "rejected(closed)"),
        (validate(key, true), "rejected(closed)"),
        (validate(key, false), "rejected(closed)"),
        (intend(key), "rejected(closed)"),
        (accept(key, RECEIPT), "hold(acceptedAfterClose)"),
        (probed(key, Some(RECEIPT)), "hold(acceptedAfterClose)"),
        (probed(key, None), "rejected(closed)"),
        (cleaned(key, RECEIPT, CLEANUP), "rejected(closed)"),
        (fail_request(key), "observed(afterFailure)"),
        (exit(key, 0), "observed(afterFailure)"),
        (exit(key, 1), "observed(afterFailure)"),
        (release(key), "noop(already)"),
        (kill(key), "noop(already)"),
        (late_commit(key, 1), "observed(closed)"),
    ];
    for (saying, expected) in expected {
        let act = act(saying);
        assert_eq!(verdict(&phase_rule(&t, &a, &act)), expected, "{act:?}");
    }
}

#[test]
fn a_running_or_failed_attempt_has_no_transaction_to_name() {
    let key = first(1);
    let running = task_after(&[declare(1, &[], 0), claim(key)]);
    let failed = task_after(&[declare(1, &[], 0), claim(key), exit(key, 1)]);
    let named = [
        validate(key, true),
        validate(key, false),
        intend(key),
        accept(key, RECEIPT),
        probed(key, Some(RECEIPT)),
        probed(key, None),
        cleaned(key, RECEIPT, CLEANUP),
    ];
    for saying in named {
        let act = act(saying);
        let outcome = phase_rule(&running, &running.current.unwrap(), &act);
        assert_eq!(verdict(&outcome), "rejected(noTransaction)");
        let expected = if act.acceptance().is_some() {
            "hold(acceptedAfterClose)"
        } else {
            "rejected(closed)"
        };
        let outcome = phase_rule(&failed, &failed.current.unwrap(), &act);
        assert_eq!(verdict(&outcome), expected);
    }
}

const WRONG: [Projection; 3] = [
    Projection::Missing,
    Projection::Shown {
        status: Status::Failed,
        receipt: None,
    },
    Projection::Shown {
        status: Status::Done,
        receipt: Some(99),
    },
];

#[test]
fn a_cleaned_task_is_displayed_until_it_is_seen() {
    let key = first(1);
    let mut sayings = vec![declare(1, &[], 0)];
    sayings.extend(success(key));
    let cleaned = task_after(&sayings);
    let done = Effect::ProjectDone {
        task: 1,
        generation: 0,
        disposition: Disposition::Landed,
        receipt: RECEIPT,
    };
    let right = Task {
        projection: cleaned.truth(),
        ..cleaned.clone()
    };
    let answers = |t: &Task, effects: Vec<Effect>| {
        for saying in [exit(key, 0), exit(key, 1), fault(key, "timeout"), lost(key)] {
            let outcome = phase_rule(t, &t.current.unwrap(), &act(saying));
            let expected = Outcome::Observed(
                Why::AfterSuccess,
                Move::Mark(t.current.unwrap()),
                effects.clone(),
            );
            assert_eq!(outcome, expected);
        }
    };
    for projection in WRONG {
        let t = Task {
            projection,
            ..right.clone()
        };
        answers(&t, vec![done]);
        let expected = Outcome::Observed(Why::Converging, Move::Stay, vec![done]);
        assert_eq!(converge_rule(&t), expected);
    }
    answers(&right, vec![]);
    assert_eq!(converge_rule(&right), Outcome::Noop(Why::Agrees));
}

#[test]
fn failed_and_abandoned_tasks_converge_to_their_own_display() {
    let key = first(1);
    let failed = task_after(&[declare(1, &[], 0), claim(key), lost(key)]);
    let abandoned = task_after(&[declare(1, &[], 0), abandon(1, 0)]);
    let effects = [
        Effect::ProjectFailed {
            task: 1,
            generation: 0,
            class: Class::Lost,
        },
        Effect::ProjectAbandoned {
            task: 1,
            generation: 0,
        },
    ];
    for (t, effect) in [failed, abandoned].into_iter().zip(effects) {
        let expected = Outcome::Observed(Why::Converging, Move::Stay, vec![effect]);
        assert_eq!(converge_rule(&t), expected);
        let right = Task {
            projection: t.truth(),
            ..t
        };
        assert_eq!(converge_rule(&right), Outcome::Noop(Why::Agrees));
    }
    let legacy = task_after(&[imported(1, "failed", false, &[], 0)]);
    let t = Task {
        projection: Projection::Missing,
        ..legacy
    };
    assert_eq!(converge_rule(&t), Outcome::Noop(Why::Agrees));
}

#[test]
fn a_task_tells_what_it_is() {
    let key = first(1);
    let mut sayings = vec![declare(1, &[], 0)];
    sayings.extend(success(key));
    let cleaned = task_after(&sayings);
    let done = |receipt| Projection::Shown {
        status: Status::Done,
        receipt,
    };
    assert_eq!(cleaned.truth(), done(Some(RECEIPT)));
    assert!(cleaned.satisfies() && cleaned.settled() && !cleaned.has_live());
    for trusted in [true, false] {
        for status in ["open", "done", "failed", "abandoned"] {
            let t = task_after(&[imported(1, status, trusted, &[], 0)]);
            assert_eq!(t.satisfies(), trusted && status == "done");
            assert_eq!(t.settled(), t.satisfies());
            assert_eq!(t.done_legacy(), status == "done");
            // Receipts of a legacy task that was never claimed say nothing.
            let seen = Projection::Shown {
                status: t.status,
                receipt: Some(5),
            };
            assert!(t.agrees(seen) && !t.agrees(Projection::Missing));
        }
    }
    let legacy = task_after(&[imported(1, "done", true, &[], 0)]);
    assert_eq!(legacy.truth(), done(None));
    let claimed = task_after(&[imported(1, "open", true, &[], 0), claim(key)]);
    assert!(claimed.has_live() && !claimed.satisfies() && !claimed.has_success());
    let active = |receipt| Projection::Shown {
        status: Status::Active,
        receipt,
    };
    assert!(claimed.agrees(active(None)) && !claimed.agrees(active(Some(5))));
    let mut sayings = vec![declare(1, &[], 0)];
    sayings.extend(promoting(key));
    sayings.push(accept(key, RECEIPT));
    let accepted = task_after(&sayings);
    assert!(accepted.has_live() && accepted.settled() && !accepted.satisfies());
}

#[test]
fn a_closed_attempt_is_found_by_its_whole_key() {
    let key = first(1);
    let t = task_after(&[declare(1, &[], 0), claim(key), kill(key)]);
    let own = t.closed[0].key;
    assert!(t.is_closed(&own));
    for at in 0..5 {
        let mut other: Key = own.into();
        other[at] += 1;
        let [graph, task, generation, attempt, fence] = other;
        assert!(!t.is_closed(&lean_gate_lifecycle::value::Key {
            graph,
            task,
            generation,
            attempt,
            fence,
        }));
    }
    assert!(!t.is_closed(&lean_gate_lifecycle::value::Key { attempt: 0, ..own }));
}

#[test]
fn an_act_tells_the_class_with_which_a_running_attempt_fails() {
    let key = first(1);
    let t = task_after(&[declare(1, &[], 0), claim(key)]);
    let classes = [
        (fail_request(key), Some(Class::Requested)),
        (fault(key, "unavailable"), Some(Class::Fault)),
        (lost(key), Some(Class::Lost)),
        (exit(key, 1), Some(Class::Exit)),
        (exit(key, 0), None),
        (kill(key), None),
    ];
    for (saying, class) in classes {
        let act = act(saying);
        assert_eq!(act.failure(), class);
        if let Some(class) = class {
            let outcome = phase_rule(&t, &t.current.unwrap(), &act);
            assert!(
                matches!(outcome, Outcome::Applied(Move::Fail(_, failed), _) if failed == class)
            );
        }
    }
}
