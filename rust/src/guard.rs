//! The outcome of an event for the one task it concerns, and the guards that answer before any rule of
//! a phase may: the fence of keys and the identity of the transaction. Mirrors
//! `formal/Lifecycle/Guard.lean`.

use crate::decision::{Effect, Why};
use crate::event::{Act, TaskAct};
use crate::moves::Move;
use crate::state::{Attempt, Hold, Phase, Task, Worker};
use crate::value::{Contract, Key, Status, Tx};

/// What an event does to its task. The move of an `Observed` outcome changes at most the projection and
/// the workers; a `Hold` may store nothing but the hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The task makes a move.
    Applied(Move, Vec<Effect>),
    /// Evidence without authority; it may request idempotent effects again.
    Observed(Why, Move, Vec<Effect>),
    /// There is nothing to do.
    Noop(Why),
    /// The event is refused.
    Rejected(Why),
    /// An operator must look.
    Hold(Why, Option<Hold>),
}

impl Outcome {
    /// Evidence that leaves the task as it is.
    pub fn evidence(why: Why) -> Self {
        Self::Observed(why, Move::Stay, vec![])
    }
}

/// What the rules of a task ask of the others.
pub trait Others {
    /// Whether every dependency of the task is satisfied or waived.
    fn waits_for_none(&self, t: &Task) -> bool;

    /// Whether a declared task satisfies those that depend on it.
    fn satisfied(&self, dep: u64) -> bool;
}

impl Task {
    /// A verdict that waits for an operator.
    pub fn hold(&self, why: Why) -> Outcome {
        Outcome::Hold(why, self.held)
    }

    /// A late acceptance: it holds the task, unless an earlier one does.
    pub fn hold_acceptance(&self, key: Key, receipt: u64) -> Outcome {
        let held = self.held.unwrap_or(Hold { key, receipt });
        Outcome::Hold(Why::AcceptedAfterClose, Some(held))
    }

    /// Whether nothing keeps an attempt from being claimed: open, not held, every dependency satisfied or
    /// waived, and every earlier worker gone.
    pub fn claimable(&self, others: &impl Others) -> bool {
        self.held.is_none() && self.claimable_when_cleared(others)
    }

    /// Whether nothing but a hold keeps an attempt from being claimed.
    pub fn claimable_when_cleared(&self, others: &impl Others) -> bool {
        self.status == Status::Open
            && others.waits_for_none(self)
            && self.last_closed().is_none_or(|a| a.worker == Worker::Gone)
    }

    /// Whether nothing keeps an attempt from being claimed once the worker of this closed one is gone.
    fn claimable_without(&self, others: &impl Others, key: &Key) -> bool {
        let waits = |a: &Attempt| a.worker != Worker::Gone && a.key != *key;
        self.status == Status::Open
            && self.held.is_none()
            && others.waits_for_none(self)
            && !self.last_closed().is_some_and(waits)
    }
}

/// The worker of a closed attempt is gone: the next attempt may have waited for that.
fn gone_outcome(others: &impl Others, t: &Task, key: &Key) -> Outcome {
    let step = Move::LoseClosed(*key);
    if t.claimable_without(others, key) && !t.ready {
        Outcome::Applied(step, vec![])
    } else {
        Outcome::Observed(Why::Closed, step, vec![])
    }
}

/// The answer to an act whose key is exactly that of a closed attempt.
pub fn closed_outcome(others: &impl Others, t: &Task, key: &Key, act: &Act) -> Outcome {
    if let Some(receipt) = act.acceptance() {
        return t.hold_acceptance(*key, receipt);
    }
    if act.shows_gone() {
        return gone_outcome(others, t, key);
    }
    match act {
        Act::AttemptReleased | Act::KillRequested => Outcome::Noop(Why::Already),
        _ => Outcome::evidence(Why::Closed),
    }
}

/// The answer to a key that is neither current nor closed: generation, attempt, fence, in this order.
pub fn foreign_outcome(t: &Task, key: &Key) -> Outcome {
    if key.generation < t.generation {
        Outcome::evidence(Why::StaleGeneration)
    } else if t.generation < key.generation {
        Outcome::Rejected(Why::UnknownAttempt)
    } else if key.attempt < t.attempts {
        Outcome::evidence(Why::StaleAttempt)
    } else if t.attempts < key.attempt {
        Outcome::Rejected(Why::UnknownAttempt)
    } else if key.fence < t.fence {
        Outcome::evidence(Why::StaleFence)
    } else {
        Outcome::Rejected(Why::UnknownAttempt)
    }
}

impl Act {
    /// The transaction, candidate and contract that an act names, as far as it names them.
    pub fn names(&self) -> Option<(u64, Option<u64>, Option<Contract>)> {
        match *self {
            Self::FinishBegun {
                tx,
                candidate,
                contract,
            } => Some((tx, Some(candidate), Some(contract))),
            Self::CandidateValidated { tx, candidate, .. }
            | Self::PromotionIntended { tx, candidate }
            | Self::OutcomeAccepted { tx, candidate, .. } => Some((tx, Some(candidate), None)),
            Self::PromotionProbed { tx, .. } | Self::CleanupRecorded { tx, .. } => {
                Some((tx, None, None))
            }
            _ => None,
        }
    }
}

/// The answer to an act that names a transaction other than the attempt's.
pub fn mismatch(
    own: Tx,
    tx: u64,
    candidate: Option<u64>,
    contract: Option<Contract>,
) -> Option<Outcome> {
    if tx != own.tx {
        Some(Outcome::Rejected(Why::TxMismatch))
    } else if candidate.is_some_and(|candidate| candidate != own.candidate) {
        Some(Outcome::Rejected(Why::CandidateMismatch))
    } else if contract.is_some_and(|contract| contract != own.contract) {
        Some(Outcome::Rejected(Why::TxMismatch))
    } else {
        None
    }
}

/// The answer to an act that names a transaction in a phase that has none.
pub fn without_tx(t: &Task, a: &Attempt, act: &Act) -> Option<Outcome> {
    match (a.phase, act, act.acceptance()) {
        (Phase::Running, Act::FinishBegun { .. }, _) => None,
        (Phase::Running, _, _) => Some(Outcome::Rejected(Why::NoTransaction)),
        (_, _, Some(receipt)) => Some(t.hold_acceptance(a.key, receipt)),
        (_, _, None) => Some(Outcome::Rejected(Why::Closed)),
    }
}

/// The answer that the identity of the transaction gives, before any rule of the phase.
pub fn tx_guard(t: &Task, a: &Attempt, act: &Act) -> Option<Outcome> {
    let (tx, candidate, contract) = act.names()?;
    match a.phase.tx() {
        Some(own) => mismatch(own, tx, candidate, contract),
        None => without_tx(t, a, act),
    }
}

/// The answer to what is said of another generation than the task's.
pub fn generation_guard(t: &Task, generation: u64, act: &TaskAct) -> Option<Outcome> {
    if generation < t.generation {
        Some(match act {
            TaskAct::ProjectionObserved { .. } => Outcome::evidence(Why::StaleGeneration),
            _ => Outcome::Rejected(Why::StaleGeneration),
        })
    } else if t.generation < generation {
        Some(Outcome::Rejected(Why::UnknownGeneration))
    } else {
        None
    }
}
