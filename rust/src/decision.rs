//! Decisions: one verdict, and the effects it requests, in order. Mirrors
//! `formal/Lifecycle/Decision.lean`.
//!
//! Effects are requests; adapters carry them out idempotently and report back with further events.

use std::fmt;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::value::{Class, Disposition, Key, Word, words};

words! {
    /// The reason that a verdict other than `applied` gives.
    Why {
        // nothing to do
        Duplicate = "duplicate",
        Already = "already",
        Agrees = "agrees",
        // evidence without authority
        StaleGeneration = "staleGeneration",
        StaleAttempt = "staleAttempt",
        StaleFence = "staleFence",
        AfterSuccess = "afterSuccess",
        AfterFailure = "afterFailure",
        LateCommit = "lateCommit",
        WorkInProgress = "workInProgress",
        ProjectionContradiction = "projectionContradiction",
        ProjectionAgrees = "projectionAgrees",
        Converging = "converging",
        PromotionInFlight = "promotionInFlight",
        PromotionAbsent = "promotionAbsent",
        FinishInProgress = "finishInProgress",
        AlreadyDeferred = "alreadyDeferred",
        Closed = "closed",
        AfterIntent = "afterIntent",
        // refused
        EidConflict = "eidConflict",
        WrongGraph = "wrongGraph",
        UnknownTask = "unknownTask",
        UnknownAttempt = "unknownAttempt",
        UnknownGeneration = "unknownGeneration",
        TaskExists = "taskExists",
        UnknownDependency = "unknownDependency",
        NoTransaction = "noTransaction",
        TxMismatch = "txMismatch",
        CandidateMismatch = "candidateMismatch",
        ReceiptMismatch = "receiptMismatch",
        NotValidated = "notValidated",
        NotIntended = "notIntended",
        NotAccepted = "notAccepted",
        OwnerActive = "ownerActive",
        AlreadyAccepted = "alreadyAccepted",
        NotReady = "notReady",
        NotFailed = "notFailed",
        NotAbandoned = "notAbandoned",
        NotLegacyDone = "notLegacyDone",
        Abandoned = "abandoned",
        Held = "held",
        // an operator must look
        ReceiptConflict = "receiptConflict",
        AcceptedAfterClose = "acceptedAfterClose",
        DoneWithoutTransaction = "doneWithoutTransaction",
        RetriesExhausted = "retriesExhausted",
    }
}

/// What becomes of an event. Only `Applied` changes a task's lifecycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The event changed its task.
    Applied,
    /// There was nothing to do.
    Noop(Why),
    /// Evidence without authority: it may change the projection and the workers, and request effects again.
    Observed(Why),
    /// The event was refused.
    Rejected(Why),
    /// An operator must look.
    Hold(Why),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Applied => f.write_str("applied"),
            Self::Noop(why) => write!(f, "noop({})", why.word()),
            Self::Observed(why) => write!(f, "observed({})", why.word()),
            Self::Rejected(why) => write!(f, "rejected({})", why.word()),
            Self::Hold(why) => write!(f, "hold({})", why.word()),
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a decision requests of the adapters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[allow(missing_docs)] // the fields are named in the model
pub enum Effect {
    /// The task may be claimed.
    Ready { task: u64, generation: u64 },
    /// Open the task's next generation.
    OpenGeneration { task: u64, generation: u64 },
    /// Carry on the transaction by which the worker finishes.
    ContinueFinish { key: Key, tx: u64, candidate: u64 },
    /// Promote the candidate.
    Promote { key: Key, tx: u64, candidate: u64 },
    /// Find out whether the promotion has come about.
    Probe { key: Key, tx: u64 },
    /// Clean up after the transaction.
    StartCleanup { key: Key, tx: u64 },
    /// Stop the attempt's processes.
    StopProcess { key: Key },
    /// The attempt has succeeded.
    Succeeded {
        key: Key,
        disposition: Disposition,
        receipt: u64,
    },
    /// The attempt has failed.
    AttemptFailed { key: Key, class: Class },
    /// Display the task as done.
    ProjectDone {
        task: u64,
        generation: u64,
        disposition: Disposition,
        receipt: u64,
    },
    /// Display the task as failed.
    ProjectFailed {
        task: u64,
        generation: u64,
        class: Class,
    },
    /// Display the task as abandoned.
    ProjectAbandoned { task: u64, generation: u64 },
}

/// The reducer's answer to one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What becomes of the event.
    pub verdict: Verdict,
    /// What is requested, in order.
    pub effects: Vec<Effect>,
}

impl From<Verdict> for Decision {
    /// The decision that requests nothing.
    fn from(verdict: Verdict) -> Self {
        Self {
            verdict,
            effects: Vec::new(),
        }
    }
}

impl Serialize for Decision {
    /// `[verdict, effect…]`
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.effects.len().saturating_add(1)))?;
        list.serialize_element(&self.verdict)?;
        for effect in &self.effects {
            list.serialize_element(effect)?;
        }
        list.end()
    }
}
