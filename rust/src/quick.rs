//! Requests straight from their text, where they are written as the gate writes them.

use serde::de::{Deserialize, Deserializer, MapAccess};

use crate::event::{Body, Event};
use crate::stream::{InOrder, Stream, object, otherwise};
use crate::variants::Variants;
use crate::wire::Source;

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

impl<'de> Deserialize<'de> for Replay<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

impl<'de> InOrder<'de> for Replay<'de> {
    fn in_order<A: MapAccess<'de>>(stream: &mut Stream<'_, 'de, A>) -> Result<Self, A::Error> {
        if stream.next::<&str>("op")? != "replay" {
            return Err(otherwise());
        }
        Ok(Self {
            id: stream.next("id")?,
            graph: stream.field("graph")?,
            events: stream.next("events")?,
        })
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

impl<'de> InOrder<'de> for Event {
    fn in_order<A: MapAccess<'de>>(stream: &mut Stream<'_, 'de, A>) -> Result<Self, A::Error> {
        let name: &str = stream.next("type")?;
        Ok(Self {
            eid: stream.field("eid")?,
            body: Body::read(name, stream)?.ok_or_else(otherwise)?,
        })
    }
}
