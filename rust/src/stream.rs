//! Objects straight from their text, without a tree in between, where each field stands in its place.
//! Everything else is left to the codec, which takes any order, and says what is wrong where something is.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use crate::wire::{Source, Streamed, Wire};

/// An object that is being read.
pub struct Stream<'a, 'de, A>(&'a mut A, PhantomData<&'de ()>);

impl<'de, A: MapAccess<'de>> Stream<'_, 'de, A> {
    /// Reads the next field, which must have this name, by serde.
    pub fn next<T: Deserialize<'de>>(&mut self, name: &'static str) -> Result<T, A::Error> {
        match self.0.next_key::<&str>()? {
            Some(found) if found == name => self.0.next_value(),
            _ => Err(otherwise()),
        }
    }
}

impl<'de, A: MapAccess<'de>> Source for Stream<'_, 'de, A> {
    type Error = A::Error;

    fn field<T: Wire>(&mut self, name: &'static str) -> Result<T, A::Error> {
        self.next::<Streamed<T>>(name).map(|Streamed(value)| value)
    }
}

/// Reads the fields of an object in their order.
pub trait InOrder<'de>: Sized {
    /// Reads all of them.
    fn in_order<A: MapAccess<'de>>(stream: &mut Stream<'_, 'de, A>) -> Result<Self, A::Error>;
}

/// Reads a value as an object of just these fields.
pub fn object<'de, T: InOrder<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Fields<T>(PhantomData<T>);

    impl<'de, T: InOrder<'de>> Visitor<'de> for Fields<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object whose fields are in their order")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
            let value = T::in_order(&mut Stream(&mut map, PhantomData))?;
            match map.next_key::<IgnoredAny>()? {
                None => Ok(value),
                Some(_) => Err(otherwise()),
            }
        }
    }

    deserializer.deserialize_map(Fields(PhantomData))
}

/// Whatever is wrong, the codec will say it.
pub fn otherwise<E: Error>() -> E {
    E::custom("written otherwise")
}
