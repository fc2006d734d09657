//! The lifecycle reducer: it decides what the Lean model in `formal/Lifecycle` decides, file by file
//! and constructor by constructor.
//!
//! ```
//! use lean_gate_lifecycle::event::{Body, Event};
//! use lean_gate_lifecycle::reduce::reduce;
//! use lean_gate_lifecycle::state::State;
//!
//! let mut state = State::initial(1);
//! let body = Body::TaskDeclared { task: 7, deps: vec![], retries: 0 };
//! let decision = reduce(&mut state, Event { eid: 1, body });
//! assert_eq!(decision.verdict.to_string(), "applied");
//! ```
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unreachable
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod codec;
pub mod decision;
pub mod effects;
pub mod event;
pub mod fields;
pub mod guard;
pub mod json;
pub mod moves;
pub mod protocol;
pub mod quick;
pub mod read;
pub mod reduce;
pub mod rule;
pub mod serve;
pub mod state;
mod store;
pub mod stream;
pub mod task_rule;
pub mod value;
pub mod variants;
pub mod wire;
