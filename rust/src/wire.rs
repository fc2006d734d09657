//! The two readers of the wire format. One reads parsed JSON, and says with path and reason what is wrong.
//! The other reads straight from a text, and refuses a text whose words have escapes. `fields` has the values.

use serde::de::{Deserialize, Deserializer};

use crate::json::Json;
use crate::read::Read;

/// A value of the wire.
pub trait Wire: Sized {
    /// Reads it from parsed JSON.
    fn read(json: &Json<'_>) -> Read<Self>;

    /// Reads it from a text.
    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// A value of the wire, as serde reads it from a text.
pub struct Streamed<T>(pub T);

impl<'de, T: Wire> Deserialize<'de> for Streamed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::stream(deserializer).map(Self)
    }
}

/// Where the fields of a variant come from: a parsed object, or a text that is being read.
pub trait Source {
    /// What reading may fail with.
    type Error;

    /// Reads the field of this name. Fields are asked for in the order in which they are written.
    fn field<T: Wire>(&mut self, name: &'static str) -> Result<T, Self::Error>;
}
