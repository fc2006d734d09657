//! The engine protocol, one line at a time: a request in, an answer out. Pure.

use serde::Serialize;

use crate::codec::decode_events;
use crate::decision::Decision;
use crate::event::Event;
use crate::json::{Json, parse};
use crate::quick;
use crate::read::{CodecError, Fields, Read, expected, list, natural, text};
use crate::reduce::decisions;
use crate::state::State;

/// The protocol this engine speaks.
pub const PROTOCOL: &str = "lean-gate/1";

/// An answer to one line. Exactly one line is answered to each line that was read.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// To `hello`. The gate compares the protocols.
    Hello {
        /// What this engine speaks.
        protocol: &'static str,
        /// Its name.
        engine: &'static str,
        /// Its version.
        version: &'static str,
    },
    /// To `replay`.
    Replay {
        /// The request's.
        id: String,
        /// One for each event.
        decisions: Vec<Decision>,
        /// The state after the last.
        r#final: Box<State>,
    },
    /// To a line that cannot be answered.
    Error {
        /// The request's, where it has one.
        id: Option<String>,
        /// What is wrong.
        error: Problem,
    },
}

/// Why a line cannot be answered.
#[derive(Serialize)]
pub struct Problem {
    /// Of which kind.
    pub code: Code,
    /// Where, and what was expected instead.
    pub message: String,
}

/// The kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The line is not one JSON document.
    MalformedJson,
    /// The line is not a request of the protocol.
    MalformedRequest,
    /// An event is not of the wire format.
    MalformedEvent,
}

/// Answers one line.
pub fn answer(line: &[u8]) -> Answer {
    if let Some(quick::Replay { id, graph, events }) = quick::read(line) {
        return replay(id.to_owned(), graph, events);
    }
    let json = match parse(line) {
        Ok(json) => json,
        Err(error) => return problem(None, Code::MalformedJson, error.to_string()),
    };
    let id = Fields::of(&json)
        .ok()
        .and_then(|o| text(o.find("id")?).ok())
        .map(str::to_owned);
    match read_request(&json) {
        Ok(Request::Hello) => Answer::Hello {
            protocol: PROTOCOL,
            engine: "rust",
            version: env!("CARGO_PKG_VERSION"),
        },
        Ok(Request::Replay { id, graph, events }) => replay(id, graph, events),
        Err((code, error)) => {
            // The outermost field has nothing before its dot.
            let message = error.to_string();
            problem(id, code, message.trim_start_matches('.').to_owned())
        }
    }
}

/// What is asked.
enum Request {
    Hello,
    Replay {
        id: String,
        graph: u64,
        events: Vec<Event>,
    },
}

fn read_request(json: &Json<'_>) -> Result<Request, (Code, CodecError)> {
    let malformed = |error| (Code::MalformedRequest, error);
    let o = Fields::of(json).map_err(malformed)?;
    match o.read("op", text).map_err(malformed)? {
        "hello" => o
            .exactly(&["op", "protocol"], |o| o.read("protocol", text))
            .map(|_| Request::Hello)
            .map_err(malformed),
        "replay" => {
            let (id, graph, events) = o
                .exactly(&["op", "id", "graph", "events"], envelope)
                .map_err(malformed)?;
            let events = decode_events(events).map_err(|error| (Code::MalformedEvent, error))?;
            Ok(Request::Replay { id, graph, events })
        }
        _ => Err(malformed(unknown_op(&o))),
    }
}

/// A replay's fields; the events are only known to be a list.
fn envelope<'a>(o: Fields<'a>) -> Read<(String, u64, &'a Json<'a>)> {
    Ok((
        o.read("id", text)?.to_owned(),
        o.read("graph", natural)?,
        o.read("events", |json| list(json).map(|_| json))?,
    ))
}

fn unknown_op(o: &Fields<'_>) -> CodecError {
    expected(
        "\"hello\" or \"replay\"",
        o.find("op").unwrap_or(&Json::Null),
    )
    .within(".op")
}

fn replay(id: String, graph: u64, events: Vec<Event>) -> Answer {
    let mut state = State::initial(graph);
    let decisions = decisions(&mut state, events);
    Answer::Replay {
        id,
        decisions,
        r#final: Box::new(state),
    }
}

fn problem(id: Option<String>, code: Code, message: String) -> Answer {
    Answer::Error {
        id,
        error: Problem { code, message },
    }
}
