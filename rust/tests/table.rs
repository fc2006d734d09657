//! What each event does in each phase: the specification's table, copied by hand.

mod common;

use common::*;
use lean_gate_lifecycle::state::State;
use serde_json::Value;

/// Verdict, then the phase entered, then the effects; columns as in [`columns`].
const TABLE: &str = "
event                | running                                   | finishing                                 | validated                                 | promoting                              | accepted                            | cleaned                             | failed
finish               | applied → finishing: continueFinish                       | noop(already)                             | noop(already)                             | noop(already)                          | noop(already)                       | noop(already)                       | rejected(closed)
validate passed      | rejected(noTransaction)                   | applied → validated                       | noop(already)                             | noop(already)                          | noop(already)                       | noop(already)                       | rejected(closed)
validate failed      | rejected(noTransaction)                   | applied → running                         | applied → running                         | observed(afterIntent)                  | observed(afterSuccess)              | observed(afterSuccess)              | rejected(closed)
intend               | rejected(noTransaction)                   | rejected(notValidated)                    | applied → promoting(none): promote        | noop(already)                          | noop(already)                       | noop(already)                       | rejected(closed)
accept same          | rejected(noTransaction)                   | rejected(notIntended)                     | rejected(notIntended)                     | applied → accepted: succeeded startCleanup | noop(already)                   | noop(already)                       | hold(acceptedAfterClose)
accept other         | rejected(noTransaction)                   | rejected(notIntended)                     | rejected(notIntended)                     | applied → accepted: succeeded startCleanup | hold(receiptConflict)           | hold(receiptConflict)               | hold(acceptedAfterClose)
probed same          | rejected(noTransaction)                   | rejected(notIntended)                     | rejected(notIntended)                     | applied → accepted: succeeded startCleanup | noop(agrees)                    | noop(agrees)                        | hold(acceptedAfterClose)
probed other         | rejected(noTransaction)                   | rejected(notIntended)                     | rejected(notIntended)                     | applied → accepted: succeeded startCleanup | hold(receiptConflict)           | hold(receiptConflict)               | hold(acceptedAfterClose)
probed none          | rejected(noTransaction)                   | rejected(notIntended)                     | rejected(notIntended)                     | observed(promotionAbsent): promote     | observed(afterSuccess)              | observed(afterSuccess)              | rejected(closed)
cleaned same         | rejected(noTransaction)                   | rejected(notAccepted)                     | rejected(notAccepted)                     | rejected(notAccepted)                  | applied → cleaned: projectDone ready | noop(already)                      | rejected(closed)
cleaned receipt      | rejected(noTransaction)                   | rejected(notAccepted)                     | rejected(notAccepted)                     | rejected(notAccepted)                  | rejected(receiptMismatch)           | rejected(receiptMismatch)           | rejected(closed)
cleaned cleanup      | rejected(noTransaction)                   | rejected(notAccepted)                     | rejected(notAccepted)                     | rejected(notAccepted)                  | applied → cleaned: projectDone ready | rejected(receiptMismatch)          | rejected(closed)
fail | applied → failed: attemptFailed stopProcess projectFailed | applied → failed: attemptFailed stopProcess projectFailed | applied → failed: attemptFailed stopProcess projectFailed | applied → promoting(failure): probe | observed(afterSuccess): startCleanup | observed(afterSuccess): projectDone | observed(afterFailure)
timeout | applied → failed: attemptFailed stopProcess projectFailed | applied → failed: attemptFailed stopProcess projectFailed | applied → failed: attemptFailed stopProcess projectFailed | applied → promoting(failure): probe | observed(afterSuccess): startCleanup | observed(afterSuccess): projectDone | observed(afterFailure)
unavailable | applied → failed: attemptFailed stopProcess projectFailed | applied → failed: attemptFailed stopProcess projectFailed | applied → failed: attemptFailed stopProcess projectFailed | applied → promoting(failure): probe | observed(afterSuccess): startCleanup | observed(afterSuccess): projectDone | observed(afterFailure)
lost | applied → failed: attemptFailed projectFailed | applied → failed: attemptFailed projectFailed | applied → failed: attemptFailed projectFailed | applied → promoting(failure): probe | observed(afterSuccess): startCleanup | observed(afterSuccess): projectDone | observed(afterFailure)
exit 1 | applied → failed: attemptFailed projectFailed | applied → failed: attemptFailed projectFailed | applied → failed: attemptFailed projectFailed | applied → promoting(failure): probe | observed(afterSuccess): startCleanup | observed(afterSuccess): projectDone | observed(afterFailure)
wrapper 137 | applied → failed: attemptFailed stopProcess projectFailed | applied → failed: attemptFailed stopProcess projectFailed | applied → failed: attemptFailed stopProcess projectFailed | applied → promoting(failure): probe | observed(afterSuccess): startCleanup | observed(afterSuccess): projectDone | observed(afterFailure)
exit 0 | applied → failed: attemptFailed projectFailed | observed(finishInProgress): continueFinish | observed(finishInProgress): continueFinish | observed(promotionInFlight): probe | observed(afterSuccess): startCleanup | observed(afterSuccess): projectDone | observed(afterFailure)
wrapper 0 | applied → failed: attemptFailed stopProcess projectFailed | observed(finishInProgress): continueFinish | observed(finishInProgress): continueFinish | observed(promotionInFlight): probe | observed(afterSuccess): startCleanup | observed(afterSuccess): projectDone | observed(afterFailure)
release | applied → failed: attemptFailed projectFailed | rejected(ownerActive) | rejected(ownerActive) | rejected(ownerActive) | rejected(alreadyAccepted) | rejected(alreadyAccepted) | noop(already)
kill | applied → cancelled(killed): stopProcess | applied → cancelled(killed): stopProcess | applied → cancelled(killed): stopProcess | applied → promoting(kill): probe | observed(afterSuccess): stopProcess | observed(afterSuccess): stopProcess | noop(already)
late commit | observed(workInProgress) | observed(workInProgress) | observed(workInProgress) | observed(workInProgress) | observed(lateCommit) | observed(lateCommit) | observed(closed)
abandon | applied → cancelled(abandoned): stopProcess projectAbandoned | applied → cancelled(abandoned): stopProcess projectAbandoned | applied → cancelled(abandoned): stopProcess projectAbandoned | applied → promoting(abandon): probe | rejected(alreadyAccepted) | rejected(alreadyAccepted) | applied: projectAbandoned
retry | rejected(ownerActive) | rejected(ownerActive) | rejected(ownerActive) | rejected(ownerActive) | rejected(alreadyAccepted) | rejected(alreadyAccepted) | hold(retriesExhausted)
reopen | rejected(ownerActive) | rejected(ownerActive) | rejected(ownerActive) | rejected(ownerActive) | rejected(alreadyAccepted) | rejected(alreadyAccepted) | rejected(notAbandoned)
grant | applied | applied | applied | applied | rejected(alreadyAccepted) | rejected(alreadyAccepted) | applied
trust | rejected(notLegacyDone) | rejected(notLegacyDone) | rejected(notLegacyDone) | rejected(notLegacyDone) | rejected(notLegacyDone) | rejected(notLegacyDone) | rejected(notLegacyDone)
waive | rejected(unknownDependency) | rejected(unknownDependency) | rejected(unknownDependency) | rejected(unknownDependency) | rejected(unknownDependency) | rejected(unknownDependency) | rejected(unknownDependency)
clear | noop(already) | noop(already) | noop(already) | noop(already) | noop(already) | noop(already) | noop(already)
claim next | rejected(ownerActive) | rejected(ownerActive) | rejected(ownerActive) | rejected(ownerActive) | rejected(alreadyAccepted) | rejected(alreadyAccepted) | rejected(notReady)
converge | noop(agrees) | observed(converging): continueFinish | observed(converging): continueFinish | observed(converging): probe | observed(converging): startCleanup | observed(converging): projectDone | observed(converging): projectFailed
";

