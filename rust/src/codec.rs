//! Reads events from JSON, and refuses what is not of the wire format. Decisions and states are written
//! by their `Serialize`.

use crate::event::{Body, Event};
use crate::json::Json;
use crate::read::{CodecError, Fields, Read, expected, items, text};
use crate::variants::Variants;
use crate::wire::{Source, Wire};

/// Reads a list of events; an error's path starts with `events`.
pub fn decode_events(json: &Json<'_>) -> Read<Vec<Event>> {
    items(json, read_event).map_err(|error| error.within("events"))
}

/// Reads an event; an error's path starts with `event`.
pub fn decode_event(json: &Json<'_>) -> Read<Event> {
    read_event(json).map_err(|error| error.within("event"))
}

impl Source for Fields<'_> {
    type Error = CodecError;

    fn field<T: Wire>(&mut self, name: &'static str) -> Read<T> {
        self.read(name, T::read)
    }
}

fn read_event(json: &Json<'_>) -> Read<Event> {
    let o = Fields::of(json)?;
    let Some(tag) = o.find("type") else {
        return Err(CodecError::new("", "missing field \"type\""));
    };
    let unknown = || expected("the type of an event", tag).within(".type");
    let name = text(tag).map_err(|_| unknown())?;
    let own = Body::fields(name).ok_or_else(unknown)?;
    let names = [vec!["type", "eid"], own].concat();
    o.exactly(&names, |mut o| {
        Ok(Event {
            eid: o.field("eid")?,
            body: Body::read(name, &mut o)?.ok_or_else(unknown)?,
        })
    })
}
