//! The reducer: one event, one decision, the state after it. Mirrors `formal/Lifecycle/Reduce.lean`.
//!
//! It is total and deterministic. The guards of the log come first (duplicate, foreign graph, unknown
//! task), then the task's rule; an applied outcome is stored, and every task that has become claimable
//! is told `ready` once.

use crate::decision::{Decision, Effect, Verdict, Why};
use crate::effects::{shown, shown_done};
use crate::event::{Body, Event};
use crate::guard::{Outcome, generation_guard};
use crate::state::{Entry, Origin, State, Task};
use crate::task_rule::{
    abandon_rule, attempt_rule, claim_rule, converge_rule, observe_rule, retry_rule,
};
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
    match s.task_at(place).map(|t| body.outcome(t)) {
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
                t.commit(&effects);
                if t.satisfies() && !satisfied {
                    touched.extend(s.satisfy(place));
                }
            }
            latch_ready(s, effects, &touched)
        }
        Outcome::Observed(why, seen, effects) => {
            if let Some(t) = s.task_at_mut(place) {
                t.projection = seen;
                t.commit(&effects);
            }
            Decision {
                verdict: Verdict::Observed(why),
                effects,
            }
        }
        Outcome::Noop(why) => Verdict::Noop(why).into(),
        Outcome::Rejected(why) => Verdict::Rejected(why).into(),
        Outcome::Hold(why) => Verdict::Hold(why).into(),
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

/// Sets the latch on each of the tasks at these places that may be claimed and was not told so yet,
/// and tells it. They are given in order of declaration, and no other task's answer can have changed.
fn latch_ready(s: &mut State, mut effects: Vec<Effect>, touched: &[usize]) -> Decision {
    for place in touched {
        let claimable = s.claimable(*place);
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

impl Effect {
    /// Emitting a projection and displaying it are one act.
    fn project(&self) -> Option<Projection> {
        match self {
            Self::ProjectDone { receipt, .. } => Some(shown_done(*receipt)),
            Self::ProjectFailed { .. } => Some(shown(Status::Failed)),
            Self::ProjectAbandoned { .. } => Some(shown(Status::Abandoned)),
            _ => None,
        }
    }
}

impl Task {
    /// The task's own effects were emitted.
    fn commit(&mut self, effects: &[Effect]) {
        if let Some(projection) = effects.iter().rev().find_map(Effect::project) {
            self.projection = projection;
        }
    }

    /// A task at its declaration.
    fn declared(id: u64, deps: &[u64], retries: u64) -> Self {
        Self {
            id,
            deps: deps.to_vec(),
            retries,
            generation: 0,
            attempts: 0,
            fence: 0,
            ready: false,
            status: Status::Open,
            projection: Projection::Missing,
            current: None,
            closed: Vec::new(),
            origin: Origin::Native,
        }
    }

    /// A legacy task at its import.
    fn imported(id: u64, deps: &[u64], retries: u64, status: Status, trusted: bool) -> Self {
        let status = status.imported();
        Self {
            status,
            projection: shown(status),
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
    fn outcome(&self, t: &Task) -> Outcome {
        let stale = Why::StaleGeneration;
        match self {
            Self::TaskDeclared { .. } | Self::LegacyImported { .. } => {
                Outcome::Rejected(Why::TaskExists)
            }
            Self::AttemptClaimed { key } => claim_rule(t, key),
            Self::OnAttempt { key, act } => attempt_rule(t, key, act),
            Self::ProjectionObserved {
                generation,
                projection,
                ..
            } => generation_guard(t, *generation, t.observe(stale, vec![]))
                .unwrap_or_else(|| observe_rule(t, *projection)),
            Self::AbandonRequested { generation, .. } => {
                generation_guard(t, *generation, Outcome::Rejected(stale))
                    .unwrap_or_else(|| abandon_rule(t))
            }
            Self::RetryRequested { generation, .. } => {
                generation_guard(t, *generation, Outcome::Rejected(stale))
                    .unwrap_or_else(|| retry_rule(t))
            }
            Self::ConvergeRequested { .. } => converge_rule(t),
        }
    }

    /// The task that a body concerns.
    fn task(&self) -> u64 {
        match self {
            Self::TaskDeclared { task, .. }
            | Self::LegacyImported { task, .. }
            | Self::ProjectionObserved { task, .. }
            | Self::AbandonRequested { task, .. }
            | Self::RetryRequested { task, .. }
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
