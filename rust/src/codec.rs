//! Reads events from JSON, and refuses what is not of the wire format. Decisions and states are written
//! by their `Serialize`.

use crate::event::{Act, Body, Event};
use crate::json::Json;
use crate::read::{
    CodecError, Fields, Read, boolean, dependencies, expected, items, key, natural,
    natural_or_null, text, word,
};
use crate::value::Projection;

/// Reads a list of events; an error's path starts with `events`.
pub fn decode_events(json: &Json<'_>) -> Read<Vec<Event>> {
    items(json, read_event).map_err(|error| error.within("events"))
}

/// Reads an event; an error's path starts with `event`.
pub fn decode_event(json: &Json<'_>) -> Read<Event> {
    read_event(json).map_err(|error| error.within("event"))
}

/// Reads the fields of an event after `type` and `eid`.
type ReadBody = fn(Fields<'_>) -> Read<Body>;

/// The fields of each event, in the order in which they are written, and their reader.
fn variant(name: &str) -> Option<(&'static [&'static str], ReadBody)> {
    Some(match name {
        "TaskDeclared" => (&["type", "eid", "task", "deps", "retries"], |o| {
            Ok(Body::TaskDeclared {
                task: o.read("task", natural)?,
                deps: o.read("deps", dependencies)?,
                retries: o.read("retries", natural)?,
            })
        }),
        "LegacyImported" => (
            &[
                "type", "eid", "task", "deps", "retries", "status", "trusted",
            ],
            |o| {
                Ok(Body::LegacyImported {
                    task: o.read("task", natural)?,
                    deps: o.read("deps", dependencies)?,
                    retries: o.read("retries", natural)?,
                    status: o.read("status", word)?,
                    trusted: o.read("trusted", boolean)?,
                })
            },
        ),
        "AttemptClaimed" => (&["type", "eid", "key"], |o| {
            Ok(Body::AttemptClaimed {
                key: o.read("key", key)?,
            })
        }),
        "AttemptReleased" => (&["type", "eid", "key"], |o| {
            on_attempt(o, |_| Ok(Act::AttemptReleased))
        }),
        "FinishBegun" => (
            &["type", "eid", "key", "tx", "candidate", "contract"],
            |o| {
                on_attempt(o, |o| {
                    Ok(Act::FinishBegun {
                        tx: o.read("tx", natural)?,
                        candidate: o.read("candidate", natural)?,
                        contract: o.read("contract", word)?,
                    })
                })
            },
        ),
        "CandidateValidated" => (&["type", "eid", "key", "tx", "candidate", "passed"], |o| {
            on_attempt(o, |o| {
                Ok(Act::CandidateValidated {
                    tx: o.read("tx", natural)?,
                    candidate: o.read("candidate", natural)?,
                    passed: o.read("passed", boolean)?,
                })
            })
        }),
        "PromotionIntended" => (&["type", "eid", "key", "tx", "candidate"], |o| {
            on_attempt(o, |o| {
                Ok(Act::PromotionIntended {
                    tx: o.read("tx", natural)?,
                    candidate: o.read("candidate", natural)?,
                })
            })
        }),
        "OutcomeAccepted" => (&["type", "eid", "key", "tx", "candidate", "receipt"], |o| {
            on_attempt(o, |o| {
                Ok(Act::OutcomeAccepted {
                    tx: o.read("tx", natural)?,
                    candidate: o.read("candidate", natural)?,
                    receipt: o.read("receipt", natural)?,
                })
            })
        }),
        "PromotionProbed" => (&["type", "eid", "key", "tx", "found"], |o| {
            on_attempt(o, |o| {
                Ok(Act::PromotionProbed {
                    tx: o.read("tx", natural)?,
                    found: o.read("found", natural_or_null)?,
                })
            })
        }),
        "CleanupRecorded" => (&["type", "eid", "key", "tx", "receipt", "cleanup"], |o| {
            on_attempt(o, |o| {
                Ok(Act::CleanupRecorded {
                    tx: o.read("tx", natural)?,
                    receipt: o.read("receipt", natural)?,
                    cleanup: o.read("cleanup", natural)?,
                })
            })
        }),
        "FailRequested" => (&["type", "eid", "key"], |o| {
            on_attempt(o, |_| Ok(Act::FailRequested))
        }),
        "ProcessExited" => (&["type", "eid", "key", "role", "code"], |o| {
            on_attempt(o, |o| {
                Ok(Act::ProcessExited {
                    role: o.read("role", word)?,
                    code: o.read("code", natural)?,
                })
            })
        }),
        "ProviderFault" => (&["type", "eid", "key", "fault"], |o| {
            on_attempt(o, |o| {
                Ok(Act::ProviderFault {
                    fault: o.read("fault", word)?,
                })
            })
        }),
        "OwnerLost" => (&["type", "eid", "key"], |o| {
            on_attempt(o, |_| Ok(Act::OwnerLost))
        }),
        "LateCommitSeen" => (&["type", "eid", "key", "commit"], |o| {
            on_attempt(o, |o| {
                Ok(Act::LateCommitSeen {
                    commit: o.read("commit", natural)?,
                })
            })
        }),
        "ProjectionObserved" => (&["type", "eid", "task", "generation", "projection"], |o| {
            Ok(Body::ProjectionObserved {
                task: o.read("task", natural)?,
                generation: o.read("generation", natural)?,
                projection: o.read("projection", projection)?,
            })
        }),
        "KillRequested" => (&["type", "eid", "key"], |o| {
            on_attempt(o, |_| Ok(Act::KillRequested))
        }),
        "AbandonRequested" => (&["type", "eid", "task", "generation"], |o| {
            Ok(Body::AbandonRequested {
                task: o.read("task", natural)?,
                generation: o.read("generation", natural)?,
            })
        }),
        "RetryRequested" => (&["type", "eid", "task", "generation"], |o| {
            Ok(Body::RetryRequested {
                task: o.read("task", natural)?,
                generation: o.read("generation", natural)?,
            })
        }),
        "ConvergeRequested" => (&["type", "eid", "task"], |o| {
            Ok(Body::ConvergeRequested {
                task: o.read("task", natural)?,
            })
        }),
        _ => return None,
    })
}

fn read_event(json: &Json<'_>) -> Read<Event> {
    let o = Fields::of(json)?;
    let unknown = |json| expected("the type of an event", json).within(".type");
    let (names, read_body) = match o.find("type") {
        None => return Err(CodecError::new("", "missing field \"type\"")),
        Some(json) => text(json)
            .ok()
            .and_then(variant)
            .ok_or_else(|| unknown(json))?,
    };
    o.exactly(names, |o| {
        Ok(Event {
            eid: o.read("eid", natural)?,
            body: read_body(o)?,
        })
    })
}

fn on_attempt(o: Fields<'_>, act: impl FnOnce(Fields<'_>) -> Read<Act>) -> Read<Body> {
    Ok(Body::OnAttempt {
        key: o.read("key", key)?,
        act: act(o)?,
    })
}

fn projection(json: &Json<'_>) -> Read<Projection> {
    if *json == Json::Null {
        return Ok(Projection::Missing);
    }
    Fields::of(json)?.exactly(&["status", "receipt"], |o| {
        Ok(Projection::Shown {
            status: o.read("status", word)?,
            receipt: o.read("receipt", natural_or_null)?,
        })
    })
}