/// The event of a row.
fn event(name: &str) -> Value {
    let key = first(1);
    match name {
        "finish" => finish(key, "land"),
        "validate passed" => validate(key, true),
        "validate failed" => validate(key, false),
        "intend" => intend(key),
        "accept same" => accept(key, RECEIPT),
        "accept other" => accept(key, 99),
        "probed same" => probed(key, Some(RECEIPT)),
        "probed other" => probed(key, Some(99)),
        "probed none" => probed(key, None),
        "cleaned same" => cleaned(key, RECEIPT, CLEANUP),
        "cleaned receipt" => cleaned(key, 99, CLEANUP),
        "cleaned cleanup" => cleaned(key, RECEIPT, 99),
        "fail" => fail_request(key),
        "timeout" => fault(key, "timeout"),
        "unavailable" => fault(key, "unavailable"),
        "lost" => lost(key),
        "exit 1" => exit(key, 1),
        "wrapper 137" => wrapper_exit(key, 137),
        "exit 0" => exit(key, 0),
        "wrapper 0" => wrapper_exit(key, 0),
        "release" => release(key),
        "kill" => kill(key),
        "late commit" => late_commit(key, 5),
        "abandon" => abandon(1, 0),
        "retry" => retry(1, 0),
        "reopen" => reopen(1, 0),
        "grant" => grant(1, 0, 2),
        "trust" => trust(1, 0),
        "waive" => waive(1, 0, 2),
        "clear" => clear(1, 0),
        "claim next" => claim([1, 1, 0, 2, 2]),
        "converge" => converge(1),
        _ => panic!("no event is named {name:?}"),
    }
}

