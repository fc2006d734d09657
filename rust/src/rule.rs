//! What each act does in each phase of the current attempt, one function a row of the table. Mirrors
//! the first half of `formal/Lifecycle/Rule.lean`; [`crate::task_rule`] mirrors the second.
//!
//! The guards have answered before: an act that names a transaction names the attempt's own.

use crate::decision::{Effect, Why};
use crate::effects::{
    done_effect, failure_effects, probe, project_abandoned, promote, repair_effects, start_cleanup,
    stop_process,
};
use crate::event::Act;
use crate::guard::Outcome::{self, Applied, Hold, Noop, Rejected};
use crate::moves::Move;
use crate::state::{Attempt, Deferred, Phase, Task};
use crate::value::{Cancel, Class, Tx};

/// A failure is reported.
pub fn failure_rule(t: &Task, a: &Attempt, class: Class) -> Outcome {
    match a.phase {
        Phase::Running | Phase::Finishing { .. } => {
            Applied(Move::Fail(class), failure_effects(t, a, class))
        }
        Phase::Promoting {
            tx,
            deferred: Deferred::None,
        } => defer(a, tx, Deferred::Failure { class }),
        Phase::Promoting { tx, .. } => t.observe(Why::AlreadyDeferred, vec![probe(a, tx)]),
        Phase::Accepted { tx, .. } => t.observe(Why::AfterSuccess, vec![start_cleanup(a, tx)]),
        Phase::Cleaned { tx, receipt, .. } => {
            t.observe(Why::AfterSuccess, repair_effects(t, tx, receipt))
        }
        Phase::Failed { .. } => t.observe(Why::AfterFailure, vec![]),
        Phase::Cancelled { .. } => t.observe(Why::Closed, vec![]),
    }
}

/// A reason to end the attempt waits until it is known whether the promotion has come about.
pub fn defer(a: &Attempt, tx: Tx, deferred: Deferred) -> Outcome {
    Applied(
        Move::Enter(Phase::Promoting { tx, deferred }),
        vec![probe(a, tx)],
    )
}

/// A process exits with zero: nothing failed, but a worker that never began to finish has not completed.
pub fn exit_zero_rule(t: &Task, a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Running => Applied(
            Move::Fail(Class::NoCompletion),
            failure_effects(t, a, Class::NoCompletion),
        ),
        Phase::Finishing { .. } => t.observe(Why::FinishInProgress, vec![]),
        Phase::Promoting { tx, .. } => t.observe(Why::PromotionInFlight, vec![probe(a, tx)]),
        Phase::Accepted { tx, .. } => t.observe(Why::AfterSuccess, vec![start_cleanup(a, tx)]),
        Phase::Cleaned { tx, receipt, .. } => {
            t.observe(Why::AfterSuccess, repair_effects(t, tx, receipt))
        }
        Phase::Failed { .. } => t.observe(Why::AfterFailure, vec![]),
        Phase::Cancelled { .. } => t.observe(Why::Closed, vec![]),
    }
}

/// A worker begins to finish by a transaction.
pub fn finish_rule(a: &Attempt, tx: Tx) -> Outcome {
    match a.phase {
        Phase::Running => Applied(
            Move::Enter(Phase::Finishing {
                tx,
                validated: false,
            }),
            vec![],
        ),
        Phase::Finishing { .. }
        | Phase::Promoting { .. }
        | Phase::Accepted { .. }
        | Phase::Cleaned { .. } => Noop(Why::Already),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Rejected(Why::Closed),
    }
}

/// The candidate passes validation, or does not.
pub fn validation_rule(t: &Task, a: &Attempt, passed: bool) -> Outcome {
    match (a.phase, passed) {
        (
            Phase::Finishing {
                validated: true, ..
            },
            true,
        ) => Noop(Why::Already),
        (Phase::Finishing { tx, .. }, true) => Applied(
            Move::Enter(Phase::Finishing {
                tx,
                validated: true,
            }),
            vec![],
        ),
        (Phase::Finishing { .. }, false) => Applied(Move::Enter(Phase::Running), vec![]),
        (Phase::Promoting { .. } | Phase::Accepted { .. } | Phase::Cleaned { .. }, true) => {
            Noop(Why::Already)
        }
        (Phase::Promoting { .. }, false) => t.observe(Why::AfterIntent, vec![]),
        (Phase::Accepted { .. } | Phase::Cleaned { .. }, false) => {
            t.observe(Why::AfterSuccess, vec![])
        }
        (Phase::Running, _) => Rejected(Why::NoTransaction),
        (Phase::Failed { .. } | Phase::Cancelled { .. }, _) => Rejected(Why::Closed),
    }
}

/// The intent to promote becomes durable.
pub fn intent_rule(a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Finishing {
            tx,
            validated: true,
        } => Applied(
            Move::Enter(Phase::Promoting {
                tx,
                deferred: Deferred::None,
            }),
            vec![promote(a, tx)],
        ),
        Phase::Finishing { .. } => Rejected(Why::NotValidated),
        Phase::Promoting { .. } | Phase::Accepted { .. } | Phase::Cleaned { .. } => {
            Noop(Why::Already)
        }
        Phase::Running => Rejected(Why::NoTransaction),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Rejected(Why::Closed),
    }
}

/// A durable acceptance is reported; `same` is the reason given where it was known already.
pub fn acceptance_rule(a: &Attempt, receipt: u64, same: Why) -> Outcome {
    match a.phase {
        Phase::Promoting { tx, .. } => Applied(
            Move::Enter(Phase::Accepted { tx, receipt }),
            vec![
                Effect::Succeeded {
                    key: a.key,
                    disposition: tx.contract.disposition(),
                    receipt,
                },
                start_cleanup(a, tx),
            ],
        ),
        Phase::Accepted { receipt: known, .. } | Phase::Cleaned { receipt: known, .. } => {
            if known == receipt {
                Noop(same)
            } else {
                Hold(Why::ReceiptConflict)
            }
        }
        Phase::Finishing { .. } => Rejected(Why::NotIntended),
        Phase::Running => Rejected(Why::NoTransaction),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Hold(Why::AcceptedAfterClose),
    }
}

