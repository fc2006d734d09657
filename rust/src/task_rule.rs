//! What an event does to the task it concerns: the fence of its key before the rules of the current
//! attempt, and the rules of events that name no attempt. Mirrors `formal/Lifecycle/TaskRule.lean`.

use crate::decision::{Effect, Why};
use crate::event::{Act, TaskAct};
use crate::fields::Count;
use crate::guard::Outcome::{self, Applied, Noop, Observed, Rejected};
use crate::guard::{Others, closed_outcome, foreign_outcome, generation_guard, tx_guard};
use crate::moves::Move;
use crate::rule::{abandon_now, defer_end, phase_rule};
use crate::state::{Attempt, Deferred, Origin, Phase, Task};
use crate::value::{Key, MAX_INTEGER, Projection, Status};

/// An act on the current attempt: the transaction's identity first, then the phase.
pub fn current_rule(t: &Task, a: &Attempt, act: &Act) -> Outcome {
    match tx_guard(t, a, act) {
        Some(outcome) => outcome,
        None => phase_rule(t, &a.mark(act), act),
    }
}

/// An act on an attempt of the task: fenced by the key.
pub fn attempt_rule(others: &impl Others, t: &Task, key: &Key, act: &Act) -> Outcome {
    match &t.current {
        Some(a) if a.key == *key => current_rule(t, a, act),
        _ if t.is_closed(key) => closed_outcome(others, t, key, act),
        _ => foreign_outcome(t, key),
    }
}

/// Why the task's current state refuses any claim, if it does.
pub fn claim_refusal(t: &Task) -> Option<Why> {
    if t.has_success() {
        Some(Why::AlreadyAccepted)
    } else if t.has_live() {
        Some(Why::OwnerActive)
    } else {
        match t.status {
            Status::Abandoned => Some(Why::Abandoned),
            Status::Open if t.held.is_some() => Some(Why::Held),
            Status::Open if t.ready => None,
            Status::Open | Status::Active | Status::Done | Status::Failed => Some(Why::NotReady),
        }
    }
}

/// A worker claims the next attempt.
pub fn claim_rule(t: &Task, key: &Key) -> Outcome {
    let next = t.attempts + 1;
    if let Some(why) = claim_refusal(t) {
        Rejected(why)
    } else if key.generation < t.generation {
        Rejected(Why::StaleGeneration)
    } else if t.generation < key.generation {
        Rejected(Why::UnknownGeneration)
    } else if key.attempt < next {
        Rejected(Why::StaleAttempt)
    } else if next < key.attempt {
        Rejected(Why::UnknownAttempt)
    } else if key.fence <= t.fence {
        Rejected(Why::StaleFence)
    } else {
        Applied(Move::Claim(*key), vec![])
    }
}

/// An operator gives the task up.
pub fn abandon_rule(t: &Task) -> Outcome {
    if t.status == Status::Abandoned {
        return Noop(Why::Already);
    }
    if t.settled() {
        return Rejected(Why::AlreadyAccepted);
    }
    let Some(a) = &t.current else {
        return Applied(Move::Abandon, vec![t.project_abandoned()]);
    };
    match a.phase {
        Phase::Promoting { tx, deferred } => defer_end(a, tx, deferred, Deferred::Abandon),
        Phase::Running | Phase::Finishing { .. } => abandon_now(t, a),
        _ => {
            let effects = a.stop().into_iter().chain([t.project_abandoned()]);
            Applied(Move::Abandon, effects.collect())
        }
    }
}

/// The next generation is opened, with these retries left.
fn open_next(t: &Task, retries: u64) -> Outcome {
    let open = Effect::OpenGeneration {
        task: t.id,
        generation: t.generation + 1,
    };
    Applied(Move::NextGeneration(retries), vec![open])
}

/// An operator asks for another generation of a failed task.
pub fn retry_rule(t: &Task) -> Outcome {
    if t.settled() {
        Rejected(Why::AlreadyAccepted)
    } else if t.has_live() {
        Rejected(Why::OwnerActive)
    } else {
        match t.status {
            Status::Abandoned => Rejected(Why::Abandoned),
            Status::Open => Rejected(Why::NotFailed),
            Status::Active | Status::Done | Status::Failed => {
                if t.held.is_some() {
                    Rejected(Why::Held)
                } else {
                    match t.retries.checked_sub(1) {
                        None => t.hold(Why::RetriesExhausted),
                        Some(left) => open_next(t, left),
                    }
                }
            }
        }
    }
}

