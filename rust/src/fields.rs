//! Values that are fields of events, each with its two readers.

use std::collections::HashSet;

use serde::de::{Deserialize, Deserializer, MapAccess};

use crate::json::Json;
use crate::read::{
    Fields, Read, boolean, dependencies, key, natural, natural_or_null, positive, word,
};
use crate::stream::{InOrder, Stream, object, otherwise};
use crate::value::{Key, MAX_INTEGER, Projection, Word};
use crate::wire::{Source, Streamed, Wire};

impl Wire for u64 {
    fn read(json: &Json<'_>) -> Read<Self> {
        natural(json)
    }

    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Self::deserialize(deserializer)? {
            value if value <= MAX_INTEGER => Ok(value),
            _ => Err(otherwise()),
        }
    }
}

/// How many: at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u64);

impl Wire for Count {
    fn read(json: &Json<'_>) -> Read<Self> {
        positive(json).map(Self)
    }

    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::stream(deserializer)? {
            0 => Err(otherwise()),
            count => Ok(Self(count)),
        }
    }
}

impl Wire for Option<u64> {
    fn read(json: &Json<'_>) -> Read<Self> {
        natural_or_null(json)
    }

    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = Option::<Streamed<u64>>::deserialize(deserializer)?;
        Ok(found.map(|Streamed(value)| value))
    }
}

impl Wire for bool {
    fn read(json: &Json<'_>) -> Read<Self> {
        boolean(json)
    }

    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

/// Dependencies, each once.
impl Wire for Vec<u64> {
    fn read(json: &Json<'_>) -> Read<Self> {
        dependencies(json)
    }

    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let deps = Vec::<Streamed<u64>>::deserialize(deserializer)?;
        let deps: Self = deps.into_iter().map(|Streamed(dep)| dep).collect();
        let mut seen = HashSet::with_capacity(deps.len());
        match deps.iter().all(|dep| seen.insert(*dep)) {
            true => Ok(deps),
            false => Err(otherwise()),
        }
    }
}

impl Wire for Key {
    fn read(json: &Json<'_>) -> Read<Self> {
        key(json)
    }

    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = <[Streamed<u64>; 5]>::deserialize(deserializer)?;
        let [graph, task, generation, attempt, fence] = parts.map(|Streamed(part)| part);
        Ok(Self {
            graph,
            task,
            generation,
            attempt,
            fence,
        })
    }
}

impl<W: Word> Wire for W {
    fn read(json: &Json<'_>) -> Read<Self> {
        word(json)
    }

    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&str>::deserialize(deserializer)?;
        let found = W::ALL.iter().find(|word| word.word() == text);
        found.copied().ok_or_else(otherwise)
    }
}

impl Wire for Projection {
    fn read(json: &Json<'_>) -> Read<Self> {
        match json {
            Json::Null => Ok(Self::Missing),
            _ => Fields::of(json)?.exactly(&["status", "receipt"], |mut o| shown(&mut o)),
        }
    }

    fn stream<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shown = Option::<Shown>::deserialize(deserializer)?;
        Ok(shown.map_or(Self::Missing, |Shown(projection)| projection))
    }
}

/// The fields of a projection that is not missing.
fn shown<S: Source>(source: &mut S) -> Result<Projection, S::Error> {
    Ok(Projection::Shown {
        status: source.field("status")?,
        receipt: source.field("receipt")?,
    })
}

/// A projection that is not missing.
struct Shown(Projection);

impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

impl<'de> InOrder<'de> for Shown {
    fn in_order<A: MapAccess<'de>>(stream: &mut Stream<'_, 'de, A>) -> Result<Self, A::Error> {
        shown(stream).map(Self)
    }
}
