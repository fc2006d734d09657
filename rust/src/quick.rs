//! Requests straight from their text, without a tree in between, where they are written as the gate
//! writes them: each field in its place, and no escapes in words. Everything else is left to the codec,
//! which takes any order, and says what is wrong where something is.

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use crate::event::{Act, Body, Event};
use crate::value::{Key, MAX_INTEGER, Projection, Word};

/// What is asked by a replay.
#[derive(Debug, PartialEq, Eq)]
pub struct Replay<'a> {
    /// The request's.
    pub id: &'a str,
    /// Whose initial state the events start from.
    pub graph: u64,
    /// In order.
    pub events: Vec<Event>,
}

/// Reads a replay that is written as the gate writes it; gives nothing for any other text.
pub fn read(text: &[u8]) -> Option<Replay<'_>> {
    serde_json::from_slice(text).ok()
}

/// Reads the fields of an object in their order.
trait InOrder<'de>: Sized {
    fn in_order<A: MapAccess<'de>>(map: &mut A) -> Result<Self, A::Error>;
}

/// Reads a value as an object of just these fields.
fn object<'de, T: InOrder<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Fields<T>(PhantomData<T>);

    impl<'de, T: InOrder<'de>> Visitor<'de> for Fields<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object whose fields are in their order")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
            let value = T::in_order(&mut map)?;
            match map.next_key::<IgnoredAny>()? {
                None => Ok(value),
                Some(_) => Err(otherwise()),
            }
        }
    }

    deserializer.deserialize_map(Fields(PhantomData))
}

/// The next field, which must have this name.
fn field<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    map: &mut A,
    name: &str,
) -> Result<T, A::Error> {
    match map.next_key::<&str>()? {
        Some(found) if found == name => map.next_value(),
        _ => Err(otherwise()),
    }
}

/// Whatever it is, the codec will say it.
fn otherwise<E: Error>() -> E {
    E::custom("written otherwise")
}

impl<'de> Deserialize<'de> for Replay<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

impl<'de> InOrder<'de> for Replay<'de> {
    fn in_order<A: MapAccess<'de>>(map: &mut A) -> Result<Self, A::Error> {
        if field::<&str, _>(map, "op")? != "replay" {
            return Err(otherwise());
        }
        Ok(Self {
            id: field(map, "id")?,
            graph: natural(map, "graph")?,
            events: field::<Vec<Read<Event>>, _>(map, "events")?
                .into_iter()
                .map(|Read(event)| event)
                .collect(),
        })
    }
}

/// A value of the wire, as this module reads it.
struct Read<T>(T);

impl<'de> Deserialize<'de> for Read<u64> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            value if value <= MAX_INTEGER => Ok(Self(value)),
            _ => Err(otherwise()),
        }
    }
}

fn natural<'de, A: MapAccess<'de>>(map: &mut A, name: &str) -> Result<u64, A::Error> {
    field(map, name).map(|Read(value)| value)
}

fn natural_or_null<'de, A: MapAccess<'de>>(
    map: &mut A,
    name: &str,
) -> Result<Option<u64>, A::Error> {
    field::<Option<Read<u64>>, _>(map, name).map(|found| found.map(|Read(value)| value))
}

fn word<'de, W: Word, A: MapAccess<'de>>(map: &mut A, name: &str) -> Result<W, A::Error> {
    let text: &str = field(map, name)?;
    let found = W::ALL.iter().find(|word| word.word() == text);
    found.copied().ok_or_else(otherwise)
}

fn dependencies<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Vec<u64>, A::Error> {
    let deps: Vec<Read<u64>> = field(map, "deps")?;
    let deps: Vec<u64> = deps.into_iter().map(|Read(dep)| dep).collect();
    let mut seen = HashSet::with_capacity(deps.len());
    match deps.iter().all(|dep| seen.insert(*dep)) {
        true => Ok(deps),
        false => Err(otherwise()),
    }
}

impl<'de> Deserialize<'de> for Read<Key> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [
            Read(graph),
            Read(task),
            Read(generation),
            Read(attempt),
            Read(fence),
        ] = <[Read<u64>; 5]>::deserialize(deserializer)?;
        Ok(Self(Key {
            graph,
            task,
            generation,
            attempt,
            fence,
        }))
    }
}

