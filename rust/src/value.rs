//! Values that events, decisions and states are made of. Mirrors `formal/Lifecycle/Value.lean`.
//!
//! Every identity is an integer from 0 to 2^53 - 1.

use serde::Serialize;

/// The greatest integer on the wire: readers that have only doubles must not round it.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;

/// An enumeration whose constructors are words on the wire.
pub trait Word: Copy + 'static {
    /// Every constructor, in the model's order.
    const ALL: &'static [Self];
    /// The constructor's word.
    fn word(self) -> &'static str;
}

/// Defines an enumeration together with its words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$variant_doc])* #[doc = concat!("`", $word, "`")] $variant,)+
        }

        impl $crate::value::Word for $name {
            const ALL: &'static [Self] = &[$(Self::$variant,)+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::value::Word::word(*self))
            }
        }
    };
}
pub(crate) use words;

/// The exact attempt that an event speaks of; the fence that keeps attempts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "[u64; 5]")]
pub struct Key {
    /// The graph.
    pub graph: u64,
    /// The task.
    pub task: u64,
    /// The task's generation.
    pub generation: u64,
    /// The attempt's number, counted from 1 over all generations.
    pub attempt: u64,
    /// The fence of the claim.
    pub fence: u64,
}

impl From<Key> for [u64; 5] {
    fn from(key: Key) -> Self {
        [key.graph, key.task, key.generation, key.attempt, key.fence]
    }
}

words! {
    /// What a transaction promises to do with its candidate.
    Contract {
        Land = "land",
        Deliver = "deliver",
        Report = "report",
    }
}

words! {
    /// What an accepted transaction has done.
    Disposition {
        Landed = "landed",
        Delivered = "delivered",
        Reported = "reported",
    }
}

impl Contract {
    /// The disposition that fulfils a contract.
    pub fn disposition(self) -> Disposition {
        match self {
            Self::Land => Disposition::Landed,
            Self::Deliver => Disposition::Delivered,
            Self::Report => Disposition::Reported,
        }
    }
}

words! {
    /// Why an attempt failed.
    Class {
        Exit = "exit",
        Fault = "fault",
        Lost = "lost",
        Requested = "requested",
        NoCompletion = "noCompletion",
        Released = "released",
    }
}

words! {
    /// Why an attempt was closed without failing.
    Cancel {
        Released = "released",
        Killed = "killed",
        Abandoned = "abandoned",
    }
}

words! {
    /// Which process of an attempt exited.
    Role {
        Worker = "worker",
        Wrapper = "wrapper",
    }
}

words! {
    /// What a provider reported.
    Fault {
        Timeout = "timeout",
        Unavailable = "unavailable",
    }
}

words! {
    /// The status of a task, in the reducer's own truth and in a projection.
    Status {
        Open = "open",
        Active = "active",
        Done = "done",
        Failed = "failed",
        Abandoned = "abandoned",
    }
}

/// What the outside was last seen to display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "Option<Shown>")]
pub enum Projection {
    /// The outside does not display the task.
    Missing,
    /// The outside displays the task so.
    Shown {
        /// The displayed status.
        status: Status,
        /// The displayed receipt.
        receipt: Option<u64>,
    },
}

impl Projection {
    /// The projection without its receipt.
    #[must_use]
    pub fn without_receipt(self) -> Self {
        match self {
            Self::Missing => Self::Missing,
            Self::Shown { status, .. } => Self::Shown {
                status,
                receipt: None,
            },
        }
    }
}

/// A projection on the wire, where it is not missing.
#[derive(Serialize)]
pub struct Shown {
    status: Status,
    receipt: Option<u64>,
}

impl From<Projection> for Option<Shown> {
    fn from(projection: Projection) -> Self {
        match projection {
            Projection::Missing => None,
            Projection::Shown { status, receipt } => Some(Shown { status, receipt }),
        }
    }
}

/// The transaction by which a worker completes its own task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tx {
    /// The transaction's identity.
    pub tx: u64,
    /// What it promotes.
    pub candidate: u64,
    /// What it promises.
    pub contract: Contract,
}
