//! The effects that the rules request. Part of `formal/Lifecycle/Rule.lean` and
//! `formal/Lifecycle/TaskRule.lean`.

use crate::decision::Effect;
use crate::state::{Attempt, Phase, Task, Worker};
use crate::value::{Status, Tx};

impl Attempt {
    /// Asks the worker's transaction to be carried on.
    pub fn continue_finish(&self, tx: Tx) -> Effect {
        Effect::ContinueFinish {
            key: self.key,
            tx: tx.tx,
            candidate: tx.candidate,
        }
    }

    /// Asks for the promotion.
    pub fn promote(&self, tx: Tx) -> Effect {
        Effect::Promote {
            key: self.key,
            tx: tx.tx,
            candidate: tx.candidate,
        }
    }

    /// Asks whether the promotion has come about.
    pub fn probe(&self, tx: Tx) -> Effect {
        Effect::Probe {
            key: self.key,
            tx: tx.tx,
        }
    }

    /// Asks for the cleanup.
    pub fn start_cleanup(&self, tx: Tx) -> Effect {
        Effect::StartCleanup {
            key: self.key,
            tx: tx.tx,
        }
    }

    /// The request to stop the attempt's process, unless it is gone.
    pub fn stop(&self) -> Option<Effect> {
        (self.worker != Worker::Gone).then_some(Effect::StopProcess { key: self.key })
    }

    /// The request to stop the attempt's process, if it is to be stopped.
    pub fn stop_again(&self) -> Option<Effect> {
        (self.worker == Worker::Stopping).then_some(Effect::StopProcess { key: self.key })
    }

    /// The request to stop the current attempt's process again; while promoting its outcome comes first.
    fn stop_current(&self) -> Option<Effect> {
        match self.phase {
            Phase::Promoting { .. } => None,
            _ => self.stop_again(),
        }
    }

    /// The effect that carries on what the current attempt has begun.
    fn resume(&self) -> Option<Effect> {
        match self.phase {
            Phase::Finishing { tx, .. } => Some(self.continue_finish(tx)),
            Phase::Promoting { tx, .. } => Some(self.probe(tx)),
            Phase::Accepted { tx, .. } => Some(self.start_cleanup(tx)),
            Phase::Running
            | Phase::Cleaned { .. }
            | Phase::Failed { .. }
            | Phase::Cancelled { .. } => None,
        }
    }
}

impl Task {
    /// The display of an abandoned task.
    pub fn project_abandoned(&self) -> Effect {
        Effect::ProjectAbandoned {
            task: self.id,
            generation: self.generation,
        }
    }

    /// The display of a cleaned transaction.
    pub fn project_done(&self, tx: Tx, receipt: u64) -> Effect {
        Effect::ProjectDone {
            task: self.id,
            generation: self.generation,
            disposition: tx.contract.disposition(),
            receipt,
        }
    }

    /// The projection that is due: what the outside must be brought to show, if anything.
    pub fn due(&self) -> Option<Effect> {
        match (self.phase(), self.status) {
            (Some(Phase::Cleaned { tx, receipt, .. }), _) => Some(self.project_done(tx, receipt)),
            (_, Status::Abandoned) => Some(self.project_abandoned()),
            (Some(Phase::Failed { class }), _) => Some(Effect::ProjectFailed {
                task: self.id,
                generation: self.generation,
                class,
            }),
            _ => None,
        }
    }

    /// The due projection, unless the projection agrees.
    pub fn reproject(&self) -> Option<Effect> {
        if self.agrees(self.projection) {
            None
        } else {
            self.due()
        }
    }

    /// Every outstanding effect of the task: what a crash may have lost is requested again.
    pub fn outstanding(&self) -> Vec<Effect> {
        self.outstanding_if(self.held.is_some(), self.ready)
    }

    /// What would be outstanding if the task were held, and its latch set, as it says.
    pub fn outstanding_if(&self, held: bool, ready: bool) -> Vec<Effect> {
        let a = self.current.as_ref();
        let [open, claim] = self.opening(held, ready);
        [
            self.last_closed().and_then(Attempt::stop_again),
            a.and_then(Attempt::stop_current),
            a.and_then(Attempt::resume),
            self.reproject(),
            open,
            claim,
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// What an open task waits for again: the opening of its generation, and a claim.
    fn opening(&self, held: bool, ready: bool) -> [Option<Effect>; 2] {
        if self.status != Status::Open || held {
            return [None, None];
        }
        let (task, generation) = (self.id, self.generation);
        // Attempts are claimed in the current generation, so that the last one has the highest.
        let last = self.last_closed();
        let claimed = last.is_some_and(|a| a.key.generation == generation);
        [
            (generation > 0 && !claimed).then_some(Effect::OpenGeneration { task, generation }),
            ready.then_some(Effect::Ready { task, generation }),
        ]
    }
}