impl<'de> Deserialize<'de> for Read<Projection> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shown = Option::<Shown>::deserialize(deserializer)?;
        Ok(Self(match shown {
            None => Projection::Missing,
            Some(Shown(projection)) => projection,
        }))
    }
}

/// A projection that is not missing.
struct Shown(Projection);

impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

impl<'de> InOrder<'de> for Shown {
    fn in_order<A: MapAccess<'de>>(map: &mut A) -> Result<Self, A::Error> {
        Ok(Self(Projection::Shown {
            status: word(map, "status")?,
            receipt: natural_or_null(map, "receipt")?,
        }))
    }
}

impl<'de> Deserialize<'de> for Read<Event> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

impl<'de> InOrder<'de> for Read<Event> {
    fn in_order<A: MapAccess<'de>>(map: &mut A) -> Result<Self, A::Error> {
        let name: &str = field(map, "type")?;
        let eid = natural(map, "eid")?;
        let body = body(map, name)?;
        Ok(Self(Event { eid, body }))
    }
}

fn body<'de, A: MapAccess<'de>>(map: &mut A, name: &str) -> Result<Body, A::Error> {
    Ok(match name {
        "TaskDeclared" => Body::TaskDeclared {
            task: natural(map, "task")?,
            deps: dependencies(map)?,
            retries: natural(map, "retries")?,
        },
        "LegacyImported" => Body::LegacyImported {
            task: natural(map, "task")?,
            deps: dependencies(map)?,
            retries: natural(map, "retries")?,
            status: word(map, "status")?,
            trusted: field(map, "trusted")?,
        },
        "ProjectionObserved" => Body::ProjectionObserved {
            task: natural(map, "task")?,
            generation: natural(map, "generation")?,
            projection: field(map, "projection").map(|Read(projection)| projection)?,
        },
        "AbandonRequested" => Body::AbandonRequested {
            task: natural(map, "task")?,
            generation: natural(map, "generation")?,
        },
        "RetryRequested" => Body::RetryRequested {
            task: natural(map, "task")?,
            generation: natural(map, "generation")?,
        },
        "ConvergeRequested" => Body::ConvergeRequested {
            task: natural(map, "task")?,
        },
        _ => {
            let Read(key) = field(map, "key")?;
            match name {
                "AttemptClaimed" => Body::AttemptClaimed { key },
                _ => Body::OnAttempt {
                    key,
                    act: act(map, name)?,
                },
            }
        }
    })
}

fn act<'de, A: MapAccess<'de>>(map: &mut A, name: &str) -> Result<Act, A::Error> {
    Ok(match name {
        "AttemptReleased" => Act::AttemptReleased,
        "FinishBegun" => Act::FinishBegun {
            tx: natural(map, "tx")?,
            candidate: natural(map, "candidate")?,
            contract: word(map, "contract")?,
        },
        "CandidateValidated" => Act::CandidateValidated {
            tx: natural(map, "tx")?,
            candidate: natural(map, "candidate")?,
            passed: field(map, "passed")?,
        },
        "PromotionIntended" => Act::PromotionIntended {
            tx: natural(map, "tx")?,
            candidate: natural(map, "candidate")?,
        },
        "OutcomeAccepted" => Act::OutcomeAccepted {
            tx: natural(map, "tx")?,
            candidate: natural(map, "candidate")?,
            receipt: natural(map, "receipt")?,
        },
        "PromotionProbed" => Act::PromotionProbed {
            tx: natural(map, "tx")?,
            found: natural_or_null(map, "found")?,
        },
        "CleanupRecorded" => Act::CleanupRecorded {
            tx: natural(map, "tx")?,
            receipt: natural(map, "receipt")?,
            cleanup: natural(map, "cleanup")?,
        },
        "FailRequested" => Act::FailRequested,
        "ProcessExited" => Act::ProcessExited {
            role: word(map, "role")?,
            code: natural(map, "code")?,
        },
        "ProviderFault" => Act::ProviderFault {
            fault: word(map, "fault")?,
        },
        "OwnerLost" => Act::OwnerLost,
        "LateCommitSeen" => Act::LateCommitSeen {
            commit: natural(map, "commit")?,
        },
        "KillRequested" => Act::KillRequested,
        _ => return Err(otherwise()),
    })
}