/// A probe finds no acceptance: a deferred reason to end the attempt takes effect, else promote again.
pub fn absence_rule(t: &Task, a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Promoting { tx, deferred } => deferred_rule(t, a, tx, deferred),
        Phase::Accepted { .. } | Phase::Cleaned { .. } => t.observe(Why::AfterSuccess, vec![]),
        Phase::Finishing { .. } => Rejected(Why::NotIntended),
        Phase::Running => Rejected(Why::NoTransaction),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Rejected(Why::Closed),
    }
}

/// The promotion has not come about: what was deferred happens now.
fn deferred_rule(t: &Task, a: &Attempt, tx: Tx, deferred: Deferred) -> Outcome {
    match deferred {
        Deferred::None => t.observe(Why::PromotionAbsent, vec![promote(a, tx)]),
        Deferred::Failure { class } => Applied(Move::Fail(class), failure_effects(t, a, class)),
        Deferred::Kill => Applied(Move::Cancel(Cancel::Killed), vec![stop_process(a)]),
        Deferred::Abandon => Applied(
            Move::Cancel(Cancel::Abandoned),
            vec![stop_process(a), project_abandoned(t)],
        ),
    }
}

/// The receipt of a cleanup is recorded.
pub fn cleanup_rule(t: &Task, a: &Attempt, receipt: u64, cleanup: u64) -> Outcome {
    match a.phase {
        Phase::Accepted { tx, receipt: known } if known == receipt => Applied(
            Move::Complete(Phase::Cleaned {
                tx,
                receipt,
                cleanup,
            }),
            vec![done_effect(t, tx, receipt)],
        ),
        Phase::Accepted { .. } => Rejected(Why::ReceiptMismatch),
        Phase::Cleaned {
            receipt: known,
            cleanup: recorded,
            ..
        } => {
            if known == receipt && recorded == cleanup {
                Noop(Why::Already)
            } else {
                Rejected(Why::ReceiptMismatch)
            }
        }
        Phase::Finishing { .. } | Phase::Promoting { .. } => Rejected(Why::NotAccepted),
        Phase::Running => Rejected(Why::NoTransaction),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Rejected(Why::Closed),
    }
}

/// The owner gives the attempt back.
pub fn release_rule(a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Running => Applied(Move::Cancel(Cancel::Released), vec![]),
        Phase::Finishing { .. } | Phase::Promoting { .. } => Rejected(Why::OwnerActive),
        Phase::Accepted { .. } | Phase::Cleaned { .. } => Rejected(Why::AlreadyAccepted),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Noop(Why::Already),
    }
}

/// An operator kills the attempt.
pub fn kill_rule(t: &Task, a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Running | Phase::Finishing { .. } => {
            Applied(Move::Cancel(Cancel::Killed), vec![stop_process(a)])
        }
        Phase::Promoting {
            tx,
            deferred: Deferred::None,
        } => defer(a, tx, Deferred::Kill),
        Phase::Promoting { tx, .. } => t.observe(Why::AlreadyDeferred, vec![probe(a, tx)]),
        Phase::Accepted { .. } | Phase::Cleaned { .. } => {
            t.observe(Why::AfterSuccess, vec![stop_process(a)])
        }
        Phase::Failed { .. } | Phase::Cancelled { .. } => Noop(Why::Already),
    }
}

/// A commit turns up that no transaction holds.
pub fn late_commit_rule(t: &Task, a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Running | Phase::Finishing { .. } | Phase::Promoting { .. } => {
            t.observe(Why::WorkInProgress, vec![])
        }
        Phase::Accepted { .. } | Phase::Cleaned { .. } => t.observe(Why::LateCommit, vec![]),
        Phase::Failed { .. } | Phase::Cancelled { .. } => t.observe(Why::Closed, vec![]),
    }
}

/// What an act does in the phase of the current attempt.
pub fn phase_rule(t: &Task, a: &Attempt, act: &Act) -> Outcome {
    match *act {
        Act::AttemptReleased => release_rule(a),
        Act::FinishBegun {
            tx,
            candidate,
            contract,
        } => finish_rule(
            a,
            Tx {
                tx,
                candidate,
                contract,
            },
        ),
        Act::CandidateValidated { passed, .. } => validation_rule(t, a, passed),
        Act::PromotionIntended { .. } => intent_rule(a),
        Act::OutcomeAccepted { receipt, .. } => acceptance_rule(a, receipt, Why::Already),
        Act::PromotionProbed {
            found: Some(receipt),
            ..
        } => acceptance_rule(a, receipt, Why::Agrees),
        Act::PromotionProbed { found: None, .. } => absence_rule(t, a),
        Act::CleanupRecorded {
            receipt, cleanup, ..
        } => cleanup_rule(t, a, receipt, cleanup),
        Act::FailRequested => failure_rule(t, a, Class::Requested),
        Act::ProcessExited { code: 0, .. } => exit_zero_rule(t, a),
        Act::ProcessExited { .. } => failure_rule(t, a, Class::Exit),
        Act::ProviderFault { .. } => failure_rule(t, a, Class::Fault),
        Act::OwnerLost => failure_rule(t, a, Class::Lost),
        Act::LateCommitSeen { .. } => late_commit_rule(t, a),
        Act::KillRequested => kill_rule(t, a),
    }
}
