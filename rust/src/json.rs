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

/// As many items as most lists and objects have room for at once: they are keys and events.
const USUAL: usize = 6;

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
        let mut list = Vec::with_capacity(USUAL);
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json<'de>, A::Error> {
        let mut object = Vec::with_capacity(USUAL);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_no_integers_of_the_wire_keep_their_text() {
        let texts = [
            ("0", Json::Natural(0)),
            ("9007199254740991", Json::Natural(MAX_INTEGER)),
            (
                "9007199254740992",
                Json::Number("9007199254740992".to_owned()),
            ),
            (
                "18446744073709551615",
                Json::Number("18446744073709551615".to_owned()),
            ),
            ("-1", Json::Number("-1".to_owned())),
            ("-0", Json::Number("-0".to_owned())),
            ("0.0", Json::Number("0.0".to_owned())),
            ("1.5", Json::Number("1.5".to_owned())),
        ];
        for (text, expected) in texts {
            assert_eq!(parse(text.as_bytes()).unwrap(), expected);
        }
    }

    #[test]
    fn repeated_fields_stay_visible() {
        let one = || Json::Natural(1);
        let expected = Json::Object(vec![("a".into(), one()), ("a".into(), Json::Null)]);
        assert_eq!(parse(br#"{"a":1,"\u0061":null}"#).unwrap(), expected);
        let expected = Json::List(vec![Json::Text("x".into()), Json::Bool(true)]);
        assert_eq!(parse(br#" ["x", true] "#).unwrap(), expected);
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(nested(100).as_bytes()).is_ok());
        assert!(parse(nested(100_000).as_bytes()).is_err());
    }
}
