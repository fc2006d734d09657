//! Readers of the parts that wire values are made of. Each takes what stands at a path and returns it
//! typed, or a [`CodecError`] that says what is wrong there.

use std::borrow::Cow;

use thiserror::Error;

use crate::json::Json;
use crate::value::{Key, MAX_INTEGER, Word};

/// A value that is not of the wire format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}{}{reason}", if path.is_empty() { "" } else { ": " })]
pub struct CodecError {
    /// Where it stands, e.g. `events[3].key[2]`.
    pub path: String,
    /// What is wrong, e.g. `expected an integer from 0 to 9007199254740991, got 1.5`.
    pub reason: String,
}

/// What a reader returns.
pub type Read<T> = Result<T, CodecError>;

impl CodecError {
    /// The error at a path.
    pub fn new(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            reason: reason.into(),
        }
    }

    /// The error, as seen from outside the value at `path`.
    #[must_use]
    pub fn within(mut self, path: &str) -> Self {
        self.path.insert_str(0, path);
        self
    }
}

/// An object's fields as they stand.
#[derive(Clone, Copy)]
pub struct Fields<'a>(&'a [(Cow<'a, str>, Json<'a>)]);

impl<'a> Fields<'a> {
    /// The fields of an object.
    pub fn of(json: &'a Json<'a>) -> Read<Self> {
        match json {
            Json::Object(fields) => Ok(Self(fields)),
            _ => Err(expected("an object", json)),
        }
    }

    /// The field of this name.
    pub fn find(&self, name: &str) -> Option<&'a Json<'a>> {
        let found = self.0.iter().find(|(field, _)| field == name);
        found.map(|(_, value)| value)
    }

    /// Reads the field of this name.
    pub fn read<T>(&self, name: &str, read: impl FnOnce(&'a Json<'a>) -> Read<T>) -> Read<T> {
        match self.find(name) {
            Some(value) => read(value).map_err(|error| error.within(&format!(".{name}"))),
            None => Err(missing(name)),
        }
    }

    /// Reads an object that has exactly these fields. What is missing, unknown or repeated is reported
    /// before what has the wrong type.
    pub fn exactly<T>(self, names: &[&str], read: impl FnOnce(Self) -> Read<T>) -> Read<T> {
        if self.0.len() != names.len() {
            self.check_names(names)?;
        }
        read(self).or_else(|error| {
            self.check_names(names)?;
            Err(error)
        })
    }

    fn check_names(&self, names: &[&str]) -> Read<()> {
        if let Some(lacking) = names.iter().find(|name| self.find(name).is_none()) {
            return Err(missing(lacking));
        }
        // As all of the names are known, more fields than names end this loop early.
        let mut seen = Vec::with_capacity(names.len());
        for (name, _) in self.0 {
            if !names.contains(&name.as_ref()) {
                return Err(CodecError::new(
                    "",
                    format!("unknown field {}", quote(name)),
                ));
            }
            if seen.contains(&name) {
                return Err(CodecError::new(
                    "",
                    format!("repeated field {}", quote(name)),
                ));
            }
            seen.push(name);
        }
        Ok(())
    }
}

fn missing(name: &str) -> CodecError {
    CodecError::new("", format!("missing field {}", quote(name)))
}

/// A list.
pub fn list<'a>(json: &'a Json<'a>) -> Read<&'a [Json<'a>]> {
    match json {
        Json::List(items) => Ok(items),
        _ => Err(expected("a list", json)),
    }
}

/// Reads each item of a list; an error names the item.
pub fn items<'a, T>(json: &'a Json<'a>, read: impl Fn(&'a Json<'a>) -> Read<T>) -> Read<Vec<T>> {
    list(json)?
        .iter()
        .enumerate()
        .map(|(i, item)| read(item).map_err(|error| error.within(&format!("[{i}]"))))
        .collect()
}

/// An integer from 0 to 2^53 - 1.
pub fn natural(json: &Json<'_>) -> Read<u64> {
    match json {
        Json::Natural(value) => Ok(*value),
        _ => Err(expected(
            &format!("an integer from 0 to {MAX_INTEGER}"),
            json,
        )),
    }
}

/// An integer from 1 to 2^53 - 1.
pub fn positive(json: &Json<'_>) -> Read<u64> {
    match json {
        Json::Natural(value) if *value > 0 => Ok(*value),
        _ => Err(expected(
            &format!("an integer from 1 to {MAX_INTEGER}"),
            json,
        )),
    }
}

/// An integer from 0 to 2^53 - 1, or `null`.
pub fn natural_or_null(json: &Json<'_>) -> Read<Option<u64>> {
    match json {
        Json::Null => Ok(None),
        _ => natural(json).map(Some),
    }
}

/// A truth value.
pub fn boolean(json: &Json<'_>) -> Read<bool> {
    match json {
        Json::Bool(value) => Ok(*value),
        _ => Err(expected("true or false", json)),
    }
}

/// A text.
pub fn text<'a>(json: &'a Json<'a>) -> Read<&'a str> {
    match json {
        Json::Text(text) => Ok(text),
        _ => Err(expected("a text", json)),
    }
}

/// One of the words of an enumeration.
pub fn word<W: Word>(json: &Json<'_>) -> Read<W> {
    if let Json::Text(text) = json
        && let Some(word) = W::ALL.iter().find(|word| word.word() == text)
    {
        return Ok(*word);
    }
    Err(expected(&one_of(W::ALL), json))
}

/// A key: `[graph, task, generation, attempt, fence]`.
pub fn key(json: &Json<'_>) -> Read<Key> {
    let parts = list(json)?;
    let [graph, task, generation, attempt, fence] = parts else {
        let reason = format!(
            "expected a list of 5 integers, got a list of {}",
            parts.len()
        );
        return Err(CodecError::new("", reason));
    };
    let part = |json, i: usize| natural(json).map_err(|error| error.within(&format!("[{i}]")));
    Ok(Key {
        graph: part(graph, 0)?,
        task: part(task, 1)?,
        generation: part(generation, 2)?,
        attempt: part(attempt, 3)?,
        fence: part(fence, 4)?,
    })
}

/// A list of dependencies, each once.
pub fn dependencies(json: &Json<'_>) -> Read<Vec<u64>> {
    let deps = items(json, natural)?;
    let mut seen = std::collections::HashSet::with_capacity(deps.len());
    match deps.iter().position(|dep| !seen.insert(*dep)) {
        None => Ok(deps),
        Some(at) => {
            let repeated = deps.get(at).copied().unwrap_or_default();
            let reason = format!("repeated dependency {repeated}");
            Err(CodecError::new(format!("[{at}]"), reason))
        }
    }
}

/// The error that something else was expected.
pub fn expected(what: &str, json: &Json<'_>) -> CodecError {
    CodecError::new("", format!("expected {what}, got {}", describe(json)))
}

/// What stands there, in a few words.
fn describe(json: &Json<'_>) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Natural(value) => value.to_string(),
        Json::Number(text) => text.clone(),
        Json::Text(text) => quote(text),
        Json::List(_) => "a list".to_owned(),
        Json::Object(_) => "an object".to_owned(),
    }
}

/// At most 40 characters of a text.
pub fn quote(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    serde_json::Value::String(shown).to_string()
}

fn one_of<W: Word>(words: &[W]) -> String {
    let quoted: Vec<String> = words
        .iter()
        .map(|word| format!("\"{}\"", word.word()))
        .collect();
    match quoted.split_last() {
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