/// The state of a column.
fn column(name: &str) -> State {
    let key = first(1);
    let start = vec![declare(1, &[], 0), declare(2, &[1], 0)];
    let rest = match name {
        "running" => vec![claim(key)],
        "finishing" => vec![claim(key), finish(key, "land")],
        "validated" => vec![claim(key), finish(key, "land"), validate(key, true)],
        "promoting" => promoting(key),
        "accepted" => all([promoting(key), vec![accept(key, RECEIPT)]]),
        "cleaned" => success(key),
        "failed" => vec![claim(key), exit(key, 1)],
        _ => panic!("no column is named {name:?}"),
    };
    after(&all([start, rest]))
}

/// Verdict, the phase that task 1 enters, and the effects, as the table writes them.
fn cell(state: &State, saying: Value) -> String {
    let (decisions, next) = further(state, &[saying]);
    let [verdict, effects @ ..] = decisions[0].as_array().unwrap().as_slice() else {
        panic!("a decision without a verdict");
    };
    let mut text = verdict.as_str().unwrap().to_owned();
    let (before, now) = (phase(state), phase(&next));
    if before != now {
        text += &format!(" → {now}");
    }
    for (i, effect) in effects.iter().enumerate() {
        text += if i == 0 { ": " } else { " " };
        text += effect["type"].as_str().unwrap();
    }
    text
}

fn phase(state: &State) -> String {
    let task = task(state, 1);
    let attempt = match &task["current"] {
        Value::Null => task["closed"].as_array().unwrap().last().unwrap(),
        attempt => attempt,
    };
    let phase = &attempt["phase"];
    match phase["type"].as_str().unwrap() {
        "finishing" if phase["validated"] == true => "validated".to_owned(),
        "promoting" => format!("promoting({})", phase["deferred"]["type"].as_str().unwrap()),
        "cancelled" => format!("cancelled({})", phase["reason"].as_str().unwrap()),
        other => other.to_owned(),
    }
}

#[test]
fn every_event_does_in_every_phase_what_the_table_says() {
    let mut lines = TABLE.lines().filter(|line| !line.is_empty()).map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells
    });
    let columns = lines.next().unwrap();
    assert_eq!(columns.len(), 8);
    let mut rows = 0;
    for row in lines {
        for (name, expected) in columns.iter().zip(&row).skip(1) {
            let got = cell(&column(name), event(row[0]));
            assert_eq!(got, *expected, "{} while {name}", row[0]);
        }
        assert_eq!(row.len(), columns.len());
        rows += 1;
    }
    assert_eq!(rows, 32);
}

#[test]
fn a_deferred_reason_takes_effect_once_a_probe_finds_nothing() {
    let key = first(1);
    let ends = [
        (
            exit(key, 3),
            "applied → failed: attemptFailed projectFailed",
            "applied → accepted: succeeded startCleanup",
        ),
        (
            fault(key, "timeout"),
            "applied → failed: attemptFailed stopProcess projectFailed",
            "applied → accepted: succeeded startCleanup",
        ),
        // Only a kill wants the worker stopped after all when the promotion has come about.
        (
            kill(key),
            "applied → cancelled(killed): stopProcess",
            "applied → accepted: succeeded startCleanup stopProcess",
        ),
        (
            abandon(1, 0),
            "applied → cancelled(abandoned): stopProcess projectAbandoned",
            "applied → accepted: succeeded startCleanup",
        ),
    ];
    for (reason, absent, accepted) in &ends {
        let (_, state) = further(&column("promoting"), std::slice::from_ref(reason));
        assert_eq!(cell(&state, probed(key, None)), *absent);
        for (other, _, _) in &ends {
            assert_eq!(
                cell(&state, other.clone()),
                "observed(alreadyDeferred): probe"
            );
        }
        assert_eq!(cell(&state, accept(key, RECEIPT)), *accepted);
        assert_eq!(
            cell(&state, exit(key, 0)),
            "observed(promotionInFlight): probe"
        );
    }
}

#[test]
fn a_kill_while_promoting_marks_the_worker_whatever_is_deferred() {
    let key = first(1);
    for reason in [fault(key, "timeout"), abandon(1, 0), kill(key)] {
        let (_, state) = further(&column("promoting"), &[reason, kill(key)]);
        assert_eq!(task(&state, 1)["current"]["worker"], "stopping");
        let accepted = "applied → accepted: succeeded startCleanup stopProcess";
        assert_eq!(cell(&state, accept(key, RECEIPT)), accepted);
        // Gone is gone: nothing is left to stop.
        let (_, state) = further(&state, &[lost(key), kill(key)]);
        assert_eq!(task(&state, 1)["current"]["worker"], "gone");
    }
}

#[test]
fn a_validation_fails_the_attempt_when_its_worker_is_gone() {
    let key = first(1);
    let (_, gone) = further(&column("finishing"), &[exit(key, 0)]);
    let failed = "applied → failed: attemptFailed projectFailed";
    assert_eq!(cell(&gone, validate(key, false)), failed);
    let (_, there) = further(&column("finishing"), &[wrapper_exit(key, 0)]);
    assert_eq!(cell(&there, validate(key, false)), "applied → running");
}
