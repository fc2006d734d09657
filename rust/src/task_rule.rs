//! What each event does to the task that it concerns. Mirrors the second half of
//! `formal/Lifecycle/Rule.lean`.

use crate::decision::{Effect, Why};
use crate::effects::{
    done_effect, probe, project_abandoned, shown, shown_done, start_cleanup, stop_process,
    truth_effects,
};
use crate::event::Act;
use crate::guard::Outcome::{self, Applied, Hold, Noop, Observed, Rejected};
use crate::guard::{closed_outcome, foreign_outcome, tx_guard};
use crate::moves::Move;
use crate::rule::{defer, phase_rule};
use crate::state::{Attempt, Deferred, Phase, Task};
use crate::value::{Cancel, Key, Projection, Status};

/// An act on the current attempt: the transaction's identity first, then the phase.
pub fn current_rule(t: &Task, a: &Attempt, act: &Act) -> Outcome {
    match tx_guard(&a.phase, act) {
        Some(outcome) => outcome,
        None => phase_rule(t, a, act),
    }
}

/// An act on an attempt of the task: fenced by the key.
pub fn attempt_rule(t: &Task, key: &Key, act: &Act) -> Outcome {
    match &t.current {
        Some(a) if a.key == *key => current_rule(t, a, act),
        _ if t.is_closed(key) => closed_outcome(t, act),
        _ => foreign_outcome(t, key),
    }
}

/// Why the task's current state refuses any claim, if it does.
pub fn claim_refusal(t: &Task) -> Option<Why> {
    match t.current.map(|a| a.phase) {
        Some(Phase::Accepted { .. } | Phase::Cleaned { .. }) => Some(Why::AlreadyAccepted),
        Some(Phase::Running | Phase::Finishing { .. } | Phase::Promoting { .. }) => {
            Some(Why::OwnerActive)
        }
        Some(Phase::Failed { .. } | Phase::Cancelled { .. }) | None => {
            if t.status == Status::Abandoned {
                Some(Why::Abandoned)
            } else if t.status == Status::Failed || !t.ready {
                Some(Why::NotReady)
            } else {
                None
            }
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

/// The task without a live attempt is given up.
pub fn abandon_open(t: &Task) -> Outcome {
    match t.status {
        Status::Abandoned => Noop(Why::Already),
        Status::Done => Rejected(Why::AlreadyAccepted),
        Status::Open | Status::Active | Status::Failed => {
            Applied(Move::Abandon, vec![project_abandoned(t)])
        }
    }
}

/// An operator gives the task up.
pub fn abandon_rule(t: &Task) -> Outcome {
    let Some(a) = &t.current else {
        return abandon_open(t);
    };
    match a.phase {
        Phase::Accepted { .. } | Phase::Cleaned { .. } => Rejected(Why::AlreadyAccepted),
        Phase::Promoting {
            tx,
            deferred: Deferred::None,
        } => defer(a, tx, Deferred::Abandon),
        Phase::Promoting { tx, .. } => t.observe(Why::AlreadyDeferred, vec![probe(a, tx)]),
        Phase::Running | Phase::Finishing { .. } => Applied(
            Move::Cancel(Cancel::Abandoned),
            vec![stop_process(a), project_abandoned(t)],
        ),
        Phase::Failed { .. } | Phase::Cancelled { .. } => abandon_open(t),
    }
}

/// A retry of a task that no attempt holds.
pub fn retry_open(t: &Task) -> Outcome {
    match t.status {
        Status::Failed if t.retries == 0 => Hold(Why::RetriesExhausted),
        Status::Failed => Applied(
            Move::Reopen,
            vec![Effect::OpenGeneration {
                task: t.id,
                generation: t.generation + 1,
            }],
        ),
        Status::Abandoned => Rejected(Why::Abandoned),
        Status::Open | Status::Active | Status::Done => Rejected(Why::NotFailed),
    }
}

/// An operator asks for another generation.
pub fn retry_rule(t: &Task) -> Outcome {
    match t.current.map(|a| a.phase) {
        Some(Phase::Accepted { .. } | Phase::Cleaned { .. }) => Rejected(Why::AlreadyAccepted),
        Some(Phase::Running | Phase::Finishing { .. } | Phase::Promoting { .. }) => {
            Rejected(Why::OwnerActive)
        }
        Some(Phase::Failed { .. } | Phase::Cancelled { .. }) | None => retry_open(t),
    }
}

/// The graph is seen to display a task that answers for its own display and that no acceptance holds.
pub fn observe_owned(t: &Task, seen: Projection) -> Outcome {
    match seen {
        Projection::Shown {
            status: Status::Done,
            ..
        } => Hold(Why::DoneWithoutTransaction),
        _ if seen == shown(t.status) => Noop(Why::Agrees),
        _ => Observed(Why::ProjectionContradiction, seen, truth_effects(t)),
    }
}

/// The graph is seen to display a legacy task that was never claimed.
pub fn observe_legacy(t: &Task, seen: Projection) -> Outcome {
    match seen {
        Projection::Shown { status, .. } if status == t.status => Noop(Why::Agrees),
        _ => Observed(Why::ProjectionContradiction, seen, vec![]),
    }
}

/// The graph is seen to display the task so.
pub fn observe_rule(t: &Task, seen: Projection) -> Outcome {
    match &t.current {
        Some(Attempt {
            phase: Phase::Cleaned { tx, receipt, .. },
            ..
        }) => {
            if seen == shown_done(*receipt) {
                Noop(Why::Agrees)
            } else {
                let effects = vec![done_effect(t, *tx, *receipt)];
                Observed(Why::ProjectionContradiction, seen, effects)
            }
        }
        Some(
            a @ Attempt {
                phase: Phase::Accepted { tx, .. },
                ..
            },
        ) => {
            if seen == shown(Status::Active) {
                Noop(Why::Agrees)
            } else {
                let effects = vec![start_cleanup(a, *tx)];
                Observed(Why::ProjectionContradiction, seen, effects)
            }
        }
        _ if t.owned() => observe_owned(t, seen),
        _ => observe_legacy(t, seen),
    }
}

/// Convergence of a task that no acceptance holds: a failed or abandoned one is displayed as such.
pub fn converge_settled(t: &Task) -> Outcome {
    match t.status {
        Status::Failed | Status::Abandoned if t.owned() && t.projection != shown(t.status) => {
            t.observe(Why::ProjectionContradiction, truth_effects(t))
        }
        _ => Noop(Why::Agrees),
    }
}

/// An operator asks that what is displayed converge to the truth.
pub fn converge_rule(t: &Task) -> Outcome {
    let Some(a) = &t.current else {
        return converge_settled(t);
    };
    match a.phase {
        Phase::Promoting { tx, .. } => t.observe(Why::Converging, vec![probe(a, tx)]),
        Phase::Accepted { tx, .. } => t.observe(Why::Converging, vec![start_cleanup(a, tx)]),
        Phase::Cleaned { receipt, .. } if t.projection == shown_done(receipt) => Noop(Why::Agrees),
        Phase::Cleaned { tx, receipt, .. } => t.observe(
            Why::ProjectionContradiction,
            vec![done_effect(t, tx, receipt)],
        ),
        Phase::Running
        | Phase::Finishing { .. }
        | Phase::Failed { .. }
        | Phase::Cancelled { .. } => converge_settled(t),
    }
}
