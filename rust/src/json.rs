//! JSON as it was written: numbers that are not plain integers and repeated keys stay visible, so that
//! the codec can refuse them with their path instead of rounding or dropping them.
//!
//! Nesting is bounded by serde_json's own limit of 128 levels.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::value::MAX_INTEGER;

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer from 0 to 2^53 - 1.
    Natural(u64),
    /// Any other number, as it is to be quoted.
    Number(String),
    /// A text.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Json<'a>>),
    /// An object's fields as they stand: a name may come twice.
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

/// Reads one JSON document.
pub fn parse(text: &[u8]) -> Result<Json<'_>, serde_json::Error> {
    serde_json::from_slice(text)
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(if value <= MAX_INTEGER {
            Json::Natural(value)
        } else {
            Json::Number(value.to_string())
        })
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Json::Number(if value == 0.0 && value.is_sign_negative() {
            "-0".to_owned()
        } else {
            format!("{value:?}")
        }))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json<'de>, A::Error> {
        let mut object = Vec::new();
        while let Some((Name(name), value)) = fields.next_entry()? {
            object.push((name, value));
        }
        Ok(Json::Object(object))
    }
}

/// The name of a field, borrowed where the text has no escapes.
struct Name<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Name<'de>, E> {
        Ok(Name(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Name<'de>, E> {
        Ok(Name(Cow::Owned(value.to_owned())))
    }
}
