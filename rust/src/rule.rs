//! What each act does in each phase of the current attempt, one function a row of the table. Mirrors
//! `formal/Lifecycle/Rule.lean`.
//!
//! The guards have answered before: an act that names a transaction names the attempt's own.

use crate::decision::{Effect, Why};
use crate::event::Act;
use crate::guard::Outcome::{self, Applied, Noop, Observed, Rejected};
use crate::moves::Move;
use crate::state::{Attempt, Deferred, Phase, Task, Worker};
use crate::value::{Cancel, Class, Tx};

impl Attempt {
    /// Evidence about the current attempt, marked as it is.
    fn observe(&self, why: Why, effects: impl IntoIterator<Item = Effect>) -> Outcome {
        Observed(why, Move::Mark(*self), effects.into_iter().collect())
    }
}

/// The attempt fails.
fn fail_now(t: &Task, a: &Attempt, class: Class) -> Outcome {
    let mut effects = vec![Effect::AttemptFailed { key: a.key, class }];
    effects.extend(a.stop());
    effects.push(Effect::ProjectFailed {
        task: t.id,
        generation: t.generation,
        class,
    });
    Applied(Move::Fail(*a, class), effects)
}

/// The attempt is killed.
fn kill_now(a: &Attempt) -> Outcome {
    Applied(
        Move::Cancel(*a, Cancel::Killed),
        a.stop().into_iter().collect(),
    )
}

/// The task is abandoned together with its live attempt.
pub fn abandon_now(t: &Task, a: &Attempt) -> Outcome {
    let effects = a.stop().into_iter().chain([t.project_abandoned()]);
    Applied(Move::AbandonLive(*a), effects.collect())
}

/// A promotion is in flight: the first reason to end the attempt waits for its outcome.
pub fn defer_end(a: &Attempt, tx: Tx, deferred: Deferred, reason: Deferred) -> Outcome {
    match deferred {
        Deferred::None => {
            let phase = Phase::Promoting {
                tx,
                deferred: reason,
            };
            Applied(Move::Enter(*a, phase), vec![a.probe(tx)])
        }
        _ => a.observe(Why::AlreadyDeferred, [a.probe(tx)]),
    }
}

/// A failure is reported.
pub fn failure_rule(t: &Task, a: &Attempt, class: Class) -> Outcome {
    match a.phase {
        Phase::Running | Phase::Finishing { .. } => fail_now(t, a, class),
        Phase::Promoting { tx, deferred } => {
            defer_end(a, tx, deferred, Deferred::Failure { class })
        }
        Phase::Accepted { tx, .. } => a.observe(Why::AfterSuccess, [a.start_cleanup(tx)]),
        Phase::Cleaned { .. } => a.observe(Why::AfterSuccess, t.reproject()),
        Phase::Failed { .. } | Phase::Cancelled { .. } => a.observe(Why::AfterFailure, []),
    }
}

/// A process exits with zero: a worker that never began to finish has not completed.
pub fn exit_zero_rule(t: &Task, a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Running => fail_now(t, a, Class::NoCompletion),
        Phase::Finishing { tx, .. } => a.observe(Why::FinishInProgress, [a.continue_finish(tx)]),
        Phase::Promoting { tx, .. } => a.observe(Why::PromotionInFlight, [a.probe(tx)]),
        Phase::Accepted { tx, .. } => a.observe(Why::AfterSuccess, [a.start_cleanup(tx)]),
        Phase::Cleaned { .. } => a.observe(Why::AfterSuccess, t.reproject()),
        Phase::Failed { .. } | Phase::Cancelled { .. } => a.observe(Why::AfterFailure, []),
    }
}

/// A worker begins to finish by a transaction.
pub fn finish_rule(a: &Attempt, tx: Tx) -> Outcome {
    match a.phase {
        Phase::Running => {
            let phase = Phase::Finishing {
                tx,
                validated: false,
            };
            Applied(Move::Enter(*a, phase), vec![a.continue_finish(tx)])
        }
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
        (Phase::Finishing { tx, .. }, true) => {
            let phase = Phase::Finishing {
                tx,
                validated: true,
            };
            Applied(Move::Enter(*a, phase), vec![])
        }
        // Without a worker nobody is left to go on.
        (Phase::Finishing { .. }, false) if a.worker == Worker::Gone => {
            fail_now(t, a, Class::NoCompletion)
        }
        (Phase::Finishing { .. }, false) => Applied(Move::Enter(*a, Phase::Running), vec![]),
        (Phase::Promoting { .. } | Phase::Accepted { .. } | Phase::Cleaned { .. }, true) => {
            Noop(Why::Already)
        }
        (Phase::Promoting { .. }, false) => a.observe(Why::AfterIntent, []),
        (Phase::Accepted { .. } | Phase::Cleaned { .. }, false) => a.observe(Why::AfterSuccess, []),
        (Phase::Running, _) => Rejected(Why::NoTransaction),
        (Phase::Failed { .. } | Phase::Cancelled { .. }, _) => Rejected(Why::Closed),
    }
}

/// The intent to promote becomes durable.
pub fn intent_rule(t: &Task, a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Finishing { .. } if t.held.is_some() => Rejected(Why::Held),
        Phase::Finishing {
            tx,
            validated: true,
        } => {
            let phase = Phase::Promoting {
                tx,
                deferred: Deferred::None,
            };
            Applied(Move::Enter(*a, phase), vec![a.promote(tx)])
        }
        Phase::Finishing { .. } => Rejected(Why::NotValidated),
        Phase::Promoting { .. } | Phase::Accepted { .. } | Phase::Cleaned { .. } => {
            Noop(Why::Already)
        }
        Phase::Running => Rejected(Why::NoTransaction),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Rejected(Why::Closed),
    }
}

