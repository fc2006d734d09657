//! Attempts, tasks and the state of one graph. Mirrors `formal/Lifecycle/State.lean`.
//!
//! `status` is the reducer's own truth; `projection` is what the outside shows.

use serde::Serialize;

use crate::decision::Verdict;
use crate::event::Event;
pub use crate::store::State;
use crate::value::{Cancel, Class, Key, Projection, Status, Tx};

/// A reason to end an attempt that arrived while its promotion was in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[allow(missing_docs)] // the constructors are named in the model
pub enum Deferred {
    None,
    Failure { class: Class },
    Kill,
    Abandon,
}

/// Where an attempt stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[allow(missing_docs)] // the constructors are named in the model
pub enum Phase {
    Running,
    Finishing {
        tx: Tx,
        validated: bool,
    },
    /// The intent is durable, acceptance not yet known.
    Promoting {
        tx: Tx,
        deferred: Deferred,
    },
    /// Durable success: failures are suppressed from here on.
    Accepted {
        tx: Tx,
        receipt: u64,
    },
    /// Done: the projection and the dependents may follow.
    Cleaned {
        tx: Tx,
        receipt: u64,
        cleanup: u64,
    },
    Failed {
        class: Class,
    },
    Cancelled {
        reason: Cancel,
    },
}

impl Phase {
    /// Whether the attempt may still act: neither accepted nor closed.
    pub fn live(&self) -> bool {
        matches!(
            self,
            Self::Running | Self::Finishing { .. } | Self::Promoting { .. }
        )
    }
}

/// One attempt at a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// Which attempt.
    pub key: Key,
    /// Where it stands.
    pub phase: Phase,
}

/// Where a task comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Origin {
    /// Declared.
    Native,
    /// Imported from the time before transactions.
    Legacy {
        /// Whether its Done may be relied on.
        trusted: bool,
    },
}

/// One task of the graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// Its identity.
    pub id: u64,
    /// Tasks declared earlier, each once.
    pub deps: Vec<u64>,
    /// Retries left.
    pub retries: u64,
    /// The generation, from 0.
    pub generation: u64,
    /// Attempts ever claimed.
    pub attempts: u64,
    /// The highest fence ever accepted.
    pub fence: u64,
    /// Set when `ready` is emitted, until a claim consumes it.
    pub ready: bool,
    /// The reducer's own truth.
    pub status: Status,
    /// What the outside shows.
    pub projection: Projection,
    /// The current attempt.
    pub current: Option<Attempt>,
    /// Oldest first: the attempt with number `n` stands at `n - 1`.
    pub closed: Vec<Attempt>,
    /// Where it comes from.
    pub origin: Origin,
}

impl Task {
    /// Whether exactly this attempt was closed. An attempt's number is never given twice.
    pub fn is_closed(&self, key: &Key) -> bool {
        usize::try_from(key.attempt)
            .ok()
            .and_then(|attempt| self.closed.get(attempt.checked_sub(1)?))
            .is_some_and(|a| a.key == *key)
    }

    /// Whether dependents may rely on the task: cleaned, or a legacy Done that was declared trusted.
    pub fn satisfies(&self) -> bool {
        match self.current {
            Some(Attempt {
                phase: Phase::Cleaned { .. },
                ..
            }) => true,
            _ => self.origin == Origin::Legacy { trusted: true } && self.status == Status::Done,
        }
    }

    /// Whether the task's current attempt is live.
    pub fn has_live(&self) -> bool {
        self.current.is_some_and(|a| a.phase.live())
    }

    /// Whether the task answers for its own display: native, or legacy once claimed.
    pub fn owned(&self) -> bool {
        self.origin == Origin::Native || self.attempts != 0
    }

    /// What the graph should display.
    pub fn truth(&self) -> Projection {
        match self.current {
            Some(Attempt {
                phase: Phase::Cleaned { receipt, .. },
                ..
            }) => Projection::Shown {
                status: Status::Done,
                receipt: Some(receipt),
            },
            _ => Projection::Shown {
                status: self.status,
                receipt: None,
            },
        }
    }

    /// Why the task's current attempt failed; `lost` for a task that has none to tell.
    pub fn failure(&self) -> Class {
        match self.current {
            Some(Attempt {
                phase: Phase::Failed { class },
                ..
            }) => class,
            _ => Class::Lost,
        }
    }
}

/// A consumed event, with the verdict it got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// What became of it.
    pub verdict: Verdict,
}
