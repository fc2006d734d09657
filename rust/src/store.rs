//! The state of one graph. Where the model searches a list, it keeps an index; what a task waits for it
//! counts.

use std::collections::HashMap;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::guard::Others;
use crate::state::{Entry, Task};

/// A task, with what it waits for and who waits for it.
///
/// The model looks through all tasks after each applied event; the answer can only have changed for
/// the task itself and, when it has come to satisfy them, for its dependents. A task that once
/// satisfies its dependents does so for ever, and a waived dependency stays waived, so it is enough to
/// count.
#[derive(Clone, Debug)]
struct Place {
    task: Task,
    /// How many dependencies are neither satisfied nor waived.
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

    /// The task at this place has come to satisfy its dependents: each waits for one task less, unless it
    /// has waived this one. Returns their places, in order of declaration.
    pub(crate) fn satisfy(&mut self, place: usize) -> Vec<usize> {
        let (id, waiting) = match self.places.get_mut(place) {
            Some(place) => (place.task.id, std::mem::take(&mut place.waiting)),
            None => return Vec::new(),
        };
        for waiter in &waiting {
            if let Some(waiter) = self.places.get_mut(*waiter)
                && !waiter.task.waived.contains(id)
            {
                waiter.waits = waiter.waits.saturating_sub(1);
            }
        }
        waiting
    }

    /// The task at this place waits for one task less.
    pub(crate) fn wait_less(&mut self, place: usize) {
        if let Some(place) = self.places.get_mut(place) {
            place.waits = place.waits.saturating_sub(1);
        }
    }
}

impl Others for State {
    fn waits_for_none(&self, t: &Task) -> bool {
        let place = self.place(t.id).and_then(|place| self.places.get(place));
        place.is_some_and(|place| place.waits == 0)
    }

    fn satisfied(&self, dep: u64) -> bool {
        self.find_task(dep).is_some_and(Task::satisfies)
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
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
