//! The outcome of an event for the one task it concerns, and the guards that answer before any rule of
//! a phase may: the fence of keys and the identity of the transaction. Mirrors
//! `formal/Lifecycle/Guard.lean`.

use crate::decision::{Effect, Why};
use crate::event::Act;
use crate::moves::Move;
use crate::state::{Phase, Task};
use crate::value::{Contract, Key, Projection, Tx};

/// What an event does to its task. Only `Applied` carries a move: that nothing else can change a
/// lifecycle holds by the shape of this type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The task makes a move.
    Applied(Move, Vec<Effect>),
    /// Evidence without authority; it may change the projection and request idempotent effects again.
    Observed(Why, Projection, Vec<Effect>),
    /// There is nothing to do.
    Noop(Why),
    /// The event is refused.
    Rejected(Why),
    /// An operator must look.
    Hold(Why),
}

impl Task {
    /// Evidence that leaves the projection as it is.
    pub fn observe(&self, why: Why, effects: Vec<Effect>) -> Outcome {
        Outcome::Observed(why, self.projection, effects)
    }
}

impl Act {
    /// Whether the act claims a durable acceptance.
    pub fn claims_acceptance(&self) -> bool {
        matches!(
            self,
            Self::OutcomeAccepted { .. } | Self::PromotionProbed { found: Some(_), .. }
        )
    }
}

/// The answer to an act whose key is exactly that of a closed attempt.
pub fn closed_outcome(t: &Task, act: &Act) -> Outcome {
    if act.claims_acceptance() {
        return Outcome::Hold(Why::AcceptedAfterClose);
    }
    match act {
        Act::AttemptReleased | Act::KillRequested => Outcome::Noop(Why::Already),
        _ => t.observe(Why::Closed, vec![]),
    }
}

/// The answer to a key that is neither current nor closed: generation, attempt, fence, in this order.
pub fn foreign_outcome(t: &Task, key: &Key) -> Outcome {
    if key.generation < t.generation {
        t.observe(Why::StaleGeneration, vec![])
    } else if t.generation < key.generation {
        Outcome::Rejected(Why::UnknownAttempt)
    } else if key.attempt < t.attempts {
        t.observe(Why::StaleAttempt, vec![])
    } else if t.attempts < key.attempt {
        Outcome::Rejected(Why::UnknownAttempt)
    } else if key.fence < t.fence {
        t.observe(Why::StaleFence, vec![])
    } else {
        Outcome::Rejected(Why::UnknownAttempt)
    }
}

impl Phase {
    /// The transaction that a phase has.
    pub fn tx(&self) -> Option<Tx> {
        match self {
            Self::Finishing { tx, .. }
            | Self::Promoting { tx, .. }
            | Self::Accepted { tx, .. }
            | Self::Cleaned { tx, .. } => Some(*tx),
            Self::Running | Self::Failed { .. } | Self::Cancelled { .. } => None,
        }
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
pub fn without_tx(phase: &Phase, act: &Act) -> Option<Outcome> {
    match (phase, act) {
        (Phase::Running, Act::FinishBegun { .. }) => None,
        (Phase::Running, _) => Some(Outcome::Rejected(Why::NoTransaction)),
        _ if act.claims_acceptance() => Some(Outcome::Hold(Why::AcceptedAfterClose)),
        _ => Some(Outcome::Rejected(Why::Closed)),
    }
}

/// The answer that the identity of the transaction gives, before any rule of the phase.
pub fn tx_guard(phase: &Phase, act: &Act) -> Option<Outcome> {
    let (tx, candidate, contract) = act.names()?;
    match phase.tx() {
        Some(own) => mismatch(own, tx, candidate, contract),
        None => without_tx(phase, act),
    }
}

/// The answer to a request or an observation of another generation than the task's.
pub fn generation_guard(t: &Task, generation: u64, stale: Outcome) -> Option<Outcome> {
    if generation < t.generation {
        Some(stale)
    } else if t.generation < generation {
        Some(Outcome::Rejected(Why::UnknownGeneration))
    } else {
        None
    }
}
