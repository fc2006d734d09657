//! Attempts, tasks and the state of one graph. Mirrors `formal/Lifecycle/State.lean`.
//!
//! `status` is the reducer's own truth; `projection` is what the outside was last seen to show.

use std::collections::HashSet;

use serde::{Serialize, Serializer};

use crate::decision::Verdict;
use crate::event::Event;
pub use crate::store::State;
use crate::value::{Cancel, Class, Key, Projection, Status, Tx, words};

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
    /// Whether the attempt still has something to do: neither cleaned nor ended.
    pub fn live(&self) -> bool {
        match self {
            Self::Running
            | Self::Finishing { .. }
            | Self::Promoting { .. }
            | Self::Accepted { .. } => true,
            Self::Cleaned { .. } | Self::Failed { .. } | Self::Cancelled { .. } => false,
        }
    }

    /// Whether the attempt has a durable success.
    pub fn succeeded(&self) -> bool {
        matches!(self, Self::Accepted { .. } | Self::Cleaned { .. })
    }

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

words! {
    /// What is known of an attempt's worker process.
    Worker {
        Present = "present",
        /// To be stopped, its end not yet known.
        Stopping = "stopping",
        /// Known to have ended.
        Gone = "gone",
    }
}

/// One attempt at a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// Which attempt.
    pub key: Key,
    /// Where it stands.
    pub phase: Phase,
    /// What is known of its worker.
    pub worker: Worker,
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

/// A late acceptance that an operator must look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hold {
    /// The attempt that was accepted late.
    pub key: Key,
    /// Its receipt.
    pub receipt: u64,
}

/// One task of the graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// Its identity.
    pub id: u64,
    /// Tasks declared earlier, each once.
    pub deps: Vec<u64>,
    /// Dependencies that an operator has waived, in that order.
    pub waived: Waived,
    /// Retries left.
    pub retries: u64,
    /// The generation, from 0.
    pub generation: u64,
    /// Attempts ever claimed.
    pub attempts: u64,
    /// The highest fence ever accepted.
    pub fence: u64,
    /// Set when `ready` is requested, until a claim consumes it.
    pub ready: bool,
    /// The reducer's own truth.
    pub status: Status,
    /// What the outside was last seen to show.
    pub projection: Projection,
    /// The late acceptance that holds the task.
    pub held: Option<Hold>,
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

    /// The last closed attempt. A claim waits until every earlier worker is gone, so that no other closed
    /// attempt can have one that is not.
    pub fn last_closed(&self) -> Option<&Attempt> {
        self.closed.last()
    }

    /// The phase of the current attempt.
    pub fn phase(&self) -> Option<Phase> {
        self.current.map(|a| a.phase)
    }

    /// Whether the current attempt is live.
    pub fn has_live(&self) -> bool {
        self.phase().is_some_and(|phase| phase.live())
    }

    /// Whether the current attempt has a durable success.
    pub fn has_success(&self) -> bool {
        self.phase().is_some_and(|phase| phase.succeeded())
    }

    /// Whether the task is a legacy Done: no attempt of its own has made it so.
    pub fn done_legacy(&self) -> bool {
        self.status == Status::Done && self.current.is_none()
    }

    /// Whether dependents may rely on the task: cleaned, or a legacy Done that is trusted.
    pub fn satisfies(&self) -> bool {
        match self.phase() {
            Some(phase) => matches!(phase, Phase::Cleaned { .. }),
            None => self.status == Status::Done && self.origin == Origin::Legacy { trusted: true },
        }
    }

    /// Whether the task has a durable success: it satisfies, or is about to.
    pub fn settled(&self) -> bool {
        self.has_success() || self.satisfies()
    }

    /// What the outside should show.
    pub fn truth(&self) -> Projection {
        match self.phase() {
            Some(Phase::Cleaned { receipt, .. }) => Projection::Shown {
                status: Status::Done,
                receipt: Some(receipt),
            },
            _ => Projection::Shown {
                status: self.status,
                receipt: None,
            },
        }
    }

    /// What a projection says of the task: receipts of a legacy task that was never claimed say nothing.
    pub fn reads(&self, projection: Projection) -> Projection {
        if self.origin != Origin::Native && self.attempts == 0 {
            projection.without_receipt()
        } else {
            projection
        }
    }

    /// Whether a projection shows what it should.
    pub fn agrees(&self, projection: Projection) -> bool {
        self.reads(projection) == self.truth()
    }
}

/// Dependencies that were waived: found by id, written in the order of waiving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waived {
    list: Vec<u64>,
    ids: HashSet<u64>,
}

impl Waived {
    /// Whether the dependency was waived.
    pub fn contains(&self, dep: u64) -> bool {
        self.ids.contains(&dep)
    }

    /// Adds a dependency behind the others.
    pub(crate) fn push(&mut self, dep: u64) {
        if self.ids.insert(dep) {
            self.list.push(dep);
        }
    }
}

impl Serialize for Waived {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
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
