//! The reducer: one event, one decision, the state after it. Mirrors `formal/Lifecycle/Reduce.lean`.
//!
//! It is total and deterministic. The guards of the log come first (duplicate, foreign graph, unknown
//! task), then the task's rule; an applied outcome is stored, and `ready` is requested once for every task
//! that has become claimable.

use crate::decision::{Decision, Effect, Verdict, Why};
use crate::event::{Body, Event};
use crate::guard::Outcome;
use crate::moves::Move;
use crate::state::{Entry, Origin, State, Task, Waived};
use crate::task_rule::{attempt_rule, claim_rule, converge_rule, generation_rule};
use crate::value::{Projection, Status};

/// Decides one event and moves the state on.
pub fn reduce(s: &mut State, e: Event) -> Decision {
    match s.find_entry(e.eid) {
        Some(entry) if entry.event == e => Verdict::Noop(Why::Duplicate).into(),
        Some(_) => Verdict::Rejected(Why::EidConflict).into(),
        None => consume(s, e),
    }
}

/// Decides a list of events, from a state, and moves the state on.
pub fn decisions(s: &mut State, events: impl IntoIterator<Item = Event>) -> Vec<Decision> {
    events.into_iter().map(|event| reduce(s, event)).collect()
}

/// Decides a fresh event and appends it to the evidence.
fn consume(s: &mut State, event: Event) -> Decision {
    let decision = change(s, &event.body);
    s.snoc_entry(Entry {
        event,
        verdict: decision.verdict,
    });
    decision
}

/// What a fresh event does.
fn change(s: &mut State, body: &Body) -> Decision {
    match body.graph() {
        Some(graph) if graph != s.graph() => Verdict::Rejected(Why::WrongGraph).into(),
        _ => dispatch(s, body),
    }
}

/// What a body that names this graph, or none, does.
fn dispatch(s: &mut State, body: &Body) -> Decision {
    match body {
        Body::TaskDeclared {
            task,
            deps,
            retries,
        } => declare(s, Task::declared(*task, deps, *retries)),
        Body::LegacyImported {
            task,
            deps,
            retries,
            status,
            trusted,
        } => declare(s, Task::imported(*task, deps, *retries, *status, *trusted)),
        _ => concern(s, body),
    }
}

/// The rule of the task that the body concerns.
fn concern(s: &mut State, body: &Body) -> Decision {
    let Some(place) = s.place(body.task()) else {
        return Verdict::Rejected(Why::UnknownTask).into();
    };
    match s.task_at(place).map(|t| body.outcome(s, t)) {
        Some(outcome) => conclude(s, place, outcome),
        None => Verdict::Rejected(Why::UnknownTask).into(),
    }
}

/// Stores the outcome for the task at a place.
fn conclude(s: &mut State, place: usize, outcome: Outcome) -> Decision {
    match outcome {
        Outcome::Applied(step, effects) => {
            let mut touched = vec![place];
            if let Some(t) = s.task_at_mut(place) {
                let satisfied = t.satisfies();
                t.make(step);
                if t.satisfies() && !satisfied {
                    touched.extend(s.satisfy(place));
                }
            }
            if let Move::Waive(_) = step {
                s.wait_less(place);
            }
            latch_ready(s, effects, &touched)
        }
        Outcome::Observed(why, step, effects) => {
            if let Some(t) = s.task_at_mut(place) {
                t.make(step);
            }
            Decision {
                verdict: Verdict::Observed(why),
                effects,
            }
        }
        Outcome::Noop(why) => Verdict::Noop(why).into(),
        Outcome::Rejected(why) => Verdict::Rejected(why).into(),
        Outcome::Hold(why, held) => {
            if let Some(t) = s.task_at_mut(place) {
                t.held = held;
            }
            Verdict::Hold(why).into()
        }
    }
}

/// A new task, if its id is new and its dependencies are declared; so the graph has no cycle.
fn declare(s: &mut State, t: Task) -> Decision {
    if s.find_task(t.id).is_some() {
        Verdict::Rejected(Why::TaskExists).into()
    } else if !s.all_declared(&t.deps) {
        Verdict::Rejected(Why::UnknownDependency).into()
    } else {
        let place = s.snoc_task(t);
        latch_ready(s, vec![], &[place])
    }
}

/// Sets the latch on each of the tasks at these places that may be claimed, and requests `ready` if it was
/// not set. They are given in order of declaration, and no other task's answer can have changed.
fn latch_ready(s: &mut State, mut effects: Vec<Effect>, touched: &[usize]) -> Decision {
    for place in touched {
        let claimable = s.task_at(*place).is_some_and(|t| t.claimable(s));
        if let Some(t) = s.task_at_mut(*place)
            && claimable
            && !t.ready
        {
            t.ready = true;
            effects.push(Effect::Ready {
                task: t.id,
                generation: t.generation,
            });
        }
    }
    Decision {
        verdict: Verdict::Applied,
        effects,
    }
}

impl Task {
    /// A task at its declaration.
    fn declared(id: u64, deps: &[u64], retries: u64) -> Self {
        Self {
            id,
            deps: deps.to_vec(),
            waived: Waived::default(),
            retries,
            generation: 0,
            attempts: 0,
            fence: 0,
            ready: false,
            status: Status::Open,
            projection: Projection::Missing,
            held: None,
            current: None,
            closed: Vec::new(),
            origin: Origin::Native,
        }
    }

    /// A legacy task at its import; the outside still shows what the record says.
    fn imported(id: u64, deps: &[u64], retries: u64, status: Status, trusted: bool) -> Self {
        Self {
            status: status.imported(),
            projection: Projection::Shown {
                status,
                receipt: None,
            },
            origin: Origin::Legacy { trusted },
            ..Self::declared(id, deps, retries)
        }
    }
}

impl Status {
    /// The status that a legacy record stands for: nobody is known to work on an active one.
    fn imported(self) -> Self {
        match self {
            Self::Active => Self::Failed,
            Self::Open | Self::Done | Self::Failed | Self::Abandoned => self,
        }
    }
}

impl Body {
    /// The outcome of a body that is not a declaration, for the task it concerns.
    fn outcome(&self, s: &State, t: &Task) -> Outcome {
        match self {
            Self::TaskDeclared { .. } | Self::LegacyImported { .. } => {
                Outcome::Rejected(Why::TaskExists)
            }
            Self::AttemptClaimed { key } => claim_rule(t, key),
            Self::OnAttempt { key, act } => attempt_rule(s, t, key, act),
            Self::OnTask {
                generation, act, ..
            } => generation_rule(s, t, *generation, act),
            Self::ConvergeRequested { .. } => converge_rule(t),
        }
    }

    /// The task that a body concerns.
    fn task(&self) -> u64 {
        match self {
            Self::TaskDeclared { task, .. }
            | Self::LegacyImported { task, .. }
            | Self::OnTask { task, .. }
            | Self::ConvergeRequested { task } => *task,
            Self::AttemptClaimed { key } | Self::OnAttempt { key, .. } => key.task,
        }
    }

    /// The graph that a body's key names, if it has one.
    fn graph(&self) -> Option<u64> {
        match self {
            Self::AttemptClaimed { key } | Self::OnAttempt { key, .. } => Some(key.graph),
            _ => None,
        }
    }
}