/// An operator asks for another generation of an abandoned task.
pub fn reopen_rule(t: &Task) -> Outcome {
    if t.settled() {
        Rejected(Why::AlreadyAccepted)
    } else if t.has_live() {
        Rejected(Why::OwnerActive)
    } else if t.status != Status::Abandoned {
        Rejected(Why::NotAbandoned)
    } else if t.held.is_some() {
        Rejected(Why::Held)
    } else {
        open_next(t, t.retries)
    }
}

/// An operator grants more retries.
pub fn grant_rule(t: &Task, count: u64) -> Outcome {
    if t.settled() {
        Rejected(Why::AlreadyAccepted)
    } else {
        let retries = t.retries.saturating_add(count).min(MAX_INTEGER);
        Applied(Move::Grant(retries), vec![])
    }
}

/// An operator trusts a legacy Done.
pub fn trust_rule(t: &Task) -> Outcome {
    if !t.done_legacy() {
        Rejected(Why::NotLegacyDone)
    } else if t.origin == (Origin::Legacy { trusted: true }) {
        Noop(Why::Already)
    } else {
        Applied(Move::Trust, vec![])
    }
}

/// An operator waives a dependency.
pub fn waive_rule(others: &impl Others, t: &Task, dep: u64) -> Outcome {
    if !t.deps.contains(&dep) {
        Rejected(Why::UnknownDependency)
    } else if t.waived.contains(dep) || others.satisfied(dep) {
        Noop(Why::Already)
    } else {
        Applied(Move::Waive(dep), vec![])
    }
}

/// An operator asks for every outstanding effect again.
pub fn converge_rule(t: &Task) -> Outcome {
    let effects = t.outstanding();
    if effects.is_empty() {
        Noop(Why::Agrees)
    } else {
        Observed(Why::Converging, Move::Stay, effects)
    }
}

/// The operator has looked at the late acceptance: what was withheld is requested.
pub fn clear_rule(others: &impl Others, t: &Task) -> Outcome {
    if t.held.is_none() {
        return Noop(Why::Already);
    }
    let ready = t.ready || t.claimable_when_cleared(others);
    Applied(Move::Clear { ready }, t.outstanding_if(false, ready))
}

/// What a projection that disagrees asks for.
fn correction(t: &Task) -> Option<Effect> {
    match &t.current {
        Some(
            a @ Attempt {
                phase: Phase::Accepted { tx, .. },
                ..
            },
        ) => Some(a.start_cleanup(*tx)),
        _ => t.due(),
    }
}

/// Whether a projection shows a success that the task does not have.
fn unearned(t: &Task, seen: Projection) -> bool {
    match seen {
        Projection::Shown {
            status: Status::Done,
            ..
        } => t.status != Status::Done && !t.has_success(),
        _ => false,
    }
}

/// The outside is seen to display the task so.
pub fn observe_rule(t: &Task, seen: Projection) -> Outcome {
    if unearned(t, seen) {
        t.hold(Why::DoneWithoutTransaction)
    } else if !t.agrees(seen) {
        let effects = correction(t).into_iter().collect();
        Observed(Why::ProjectionContradiction, Move::Show(seen), effects)
    } else if t.reads(t.projection) == t.reads(seen) {
        Noop(Why::Agrees)
    } else {
        Observed(Why::ProjectionAgrees, Move::Show(seen), vec![])
    }
}

/// What is said of a generation of the task.
fn task_rule(others: &impl Others, t: &Task, act: &TaskAct) -> Outcome {
    match act {
        TaskAct::ProjectionObserved { projection } => observe_rule(t, *projection),
        TaskAct::AbandonRequested => abandon_rule(t),
        TaskAct::RetryRequested => retry_rule(t),
        TaskAct::ReopenRequested => reopen_rule(t),
        TaskAct::HoldCleared => clear_rule(others, t),
        TaskAct::RetriesGranted {
            count: Count(count),
        } => grant_rule(t, *count),
        TaskAct::LegacyTrusted => trust_rule(t),
        TaskAct::DependencyWaived { dep } => waive_rule(others, t, *dep),
    }
}

/// What is said of the task, fenced by its generation.
pub fn generation_rule(others: &impl Others, t: &Task, generation: u64, act: &TaskAct) -> Outcome {
    match generation_guard(t, generation, act) {
        Some(outcome) => outcome,
        None => task_rule(others, t, act),
    }
}
