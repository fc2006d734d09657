//! The turnstile as an engine of lean-gate: answers the engine protocol on stdin and stdout.

use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

/// The state of the turnstile.
#[derive(Clone, Copy, Serialize)]
struct State {
    locked: bool,
    coins: u64,
    passed: u64,
}

/// What may happen to the turnstile.
#[derive(Clone, Copy, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Event {
    Coin,
    Push,
}

/// The verdict on an event and the state after it, as `step` in `Turnstile.lean` decides.
fn step(state: State, event: Event) -> (&'static str, State) {
    match (event, state.locked) {
        (Event::Coin, true) => (
            "applied",
            State {
                locked: false,
                coins: state.coins + 1,
                ..state
            },
        ),
        (Event::Push, false) => (
            "applied",
            State {
                locked: true,
                passed: state.passed + 1,
                ..state
            },
        ),
        _ => ("refused", state),
    }
}

/// A line that the gate writes.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Request {
    Hello { protocol: String },
    Replay { id: String, events: Vec<Value> },
}

/// The answer to one line of the protocol.
fn answer(request: Request) -> Value {
    match request {
        Request::Hello { protocol } => {
            json!({ "protocol": protocol, "engine": "rust", "version": "0.1.0" })
        }
        Request::Replay { id, events } => match replay(events) {
            Ok((decisions, state)) => json!({ "id": id, "decisions": decisions, "final": state }),
            Err(problem) => {
                json!({ "id": id, "error": { "code": "malformed_event", "message": problem } })
            }
        },
    }
}

/// One decision for each event, and the final state.
fn replay(events: Vec<Value>) -> Result<(Vec<[&'static str; 1]>, State), String> {
    let mut state = State {
        locked: true,
        coins: 0,
        passed: 0,
    };
    let mut decisions = Vec::with_capacity(events.len());
    for event in events {
        let event = serde_json::from_value(event).map_err(|problem| problem.to_string())?;
        let (verdict, next) = step(state, event);
        decisions.push([verdict]);
        state = next;
    }
    Ok((decisions, state))
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request = serde_json::from_str(&line?).map_err(io::Error::other)?;
        writeln!(out, "{}", answer(request))?;
        out.flush()?;
    }
    Ok(())
}
