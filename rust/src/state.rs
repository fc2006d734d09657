//! Attempts, tasks and the state of one graph. Mirrors `formal/Lifecycle/State.lean`.
//!
//! `status` is the reducer's own truth; `projection` is what the outside shows. Where the model
//! searches a list, the state keeps an index.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

use crate::decision::Verdict;
use crate::event::Event;
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

/// A task, with what it waits for and who waits for it.
///
/// The model looks through all tasks after each applied event; the answer can only have changed for
/// the task itself and, when it has come to satisfy them, for its dependents. A task that once
/// satisfies its dependents does so for ever, so it is enough to count.
#[derive(Clone, Debug)]
struct Place {
    task: Task,
    /// How many dependencies are not satisfied.
    waits: usize,
    /// Places of the tasks that wait for this one, or did, in order of declaration.
    waiting: Vec<usize>,
}

/// The state of one graph.
#[derive(Clone, Debug)]
pub struct State {
    graph: u64,
    places: Vec<Place>,
    /// Where a task stands, by id.
    place_of: HashMap<u64, usize>,
    evidence: Vec<Entry>,
    /// Where an entry stands, by `eid`.
    entry_of: HashMap<u64, usize>,
}

impl State {
    /// The graph before its first event.
    pub fn initial(graph: u64) -> Self {
        Self {
            graph,
            places: Vec::new(),
            place_of: HashMap::new(),
            evidence: Vec::new(),
            entry_of: HashMap::new(),
        }
    }

    /// Which graph.
    pub fn graph(&self) -> u64 {
        self.graph
    }

    /// The tasks, in order of declaration.
    pub fn tasks(&self) -> impl ExactSizeIterator<Item = &Task> {
        self.places.iter().map(|place| &place.task)
    }

    /// Every consumed event, oldest first.
    pub fn evidence(&self) -> &[Entry] {
        &self.evidence
    }

    /// The consumed event with this `eid`.
    pub fn find_entry(&self, eid: u64) -> Option<&Entry> {
        self.evidence.get(*self.entry_of.get(&eid)?)
    }

    /// The declared task with this id.
    pub fn find_task(&self, id: u64) -> Option<&Task> {
        Some(&self.places.get(*self.place_of.get(&id)?)?.task)
    }

    /// Whether every one of the dependencies is declared.
    pub fn all_declared(&self, deps: &[u64]) -> bool {
        deps.iter().all(|dep| self.place_of.contains_key(dep))
    }

    /// Adds an entry behind the evidence.
    pub(crate) fn snoc_entry(&mut self, entry: Entry) {
        self.entry_of.insert(entry.event.eid, self.evidence.len());
        self.evidence.push(entry);
    }

    /// Where the task stands among the declared ones.
    pub(crate) fn place(&self, id: u64) -> Option<usize> {
        self.place_of.get(&id).copied()
    }

    /// The task at a place.
    pub(crate) fn task_at(&self, place: usize) -> Option<&Task> {
        Some(&self.places.get(place)?.task)
    }

    /// The task at a place, to change it.
    pub(crate) fn task_at_mut(&mut self, place: usize) -> Option<&mut Task> {
        Some(&mut self.places.get_mut(place)?.task)
    }

    /// Adds a task behind the declared ones; it waits for those dependencies that are not satisfied.
    /// Returns its place.
    pub(crate) fn snoc_task(&mut self, task: Task) -> usize {
        let place = self.places.len();
        let mut waits = 0;
        for dep in &task.deps {
            let at = self.place_of.get(dep).copied();
            if let Some(dep) = at.and_then(|at| self.places.get_mut(at))
                && !dep.task.satisfies()
            {
                dep.waiting.push(place);
                waits += 1;
            }
        }
        self.place_of.insert(task.id, place);
        self.places.push(Place {
            task,
            waits,
            waiting: Vec::new(),
        });
        place
    }

    /// The task at this place has come to satisfy its dependents: each waits for one task less.
    /// Returns their places, in order of declaration.
    pub(crate) fn satisfy(&mut self, place: usize) -> Vec<usize> {
        let waiting = match self.places.get_mut(place) {
            Some(place) => std::mem::take(&mut place.waiting),
            None => Vec::new(),
        };
        for waiter in &waiting {
            if let Some(waiter) = self.places.get_mut(*waiter) {
                waiter.waits = waiter.waits.saturating_sub(1);
            }
        }
        waiting
    }

    /// Whether an attempt may be claimed: open, no live attempt, every dependency satisfied.
    pub(crate) fn claimable(&self, place: usize) -> bool {
        self.places
            .get(place)
            .is_some_and(|Place { task, waits, .. }| {
                task.status == Status::Open && !task.has_live() && *waits == 0
            })
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut fields = serializer.serialize_struct("State", 3)?;
        fields.serialize_field("graph", &self.graph)?;
        fields.serialize_field("tasks", &Tasks(&self.places))?;
        fields.serialize_field("evidence", &Evidence(&self.evidence))?;
        fields.end()
    }
}

/// The tasks on the wire, in order of declaration.
struct Tasks<'a>(&'a [Place]);

impl Serialize for Tasks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|place| &place.task))
    }
}

/// The evidence on the wire: `[eid, verdict]`, oldest first.
struct Evidence<'a>(&'a [Entry]);

impl Serialize for Evidence<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|entry| (entry.event.eid, entry.verdict)))
    }
}
