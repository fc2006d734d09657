//! What the codec reads, and what it refuses, with path and reason.

use lean_gate_lifecycle::codec::{decode_event, decode_events};
use lean_gate_lifecycle::event::{Act, Body, Event, TaskAct};
use lean_gate_lifecycle::fields::Count;
use lean_gate_lifecycle::json::parse;
use lean_gate_lifecycle::value::{Contract, Key, Projection, Status};

/// One event of each type, with every field.
const EVENTS: [&str; 25] = [
    r#"{"type":"TaskDeclared","eid":1,"task":2,"deps":[3,4],"retries":5}"#,
    r#"{"type":"LegacyImported","eid":1,"task":2,"deps":[],"retries":5,"status":"active","trusted":true}"#,
    r#"{"type":"AttemptClaimed","eid":1,"key":[1,2,3,4,5]}"#,
    r#"{"type":"AttemptReleased","eid":1,"key":[1,2,3,4,5]}"#,
    r#"{"type":"FinishBegun","eid":1,"key":[1,2,3,4,5],"tx":6,"candidate":7,"contract":"deliver"}"#,
    r#"{"type":"CandidateValidated","eid":1,"key":[1,2,3,4,5],"tx":6,"candidate":7,"passed":false}"#,
    r#"{"type":"PromotionIntended","eid":1,"key":[1,2,3,4,5],"tx":6,"candidate":7}"#,
    r#"{"type":"OutcomeAccepted","eid":1,"key":[1,2,3,4,5],"tx":6,"candidate":7,"receipt":8}"#,
    r#"{"type":"PromotionProbed","eid":1,"key":[1,2,3,4,5],"tx":6,"found":8}"#,
    r#"{"type":"CleanupRecorded","eid":1,"key":[1,2,3,4,5],"tx":6,"receipt":8,"cleanup":9}"#,
    r#"{"type":"FailRequested","eid":1,"key":[1,2,3,4,5]}"#,
    r#"{"type":"ProcessExited","eid":1,"key":[1,2,3,4,5],"role":"wrapper","code":137}"#,
    r#"{"type":"ProviderFault","eid":1,"key":[1,2,3,4,5],"fault":"unavailable"}"#,
    r#"{"type":"OwnerLost","eid":1,"key":[1,2,3,4,5]}"#,
    r#"{"type":"LateCommitSeen","eid":1,"key":[1,2,3,4,5],"commit":10}"#,
    r#"{"type":"ProjectionObserved","eid":1,"task":2,"generation":3,"projection":{"status":"done","receipt":8}}"#,
    r#"{"type":"KillRequested","eid":1,"key":[1,2,3,4,5]}"#,
    r#"{"type":"AbandonRequested","eid":1,"task":2,"generation":3}"#,
    r#"{"type":"RetryRequested","eid":1,"task":2,"generation":3}"#,
    r#"{"type":"ConvergeRequested","eid":1,"task":2}"#,
    r#"{"type":"ReopenRequested","eid":1,"task":2,"generation":3}"#,
    r#"{"type":"HoldCleared","eid":1,"task":2,"generation":3}"#,
    r#"{"type":"RetriesGranted","eid":1,"task":2,"generation":3,"count":4}"#,
    r#"{"type":"LegacyTrusted","eid":1,"task":2,"generation":3}"#,
    r#"{"type":"DependencyWaived","eid":1,"task":2,"generation":3,"dep":4}"#,
];

const KEY: Key = Key {
    graph: 1,
    task: 2,
    generation: 3,
    attempt: 4,
    fence: 5,
};

