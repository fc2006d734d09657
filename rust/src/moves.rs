//! What an event does to a task and its attempts: the moves of `formal/Lifecycle/Rule.lean` and
//! `formal/Lifecycle/TaskRule.lean`.
//!
//! The model's rules return the next task. A move says what is different about it, so that no task is
//! copied for an event.

use crate::event::Act;
use crate::state::{Attempt, Origin, Phase, Task, Worker};
use crate::value::{Cancel, Class, Key, Projection, Status};

/// A step of a task. Attempts come as the rules have found or marked them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Nothing is different.
    Stay,
    /// The current attempt is this one.
    Mark(Attempt),
    /// The outside was seen to show this.
    Show(Projection),
    /// The worker of the closed attempt of this key is gone.
    LoseClosed(Key),
    /// The attempt enters a phase.
    Enter(Attempt, Phase),
    /// The attempt fails, and stays current until a retry.
    Fail(Attempt, Class),
    /// The attempt is closed without failing, and the task is open again.
    Cancel(Attempt, Cancel),
    /// The attempt is given back, which costs a retry.
    Release(Attempt),
    /// The task is given up together with its live attempt.
    AbandonLive(Attempt),
    /// The task is given up.
    Abandon,
    /// The attempt enters the phase of its cleanup, and the task is done.
    Clean(Attempt, Phase),
    /// A claim by this key starts an attempt.
    Claim(Key),
    /// The next generation of the task, with these retries left.
    NextGeneration(u64),
    /// The task has these retries left.
    Grant(u64),
    /// The legacy Done is trusted.
    Trust,
    /// The dependency is waived.
    Waive(u64),
    /// The hold is cleared; the latch is as it says.
    Clear {
        /// Whether the task may be claimed.
        ready: bool,
    },
}

impl Attempt {
    /// The attempt with what an act shows of its worker, or makes of it, in any phase.
    #[must_use]
    pub fn mark(self, act: &Act) -> Self {
        if act.shows_gone() {
            return self.gone();
        }
        match (act, self.phase, self.worker) {
            (
                Act::KillRequested,
                Phase::Promoting { .. } | Phase::Accepted { .. } | Phase::Cleaned { .. },
                Worker::Present,
            ) => Self {
                worker: Worker::Stopping,
                ..self
            },
            _ => self,
        }
    }

    /// The attempt with its worker gone.
    #[must_use]
    pub fn gone(self) -> Self {
        Self {
            worker: Worker::Gone,
            ..self
        }
    }

    /// The attempt ends in a phase: its worker is to be stopped, unless it is gone.
    #[must_use]
    fn end_as(self, phase: Phase) -> Self {
        let worker = match self.worker {
            Worker::Gone => Worker::Gone,
            Worker::Present | Worker::Stopping => Worker::Stopping,
        };
        Self {
            phase,
            worker,
            ..self
        }
    }
}

impl Task {
    /// Makes a move.
    pub fn make(&mut self, step: Move) {
        match step {
            Move::Stay => {}
            Move::Mark(a) => self.current = Some(a),
            Move::Show(projection) => self.projection = projection,
            Move::LoseClosed(key) => self.lose_closed(&key),
            Move::Enter(a, phase) => self.current = Some(Attempt { phase, ..a }),
            Move::Fail(a, class) => {
                self.current = Some(a.end_as(Phase::Failed { class }));
                self.status = Status::Failed;
                self.projection = Projection::Missing;
            }
            Move::Cancel(a, reason) => self.cancel(a, reason),
            Move::Release(a) => {
                self.cancel(a, Cancel::Released);
                self.retries = self.retries.saturating_sub(1);
            }
            Move::AbandonLive(a) => {
                self.cancel(a, Cancel::Abandoned);
                self.abandon();
            }
            Move::Abandon => self.abandon(),
            Move::Clean(a, phase) => {
                self.current = Some(Attempt { phase, ..a });
                self.status = Status::Done;
                self.projection = Projection::Missing;
            }
            Move::Claim(key) => self.claim(key),
            Move::NextGeneration(retries) => {
                self.retries = retries;
                self.generation += 1;
                self.ready = false;
                self.status = Status::Open;
                self.closed.extend(self.current.take());
            }
            Move::Grant(retries) => self.retries = retries,
            Move::Trust => self.origin = Origin::Legacy { trusted: true },
            Move::Waive(dep) => self.waived.push(dep),
            Move::Clear { ready } => {
                self.held = None;
                self.ready = ready;
            }
        }
    }

    fn cancel(&mut self, a: Attempt, reason: Cancel) {
        self.current = None;
        self.closed.push(a.end_as(Phase::Cancelled { reason }));
        self.status = Status::Open;
    }

    fn abandon(&mut self) {
        self.status = Status::Abandoned;
        self.ready = false;
        self.projection = Projection::Missing;
    }

    fn claim(&mut self, key: Key) {
        self.attempts += 1;
        self.fence = key.fence;
        self.ready = false;
        self.status = Status::Active;
        self.current = Some(Attempt {
            key,
            phase: Phase::Running,
            worker: Worker::Present,
        });
    }

    fn lose_closed(&mut self, key: &Key) {
        let place = usize::try_from(key.attempt.saturating_sub(1)).ok();
        if let Some(a) = place.and_then(|place| self.closed.get_mut(place)) {
            a.worker = Worker::Gone;
        }
    }
}
