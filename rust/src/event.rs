//! Events of the durable log. Mirrors `formal/Lifecycle/Event.lean`.
//!
//! Events about one exact attempt share the constructor [`Body::OnAttempt`], and those about a generation
//! of a task [`Body::OnTask`]: all of a kind pass the same guard, whatever they say.

use crate::fields::Count;
use crate::value::{Class, Contract, Fault, Key, Projection, Role, Status};
use crate::variants::variants;

variants! {
    /// What an event says about one exact attempt.
    pub enum Act {
        /// The owner gives the attempt back.
        AttemptReleased,
        /// The worker begins to finish by a transaction.
        FinishBegun {
            tx: u64,
            candidate: u64,
            contract: Contract,
        },
        /// The candidate passed validation, or did not.
        CandidateValidated {
            tx: u64,
            candidate: u64,
            passed: bool,
        },
        /// The intent to promote is durable.
        PromotionIntended { tx: u64, candidate: u64 },
        /// The acceptance is durable.
        OutcomeAccepted {
            tx: u64,
            candidate: u64,
            receipt: u64,
        },
        /// A probe found the receipt of an acceptance, or none.
        PromotionProbed { tx: u64, found: Option<u64> },
        /// The cleanup's receipt is durable.
        CleanupRecorded { tx: u64, receipt: u64, cleanup: u64 },
        /// An operator asks that the attempt fail.
        FailRequested,
        /// A process of the attempt exited.
        ProcessExited { role: Role, code: u64 },
        /// The provider reported a fault.
        ProviderFault { fault: Fault },
        /// The owner is gone.
        OwnerLost,
        /// A commit turned up that no transaction holds.
        LateCommitSeen { commit: u64 },
        /// An operator kills the attempt.
        KillRequested,
    }
}

variants! {
    /// What an event says about a generation of a task.
    pub enum TaskAct {
        /// The outside is seen to display the task so.
        ProjectionObserved { projection: Projection },
        /// An operator gives the task up.
        AbandonRequested,
        /// An operator asks for another generation of a failed task.
        RetryRequested,
        /// An operator asks for another generation of an abandoned task.
        ReopenRequested,
        /// An operator has looked at the late acceptance.
        HoldCleared,
        /// An operator grants more retries.
        RetriesGranted { count: Count },
        /// An operator trusts a legacy Done.
        LegacyTrusted,
        /// An operator waives a dependency.
        DependencyWaived { dep: u64 },
    }
}

variants! {
    /// What an event says.
    pub enum Body {
        /// A task joins the graph.
        TaskDeclared {
            task: u64,
            deps: Vec<u64>,
            retries: u64,
        },
        /// A record of the time before transactions joins the graph.
        LegacyImported {
            task: u64,
            deps: Vec<u64>,
            retries: u64,
            status: Status,
            trusted: bool,
        },
        /// A worker claims the next attempt.
        AttemptClaimed { key: Key },
        /// Something about one exact attempt.
        OnAttempt { key: Key, ..act: Act },
        /// Something about a generation of a task.
        OnTask { task: u64, generation: u64, ..act: TaskAct },
        /// An operator asks for every outstanding effect again.
        ConvergeRequested { task: u64 },
    }
}

/// One record of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Unique in the log: a second event with the same one is a duplicate or a conflict.
    pub eid: u64,
    /// What it says.
    pub body: Body,
}

impl Act {
    /// The class of failure that an act reports, if it reports one.
    pub fn failure(&self) -> Option<Class> {
        match self {
            Self::FailRequested => Some(Class::Requested),
            Self::ProcessExited { code: 0, .. } => None,
            Self::ProcessExited { .. } => Some(Class::Exit),
            Self::ProviderFault { .. } => Some(Class::Fault),
            Self::OwnerLost => Some(Class::Lost),
            _ => None,
        }
    }

    /// The receipt of the durable acceptance that an act reports, if it reports one.
    pub fn acceptance(&self) -> Option<u64> {
        match self {
            Self::OutcomeAccepted { receipt, .. } => Some(*receipt),
            Self::PromotionProbed { found, .. } => *found,
            _ => None,
        }
    }

    /// Whether an act shows that the worker has ended. The wrapper's exit proves nothing about it.
    pub fn shows_gone(&self) -> bool {
        matches!(
            self,
            Self::OwnerLost
                | Self::ProcessExited {
                    role: Role::Worker,
                    ..
                }
        )
    }
}