fn read(text: &str) -> Result<Event, String> {
    decode_event(&parse(text.as_bytes()).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn every_event_is_read_in_any_order_of_its_fields() {
    for text in EVENTS {
        let event = read(text).unwrap();
        assert_eq!(event.eid, 1);
        let mut fields: Vec<_> = fields(text);
        fields.reverse();
        assert_eq!(read(&object(&fields)).unwrap(), event);
    }
}

#[test]
fn what_stands_in_the_fields_is_what_is_read() {
    let bodies = [
        (
            4,
            Body::OnAttempt {
                key: KEY,
                act: Act::FinishBegun {
                    tx: 6,
                    candidate: 7,
                    contract: Contract::Deliver,
                },
            },
        ),
        (
            9,
            Body::OnAttempt {
                key: KEY,
                act: Act::CleanupRecorded {
                    tx: 6,
                    receipt: 8,
                    cleanup: 9,
                },
            },
        ),
        (
            15,
            Body::OnTask {
                task: 2,
                generation: 3,
                act: TaskAct::ProjectionObserved {
                    projection: Projection::Shown {
                        status: Status::Done,
                        receipt: Some(8),
                    },
                },
            },
        ),
        (
            22,
            Body::OnTask {
                task: 2,
                generation: 3,
                act: TaskAct::RetriesGranted { count: Count(4) },
            },
        ),
    ];
    for (i, body) in bodies {
        assert_eq!(read(EVENTS[i]).unwrap().body, body);
    }
    let missing = EVENTS[15].replace(r#"{"status":"done","receipt":8}"#, "null");
    assert!(matches!(
        read(&missing).unwrap().body,
        Body::OnTask {
            act: TaskAct::ProjectionObserved {
                projection: Projection::Missing
            },
            ..
        }
    ));
}

/// The fields of an event's text, each as it is written.
fn fields(text: &str) -> Vec<(String, String)> {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let fields = value.as_object().unwrap().iter();
    fields
        .map(|(name, value)| (name.clone(), value.to_string()))
        .collect()
}

fn object(fields: &[(String, String)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    format!("{{{}}}", fields.join(","))
}

#[test]
fn a_missing_an_unknown_and_a_repeated_field_are_refused() {
    for text in EVENTS {
        let all = fields(text);
        for (i, (name, value)) in all.iter().enumerate() {
            let mut fewer = all.clone();
            fewer.remove(i);
            let expected = format!("event: missing field \"{name}\"");
            assert_eq!(read(&object(&fewer)), Err(expected));
            let mut twice = all.clone();
            twice.push((name.clone(), value.clone()));
            let expected = format!("event: repeated field \"{name}\"");
            assert_eq!(read(&object(&twice)), Err(expected));
        }
        let mut more = all;
        more.push(("extra".to_owned(), "1".to_owned()));
        assert_eq!(
            read(&object(&more)),
            Err("event: unknown field \"extra\"".to_owned())
        );
    }
}

#[test]
fn every_number_that_is_no_integer_of_the_wire_is_refused_with_its_path() {
    let numbers = [
        ("1.5", "1.5"),
        ("1.0", "1.0"),
        ("1e2", "100.0"),
        ("-1", "-1"),
        ("-0", "-0"),
        ("9007199254740992", "9007199254740992"),
        ("9007199254740993", "9007199254740993"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "1.8446744073709552e19"),
        ("\"1\"", "\"1\""),
        ("true", "true"),
        ("[1]", "a list"),
        ("{}", "an object"),
    ];
    let expected = "expected an integer from 0 to 9007199254740991, got";
    for text in EVENTS {
        let all = fields(text);
        for (i, (name, value)) in all.iter().enumerate() {
            for (number, shown) in numbers {
                let mut wrong = all.clone();
                if value.parse::<u64>().is_ok() {
                    wrong[i].1 = number.to_owned();
                    let expected = match name.as_str() {
                        "count" => expected.replace("from 0", "from 1"),
                        _ => expected.to_owned(),
                    };
                    let message = format!("event.{name}: {expected} {shown}");
                    assert_eq!(read(&object(&wrong)), Err(message));
                } else if name == "key" {
                    wrong[i].1 = format!("[1,2,{number},4,5]");
                    let message = format!("event.key[2]: {expected} {shown}");
                    assert_eq!(read(&object(&wrong)), Err(message));
                }
            }
        }
    }
    assert!(read(r#"{"type":"ConvergeRequested","eid":9007199254740991,"task":0}"#).is_ok());
}

#[test]
fn what_else_was_expected_is_said_with_its_path() {
    let cases = [
        ("null", "event: expected an object, got null"),
        ("[]", "event: expected an object, got a list"),
        ("{}", "event: missing field \"type\""),
        (
            r#"{"type":"Foo"}"#,
            "event.type: expected the type of an event, got \"Foo\"",
        ),
        // Names of the model that are none on the wire.
        (
            r#"{"type":"OnTask"}"#,
            "event.type: expected the type of an event, got \"OnTask\"",
        ),
        (
            r#"{"type":"RetriesGranted","eid":1,"task":2,"generation":3,"count":0}"#,
            "event.count: expected an integer from 1 to 9007199254740991, got 0",
        ),
        (
            r#"{"type":1}"#,
            "event.type: expected the type of an event, got 1",
        ),
        (
            r#"{"type":"TaskDeclared","eid":1,"task":2,"deps":[3,4,3],"retries":5}"#,
            "event.deps[2]: repeated dependency 3",
        ),
        (
            r#"{"type":"TaskDeclared","eid":1,"task":2,"deps":{},"retries":5}"#,
            "event.deps: expected a list, got an object",
        ),
        (
            r#"{"type":"AttemptClaimed","eid":1,"key":[1]}"#,
            "event.key: expected a list of 5 integers, got a list of 1",
        ),
        (
            r#"{"type":"ProviderFault","eid":1,"key":[1,2,3,4,5],"fault":"slow"}"#,
            "event.fault: expected \"timeout\" or \"unavailable\", got \"slow\"",
        ),
        (
            r#"{"type":"FinishBegun","eid":1,"key":[1,2,3,4,5],"tx":6,"candidate":7,"contract":null}"#,
            "event.contract: expected \"land\", \"deliver\" or \"report\", got null",
        ),
        (
            r#"{"type":"CandidateValidated","eid":1,"key":[1,2,3,4,5],"tx":6,"candidate":7,"passed":1}"#,
            "event.passed: expected true or false, got 1",
        ),
        (
            r#"{"type":"ProjectionObserved","eid":1,"task":2,"generation":3,"projection":{"status":"done"}}"#,
            "event.projection: missing field \"receipt\"",
        ),
        (
            r#"{"type":"ProjectionObserved","eid":1,"task":2,"generation":3,"projection":{"status":"done","receipt":-1}}"#,
            "event.projection.receipt: expected an integer from 0 to 9007199254740991, got -1",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), Err(expected.to_owned()));
    }
    let long = format!(r#"{{"type":"{}"}}"#, "x".repeat(60));
    let shown = "x".repeat(40);
    let expected = format!("event.type: expected the type of an event, got \"{shown}…\"");
    assert_eq!(read(&long), Err(expected));
}

#[test]
fn a_list_names_the_event_that_is_wrong() {
    let text = format!("[{},{},7]", EVENTS[0], EVENTS[1]);
    let error = decode_events(&parse(text.as_bytes()).unwrap()).unwrap_err();
    assert_eq!(error.path, "events[2]");
    assert_eq!(error.to_string(), "events[2]: expected an object, got 7");
    assert_eq!(decode_events(&parse(b"[]").unwrap()), Ok(vec![]));
}
