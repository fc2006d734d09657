//! What an applied event does to a task: the moves of `formal/Lifecycle/Rule.lean`.
//!
//! The model's rules return the next task. A move says what is different about it, so that no task is
//! copied for an event.

use crate::state::{Attempt, Phase, Task};
use crate::value::{Cancel, Class, Key, Status};

/// A step of a task's lifecycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The attempt enters a phase.
    Enter(Phase),
    /// The attempt fails, and stays current until a retry.
    Fail(Class),
    /// The attempt is closed without failing.
    Cancel(Cancel),
    /// The attempt enters the phase of its cleanup, and the task is done.
    Complete(Phase),
    /// A claim by this key starts an attempt.
    Claim(Key),
    /// The task without a live attempt is given up.
    Abandon,
    /// The next generation of a failed task.
    Reopen,
}

impl Cancel {
    /// The status of a task whose attempt was closed for this reason.
    pub fn status(self) -> Status {
        match self {
            Self::Released | Self::Killed => Status::Open,
            Self::Abandoned => Status::Abandoned,
        }
    }
}

impl Task {
    /// Makes a move.
    pub fn make(&mut self, step: Move) {
        match step {
            Move::Enter(phase) => self.enter(phase),
            Move::Fail(class) => {
                self.enter(Phase::Failed { class });
                self.status = Status::Failed;
            }
            Move::Cancel(reason) => {
                self.enter(Phase::Cancelled { reason });
                self.close_current();
                self.status = reason.status();
            }
            Move::Complete(phase) => {
                self.enter(phase);
                self.status = Status::Done;
            }
            Move::Claim(key) => {
                self.attempts = key.attempt;
                self.fence = key.fence;
                self.ready = false;
                self.status = Status::Active;
                self.current = Some(Attempt {
                    key,
                    phase: Phase::Running,
                });
            }
            Move::Abandon => {
                self.ready = false;
                self.status = Status::Abandoned;
            }
            Move::Reopen => {
                self.retries = self.retries.saturating_sub(1);
                self.generation += 1;
                self.ready = false;
                self.status = Status::Open;
                self.close_current();
            }
        }
    }

    fn enter(&mut self, phase: Phase) {
        if let Some(a) = &mut self.current {
            a.phase = phase;
        }
    }

    /// The current attempt goes behind the closed ones.
    fn close_current(&mut self) {
        self.closed.extend(self.current.take());
    }
}
