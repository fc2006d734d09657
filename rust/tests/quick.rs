//! The quick reader takes nothing that the codec refuses, and reads everything that it takes as the codec
//! does: shown on the requests of committed traces, and on thousands of ways to spoil them.

use std::fs;
use std::path::Path;

use lean_gate_lifecycle::codec::decode_events;
use lean_gate_lifecycle::json::parse;
use lean_gate_lifecycle::quick;
use lean_gate_lifecycle::read::{Fields, Read, natural, text};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Trace<'a> {
    id: &'a str,
    graph: u64,
    #[serde(borrow)]
    events: &'a RawValue,
}

/// The requests of the scenarios, as the gate writes them.
fn requests() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/traces/scenarios.ndjson");
    let content = fs::read_to_string(path).unwrap();
    let lines = content.lines().skip(1);
    lines
        .map(|line| {
            let Trace { id, graph, events } = serde_json::from_str(line).unwrap();
            format!(r#"{{"op":"replay","id":"{id}","graph":{graph},"events":{events}}}"#)
        })
        .collect()
}

/// What the codec reads of a request.
fn slowly(request: &[u8]) -> Option<Read<quick::Replay<'static>>> {
    let json = parse(request).ok()?;
    Some(Fields::of(&json).and_then(|o| {
        o.exactly(&["op", "id", "graph", "events"], |o| {
            assert_eq!(o.read("op", text), Ok("replay"));
            Ok(quick::Replay {
                id: o.read("id", text)?.to_owned().leak(),
                graph: o.read("graph", natural)?,
                events: o.read("events", decode_events)?,
            })
        })
    }))
}

/// Whether the quick reader takes the request; then the codec must read the same.
fn taken(request: &[u8]) -> bool {
    let Some(quickly) = quick::read(request) else {
        return false;
    };
    assert_eq!(
        slowly(request),
        Some(Ok(quickly)),
        "{}",
        String::from_utf8_lossy(request)
    );
    true
}

#[test]
fn every_request_of_the_gate_is_read_quickly_and_alike() {
    let requests = requests();
    assert!(requests.len() > 90);
    for request in &requests {
        assert!(taken(request.as_bytes()), "{request}");
    }
}

#[test]
fn a_spoilt_request_is_left_to_the_codec_or_read_alike() {
    const INSTEAD: &[u8] = b"\"\\0129-.e,:{}[] natT";
    let (mut accepted, mut refused) = (0, 0);
    for (n, request) in requests().iter().enumerate() {
        let bytes = request.as_bytes();
        // Another offset in each request, so that all of them together go through every place.
        for at in (n % 19..bytes.len()).step_by(19) {
            let instead = INSTEAD[(at / 19 + n) % INSTEAD.len()];
            let replaced = [&bytes[..at], &[instead], &bytes[at + 1..]].concat();
            let removed = [&bytes[..at], &bytes[at + 1..]].concat();
            let added = [&bytes[..at], &[instead], &bytes[at..]].concat();
            for spoilt in [replaced, removed, added] {
                if taken(&spoilt) {
                    accepted += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(accepted > 200 && refused > 5_000, "{accepted}, {refused}");
}

#[test]
fn what_is_written_otherwise_is_left_to_the_codec() {
    let event = |event: &str| format!(r#"{{"op":"replay","id":"x","graph":1,"events":[{event}]}}"#);
    let good = r#"{"type":"TaskDeclared","eid":1,"task":1,"deps":[2,3],"retries":0}"#;
    assert!(taken(event(good).as_bytes()));
    for other in [
        // Right, but not in this order or not in these characters.
        good.replace(r#""eid":1,"task":1"#, r#""task":1,"eid":1"#),
        good.replace("Task", r"\u0054ask"),
        // Wrong.
        good.replace("[2,3]", "[2,2]"),
        good.replace("[2,3]", "[2,-0]"),
        good.replace("[2,3]", "[2,1.0]"),
        good.replace("[2,3]", "[9007199254740992]"),
        good.replace(r#""retries":0"#, r#""retries":0,"retries":0"#),
        good.replace(r#","retries":0"#, ""),
        good.replace("TaskDeclared", "TaskDeclined"),
        r#"{"type":"KillRequested","eid":1,"key":[1,1,0,1]}"#.to_owned(),
        r#"{"type":"KillRequested","eid":1,"key":[1,1,0,1,1,1]}"#.to_owned(),
        r#"{"type":"ProcessExited","eid":1,"key":[1,1,0,1,1],"role":"nobody","code":1}"#.to_owned(),
        r#"{"type":"ProjectionObserved","eid":1,"task":1,"generation":0,"projection":{}}"#
            .to_owned(),
    ] {
        assert_eq!(quick::read(event(&other).as_bytes()), None, "{other}");
    }
}
