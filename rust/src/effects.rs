//! The effects that the rules request, where several of them do. Part of
//! `formal/Lifecycle/Rule.lean`.

use crate::decision::Effect;
use crate::state::{Attempt, Task};
use crate::value::{Class, Projection, Status, Tx};

/// The failure of an attempt, told and displayed.
pub fn failure_effects(t: &Task, a: &Attempt, class: Class) -> Vec<Effect> {
    vec![
        Effect::AttemptFailed { key: a.key, class },
        Effect::ProjectFailed {
            task: t.id,
            generation: t.generation,
            class,
        },
    ]
}

/// The display of a cleaned transaction.
pub fn done_effect(t: &Task, tx: Tx, receipt: u64) -> Effect {
    Effect::ProjectDone {
        task: t.id,
        generation: t.generation,
        disposition: tx.contract.disposition(),
        receipt,
    }
}

/// The projection of a cleaned transaction.
pub fn shown_done(receipt: u64) -> Projection {
    Projection::Shown {
        status: Status::Done,
        receipt: Some(receipt),
    }
}

/// The projection of a task that no acceptance holds.
pub fn shown(status: Status) -> Projection {
    Projection::Shown {
        status,
        receipt: None,
    }
}

/// The display again of a cleaned transaction, if what is shown contradicts it.
pub fn repair_effects(t: &Task, tx: Tx, receipt: u64) -> Vec<Effect> {
    if t.projection == shown_done(receipt) {
        vec![]
    } else {
        vec![done_effect(t, tx, receipt)]
    }
}

/// Asks whether the promotion has come about.
pub fn probe(a: &Attempt, tx: Tx) -> Effect {
    Effect::Probe {
        key: a.key,
        tx: tx.tx,
    }
}

/// Asks for the promotion.
pub fn promote(a: &Attempt, tx: Tx) -> Effect {
    Effect::Promote {
        key: a.key,
        tx: tx.tx,
        candidate: tx.candidate,
    }
}

/// Asks for the cleanup.
pub fn start_cleanup(a: &Attempt, tx: Tx) -> Effect {
    Effect::StartCleanup {
        key: a.key,
        tx: tx.tx,
    }
}

/// Asks to stop the attempt's processes.
pub fn stop_process(a: &Attempt) -> Effect {
    Effect::StopProcess { key: a.key }
}

/// The display of an abandoned task.
pub fn project_abandoned(t: &Task) -> Effect {
    Effect::ProjectAbandoned {
        task: t.id,
        generation: t.generation,
    }
}

/// The effect that displays a task's truth, where a task that no acceptance holds has one.
pub fn truth_effects(t: &Task) -> Vec<Effect> {
    match t.status {
        Status::Failed => vec![Effect::ProjectFailed {
            task: t.id,
            generation: t.generation,
            class: t.failure(),
        }],
        Status::Abandoned => vec![project_abandoned(t)],
        Status::Open | Status::Active | Status::Done => vec![],
    }
}