/// A durable acceptance is reported; `same` is the reason given where it was known already.
pub fn acceptance_rule(t: &Task, a: &Attempt, receipt: u64, same: Why) -> Outcome {
    match a.phase {
        Phase::Promoting { tx, .. } => {
            let mut effects = vec![
                Effect::Succeeded {
                    key: a.key,
                    disposition: tx.contract.disposition(),
                    receipt,
                },
                a.start_cleanup(tx),
            ];
            effects.extend(a.stop_again());
            Applied(Move::Enter(*a, Phase::Accepted { tx, receipt }), effects)
        }
        Phase::Accepted { receipt: known, .. } | Phase::Cleaned { receipt: known, .. } => {
            if known == receipt {
                Noop(same)
            } else {
                t.hold(Why::ReceiptConflict)
            }
        }
        Phase::Finishing { .. } => Rejected(Why::NotIntended),
        Phase::Running => Rejected(Why::NoTransaction),
        Phase::Failed { .. } | Phase::Cancelled { .. } => t.hold_acceptance(a.key, receipt),
    }
}

/// A probe finds no acceptance: a deferred reason to end the attempt takes effect, else promote again.
pub fn absence_rule(t: &Task, a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Promoting { tx, deferred } => deferred_rule(t, a, tx, deferred),
        Phase::Accepted { .. } | Phase::Cleaned { .. } => a.observe(Why::AfterSuccess, []),
        Phase::Finishing { .. } => Rejected(Why::NotIntended),
        Phase::Running => Rejected(Why::NoTransaction),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Rejected(Why::Closed),
    }
}

/// The promotion has not come about: what was deferred happens now.
fn deferred_rule(t: &Task, a: &Attempt, tx: Tx, deferred: Deferred) -> Outcome {
    match deferred {
        Deferred::None => {
            let again = t.held.is_none().then(|| a.promote(tx));
            a.observe(Why::PromotionAbsent, again)
        }
        Deferred::Failure { class } => fail_now(t, a, class),
        Deferred::Kill => kill_now(a),
        Deferred::Abandon => abandon_now(t, a),
    }
}

/// The receipt of a cleanup is recorded.
pub fn cleanup_rule(t: &Task, a: &Attempt, receipt: u64, cleanup: u64) -> Outcome {
    match a.phase {
        Phase::Accepted { tx, receipt: known } if known == receipt => {
            let phase = Phase::Cleaned {
                tx,
                receipt,
                cleanup,
            };
            Applied(Move::Clean(*a, phase), vec![t.project_done(tx, receipt)])
        }
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

/// The worker gives its attempt back: that costs a retry, and without one it is a failure.
pub fn release_rule(t: &Task, a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Running if t.retries == 0 => fail_now(t, &a.gone(), Class::Released),
        Phase::Running => Applied(Move::Release(a.gone()), vec![]),
        Phase::Finishing { .. } | Phase::Promoting { .. } => Rejected(Why::OwnerActive),
        Phase::Accepted { .. } | Phase::Cleaned { .. } => Rejected(Why::AlreadyAccepted),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Noop(Why::Already),
    }
}

/// An operator kills the attempt.
pub fn kill_rule(a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Running | Phase::Finishing { .. } => kill_now(a),
        Phase::Promoting { tx, deferred } => defer_end(a, tx, deferred, Deferred::Kill),
        Phase::Accepted { .. } | Phase::Cleaned { .. } => a.observe(Why::AfterSuccess, a.stop()),
        Phase::Failed { .. } | Phase::Cancelled { .. } => Noop(Why::Already),
    }
}

/// A commit turns up that no transaction holds.
pub fn late_commit_rule(a: &Attempt) -> Outcome {
    match a.phase {
        Phase::Running | Phase::Finishing { .. } | Phase::Promoting { .. } => {
            a.observe(Why::WorkInProgress, [])
        }
        Phase::Accepted { .. } | Phase::Cleaned { .. } => a.observe(Why::LateCommit, []),
        Phase::Failed { .. } | Phase::Cancelled { .. } => a.observe(Why::Closed, []),
    }
}

/// What an act does in the phase of the current attempt.
pub fn phase_rule(t: &Task, a: &Attempt, act: &Act) -> Outcome {
    match *act {
        Act::AttemptReleased => release_rule(t, a),
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
        Act::PromotionIntended { .. } => intent_rule(t, a),
        Act::OutcomeAccepted { receipt, .. } => acceptance_rule(t, a, receipt, Why::Already),
        Act::PromotionProbed {
            found: Some(receipt),
            ..
        } => acceptance_rule(t, a, receipt, Why::Agrees),
        Act::PromotionProbed { found: None, .. } => absence_rule(t, a),
        Act::CleanupRecorded {
            receipt, cleanup, ..
        } => cleanup_rule(t, a, receipt, cleanup),
        Act::FailRequested => failure_rule(t, a, Class::Requested),
        Act::ProcessExited { code: 0, .. } => exit_zero_rule(t, a),
        Act::ProcessExited { .. } => failure_rule(t, a, Class::Exit),
        Act::ProviderFault { .. } => failure_rule(t, a, Class::Fault),
        Act::OwnerLost => failure_rule(t, a, Class::Lost),
        Act::LateCommitSeen { .. } => late_commit_rule(a),
        Act::KillRequested => kill_rule(a),
    }
}
